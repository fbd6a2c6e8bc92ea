"""The check of `solovox doctor` of what keeps an agent's commands from the rest of the machine."""

import os
import shutil

from solovox.acts.fence import fence_of
from solovox.app.brains import folder
from solovox.app.checks import Check, Found
from solovox.config.schema import Config

LESS = "an agent's commands need more than a yes aloud"


async def fence(config: Config) -> Check:
    """Whether a fence around the workspace holds: it is tried."""
    if await fence_of(folder(config.workspace), os.environ) is not None:
        return Check("fence", Found.GOOD, "holds: no network, and nothing is written but the workspace")
    if shutil.which("bwrap") is None:
        return Check(
            "fence", Found.NEUTRAL, f"bubblewrap is not installed; {LESS}", "sudo apt-get install bubblewrap"
        )
    return Check(
        "fence", Found.NEUTRAL, f"does not hold here, or the workspace has your home in it; {LESS}",
        "allow user namespaces, or work in a folder below",
    )  # fmt: skip
