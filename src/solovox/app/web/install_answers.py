"""What REST answers of installations."""

from typing import Literal

from pydantic import Field

from solovox.app.web.answers import Answered


class Installing(Answered):
    """Something that is or can be installed while the server serves. Sizes in bytes."""

    name: str = Field(description="What `POST /api/installs/NAME` takes; `weights` come by themselves.")
    title: str
    state: Literal["there", "missing", "going", "failed", "cannot"]
    fetched: int = Field(description="About how much comes over the network,")
    unpacked: int = Field(description="and how much that is on the disk.")
    done: int = Field(default=0, description="How much of `total` has come; while it is going.")
    total: int = Field(default=0, description="0: it is not known yet.")
    line: str = Field(default="", description="Why it failed, or cannot be; what goes on.")


class InstallsNow(Answered):
    """All of them."""

    installs: list[Installing]
