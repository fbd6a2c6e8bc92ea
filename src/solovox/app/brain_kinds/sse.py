"""`brain.kind = sse`: an agent behind an address of the person's own."""

from dataclasses import replace

from solovox.app.brain_kinds.options import FIRST_SECONDS, IDLE_SECONDS
from solovox.brains.event_server import ServerSettings, address
from solovox.brains.sse import SUBJECT, SseBrain
from solovox.config.declaring import Option, OptionKind, declares
from solovox.config.schema import ConfigError
from solovox.ports import AdapterArgs, Brain


def missing(given: AdapterArgs) -> str:
    """Its address. Nothing is asked whether it answers there."""
    return "" if given.settings.get("url") else "brain.url, such as http://localhost:8000/ask"


@declares(
    Option(name="url", kind=OptionKind.ADDRESS, about="Where it is, such as http://localhost:8000/ask."),
    Option(name="api_key", kind=OptionKind.SECRET, about="Its key, if it wants one: Authorization: Bearer."),
    replace(FIRST_SECONDS, about="How many seconds its first text or step may take."),
    IDLE_SECONDS,
    missing=missing,
)
def sse(given: AdapterArgs) -> Brain:
    """The endpoint."""
    settings = given.settings
    try:
        return SseBrain(
            ServerSettings(
                address(str(settings["url"])),
                given.secrets.get("api_key"),
                float(settings["first_seconds"]),
                float(settings["idle_seconds"]),
                SUBJECT,
            )
        )
    except ValueError as error:
        raise ConfigError(str(error)) from None
