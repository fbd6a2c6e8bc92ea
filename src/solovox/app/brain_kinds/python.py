"""`brain.kind = python`: a function of the person's own."""

from typing import Final

from solovox.app.own_modules import loaded, places
from solovox.brains.python import PythonBrain
from solovox.config.declaring import Option, Words, declares, goes_by
from solovox.config.schema import ConfigError
from solovox.ports import AdapterArgs, Brain

KEY: Final = "brain.python.agent"
WRITE: Final = "write module:function, such as my_agent:agent"


def missing(given: AdapterArgs) -> str:
    """The agent. What is in it is not looked at here: that would run it."""
    return "" if given.settings.get("agent") else f"{KEY}: {WRITE}"


@goes_by(lambda _: "your own program")
@declares(
    Option(
        name="agent",
        about="Its module and function, such as my_agent:agent, in this folder or the workspace.",
    ),
    missing=missing,
    words=Words.NAMED,
)
def python(given: AdapterArgs) -> Brain:
    """The function that `agent` names, or is: `solovox.run` hands it over itself."""
    agent = given.settings["agent"]
    if isinstance(agent, str):
        agent = loaded(KEY, agent, places(given.workspace), WRITE)
    try:
        return PythonBrain(agent)
    except ValueError as error:
        raise ConfigError(f"{KEY}: {error}") from None
