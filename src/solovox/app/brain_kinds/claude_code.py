"""`brain.kind = claude_code`: Claude Code, with its own tools, in the workspace."""

from pathlib import Path
from typing import Final

from solovox.app.brain_kinds.options import adapter, installed, key_of
from solovox.app.brains import folder
from solovox.config.declaring import Option, OptionKind, declares
from solovox.ports import AdapterArgs, Brain

LOGIN: Final = ".credentials.json"


def missing(given: AdapterArgs) -> str:
    """Its package."""
    return installed("claude_agent_sdk", "claude")


def offered(given: AdapterArgs) -> str:
    """A login is a file, or a key. Elsewhere (a keychain) it cannot be known, and nothing is started to find out."""
    if given.secrets.get("api_key"):
        return ""
    own, home = given.settings.get("config_dir"), given.settings.get("home")
    folders = [Path(str(own))] if own else [Path(str(home)) / ".claude"] if home else []
    if any((one / LOGIN).is_file() for one in folders):
        return ""
    return "no key and no login file was found; it may have one elsewhere"


def pays(given: AdapterArgs) -> str:
    """Whose account pays."""
    return key_of(given) if given.secrets.get("api_key") else "your login of Claude Code"


@declares(
    Option(
        name="url", kind=OptionKind.ADDRESS, about="Where the model is; its vendor's service, if not given."
    ),
    Option(name="model", about="Which model thinks; its own choice, if not given."),
    Option(
        name="api_key",
        kind=OptionKind.SECRET,
        about="A key of the vendor's; else its own login.",
        variables=("ANTHROPIC_API_KEY",),
        host="anthropic.com",
    ),
    Option(
        name="config_dir", about="Where it keeps its login and sessions.", variables=("CLAUDE_CONFIG_DIR",)
    ),
    Option(name="home", about="The folder that holds .claude.", variables=("HOME",)),
    missing=missing,
    offered=offered,
    pays=pays,
)
def claude_code(given: AdapterArgs) -> Brain:
    """Claude Code in the workspace."""
    kind = adapter("claude_code")
    environment = {"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1"}
    if url := given.settings.get("url"):
        environment["ANTHROPIC_BASE_URL"] = str(url)
    if key := given.secrets.get("api_key"):
        environment["ANTHROPIC_API_KEY"] = key
    model = given.settings.get("model")
    settings = kind.ClaudeSettings(folder(given.workspace), environment, str(model) if model else None)
    made: Brain = kind.ClaudeCode(settings)
    return made
