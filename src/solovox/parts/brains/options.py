"""The settings that several kinds of brains have."""

from importlib import import_module
from typing import Any, Final

from solovox.config.declaring import Option, OptionKind
from solovox.ports import AdapterArgs
from solovox.weights.extras import GET, can_be_found

EXTRA_OF: Final = {"claude_code": "claude", "openai": "openai", "anthropic": "anthropic", "gemini": "gemini"}
"""What a kind of brain stands on."""

FIRST_SECONDS: Final = Option(
    name="first_seconds",
    kind=OptionKind.NUMBER,
    default=20,
    about="How many seconds its first text may take.",
)
IDLE_SECONDS: Final = Option(
    name="idle_seconds",
    kind=OptionKind.NUMBER,
    default=60,
    about="How many seconds may pass without a sign of it.",
)
PROMPT: Final = Option(name="prompt", about="What it is told to be, beside what it is.")
SESSION: Final = Option(
    name="session",
    default="new",
    about="Which of its own sessions goes on: new, last, or an id.",
)
PERMISSIONS: Final = Option(
    name="permissions",
    kind=OptionKind.CHOICE,
    choices=("ask", "edits", "plan"),
    default="ask",
    about="What it may do: ask before each change, edit files without asking, or only plan.",
)
TOOLS: Final = Option(
    name="tools", about="Which tools of its own it has: names with commas between them; or none."
)
COMMAND: Final = Option(name="command", about="The command that starts it, with its arguments.")


def adapter(kind: str) -> Any:
    """The module of a kind, imported only when one is made: what it stands on is heavy."""
    return import_module(f"solovox.brains.{kind}")


def installed(package: str, extra: str) -> str:
    """What is missing for a package that an extra brings. Empty: nothing."""
    return "" if can_be_found(package) else f"its package; run: {GET.format(extra)}"


def key_of(given: AdapterArgs) -> str:
    """Whose account pays, where there is a key: it is named by where it was found. Empty: there is none."""
    return f"the key in {given.said.get('api_key', 'brain.api_key')}" if given.secrets.get("api_key") else ""
