"""What REST answers of talks that go on from others."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from solovox.app.web.answers import Answered


class NewTalk(BaseModel):
    """A session to begin: `continue` a kept one as it was heard, or `resume` one of the brain's own, `rewind_to` one of its messages."""

    model_config = ConfigDict(extra="forbid")

    continue_: str | None = Field(
        None, alias="continue", max_length=200, description="The name of a journal."
    )
    resume: str | None = Field(None, max_length=200, description="The id of a session of the brain's own.")
    rewind_to: str | None = Field(None, max_length=200, description="The last message that is to be known.")


class BegunTalk(Answered):
    """A session that began. A page joins it by `session` in its first frame."""

    session: str


class BrainSession(Answered):
    """A session that the brain keeps by itself."""

    id: str
    title: str
    updated: datetime
    folder: str


class BrainSessions(Answered):
    """Those of this folder, the newest first. `keeps`: this brain has some of its own."""

    brain: str
    keeps: bool
    sessions: list[BrainSession]


class BrainMessage(Answered):
    """A message of a session of the brain's own."""

    id: str
    by: Literal["person", "agent"]
    text: str


class BrainMessages(Answered):
    """All that was said in it, the oldest first."""

    messages: list[BrainMessage]
