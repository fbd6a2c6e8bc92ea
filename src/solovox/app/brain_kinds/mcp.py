"""`brain.kind = mcp`: an agent that is open elsewhere. It comes in over MCP, at `/mcp` of `solovox serve` or by `solovox mcp`."""

from dataclasses import replace

from solovox.app.brain_kinds.options import IDLE_SECONDS, installed
from solovox.brains.guest import IDLE_SECONDS as STILL_SECONDS
from solovox.brains.guest import GuestBrain
from solovox.config.declaring import declares
from solovox.config.schema import ConfigError
from solovox.ports import AdapterArgs, Brain


def missing(given: AdapterArgs) -> str:
    """The protocol's package. Whether an agent comes is not known."""
    return installed("mcp", "mcp")


@declares(
    replace(
        IDLE_SECONDS,
        default=int(STILL_SECONDS),
        about="How many seconds an agent may be still that has taken an instruction.",
    ),
    missing=missing,
)
def mcp(given: AdapterArgs) -> Brain:
    """What an agent finds when it comes."""
    seconds = float(given.settings.get("idle_seconds") or STILL_SECONDS)
    if not seconds > 0:
        raise ConfigError("brain.idle_seconds must be more than 0 seconds")
    return GuestBrain(seconds)
