"""`brain.kind = claude_code`: Claude Code, with its own tools, in the workspace."""

import re
from pathlib import Path
from typing import Any, Final

from solovox.brains.claude.launch import LEAN, ClaudeSettings, Trust
from solovox.config.declaring import Option, OptionKind, declares, goes_by, is_here, said_briefly, with_hands
from solovox.config.schema import ConfigError
from solovox.parts.brains.options import (
    FIRST_SECONDS,
    IDLE_SECONDS,
    PERMISSIONS,
    PROMPT,
    SESSION,
    TOOLS,
    adapter,
    installed,
)
from solovox.parts.tools.looking import folder
from solovox.ports import AdapterArgs, Brain

LOGIN: Final = ".credentials.json"
SECRETS: Final = {
    "api_key": "ANTHROPIC_API_KEY",
    "auth_token": "ANTHROPIC_AUTH_TOKEN",
    "oauth_token": "CLAUDE_CODE_OAUTH_TOKEN",
}
CLOUDS: Final = {"bedrock": "AWS", "vertex": "Google Cloud"}
OFF: Final = ("", "0", "false")
SESSION_ID: Final = re.compile(r"[\w-]{1,80}")
NO_TOOLS: Final = "none"
TOOL: Final = re.compile(r"\w+")


def missing(given: AdapterArgs) -> str:
    """Its package."""
    return installed("claude_agent_sdk", "claude")


def _cloud(given: AdapterArgs) -> str:
    on = (whose for name, whose in CLOUDS.items() if str(given.settings.get(name) or "").lower() not in OFF)
    return next(on, "")


def offered(given: AdapterArgs) -> str:
    """A login is a file, a key, a token or a cloud's; an address that was set is not sent any. Elsewhere (a keychain) it cannot be known, and nothing is started to find
    out.
    """
    if given.settings.get("url") or any(given.secrets.get(name) for name in SECRETS) or _cloud(given):
        return ""
    own, home = given.settings.get("config_dir"), given.settings.get("home")
    folders = [Path(str(own))] if own else [Path(str(home)) / ".claude"] if home else []
    if any((one / LOGIN).is_file() for one in folders):
        return ""
    return "no key and no login file was found; it may have one elsewhere"


def address(given: AdapterArgs) -> str:
    """Where its model is: what was set here, else what its own environment says."""
    return str(given.settings.get("url") or given.settings.get("base_url") or "")


def pays(given: AdapterArgs) -> str:
    """Whose account pays; and whose settings it trusts, if it trusts any. An address that was set gets no login."""
    secret = next((name for name in SECRETS if given.secrets.get(name)), "")
    who = "" if given.settings.get("url") else "your login of Claude Code"
    if secret:
        who = f"the {secret.rpartition('_')[2]} in {given.said.get(secret, SECRETS[secret])}"
    elif who and (cloud := _cloud(given)):
        who = f"your account at {cloud}"
    trusts = {"project": "the project's", "all": "your and the project's"}.get(
        str(given.settings.get("trust"))
    )
    return f"{who or 'none that is known here'} (it trusts {trusts} settings)" if trusts else who


def _secret(name: str, about: str) -> Option:
    return Option(
        name=name, kind=OptionKind.SECRET, about=about, variables=(SECRETS[name],), host="anthropic.com"
    )


@with_hands
@goes_by(lambda given: _cloud(given) or "Anthropic", address=address, program="Claude Code")
@said_briefly
@declares(
    Option(
        name="url", kind=OptionKind.ADDRESS, about="Where the model is; its vendor's service, if not given."
    ),
    Option(
        name="base_url",
        about="Where its own environment says that the model is; it keeps its login.",
        variables=("ANTHROPIC_BASE_URL",),
    ),
    Option(name="model", about="Which model thinks; its own choice, if not given."),
    _secret("api_key", "A key of the vendor's; else its own login."),
    _secret("auth_token", "A token for the address."),
    _secret("oauth_token", "A token of its login."),
    Option(
        name="config_dir", about="Where it keeps its login and sessions.", variables=("CLAUDE_CONFIG_DIR",)
    ),
    Option(name="home", about="The folder that holds .claude, and else .local/state.", variables=("HOME",)),
    Option(
        name="state_home", about="Where what it did is kept, to be undone.", variables=("XDG_STATE_HOME",)
    ),
    Option(name="bedrock", about="Its model is at AWS.", variables=("CLAUDE_CODE_USE_BEDROCK",)),
    Option(name="vertex", about="Its model is at Google Cloud.", variables=("CLAUDE_CODE_USE_VERTEX",)),
    SESSION,
    PERMISSIONS,
    TOOLS,
    PROMPT,
    FIRST_SECONDS,
    IDLE_SECONDS,
    Option(
        name="trust",
        kind=OptionKind.CHOICE,
        choices=tuple(one.value for one in Trust),
        default=Trust.NONE.value,
        about="Whose settings it reads, with their hooks and servers: none, those of the project, or all.",
    ),
    missing=missing,
    offered=offered,
    pays=pays,
)
def claude_code(given: AdapterArgs) -> Brain:
    """Claude Code in the workspace."""
    settings = given.settings
    state = settings.get("state_home") or (settings.get("home") and f"{settings['home']}/.local/state")
    return _made(
        ClaudeSettings(
            folder(given.workspace),
            _environment(given),
            model=str(settings["model"]) if settings.get("model") else None,
            session=_session(settings.get("session")),
            permissions=str(settings.get("permissions") or "ask"),
            trust=Trust(str(settings.get("trust") or "none")),
            tools=_tools(settings.get("tools")),
            prompt=str(settings.get("prompt") or ""),
            first_seconds=float(settings.get("first_seconds") or FIRST_SECONDS.default or 0),
            idle_seconds=float(settings.get("idle_seconds") or IDLE_SECONDS.default or 0),
        ),
        priced=not is_here(address(given)),
        state=Path(str(state)) / "solovox" if state else None,
    )


def _made(settings: ClaudeSettings, *, priced: bool, state: Path | None) -> Brain:
    """What is wrong with a setting is said before its package is imported."""
    made: Brain = adapter("claude_code").ClaudeCode(settings, priced=priced, state=state)
    return made


def _environment(given: AdapterArgs) -> dict[str, str]:
    environment = {name: secret for key, name in SECRETS.items() if (secret := given.secrets.get(key))}
    if url := given.settings.get("url"):
        environment["ANTHROPIC_BASE_URL"] = str(url)
    if own := given.settings.get("config_dir"):
        environment["CLAUDE_CONFIG_DIR"] = str(own)
    return environment


def _session(value: Any) -> str:
    session = str(value or "new").strip()
    if not SESSION_ID.fullmatch(session) or session.startswith("-"):
        raise ConfigError(f"brain.session = {session[:80]!r}: it is new, last, or the id of a session")
    return session


def _tools(value: Any) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(one.strip() for one in str(value or "").split(",") if one.strip()))
    if names == (NO_TOOLS,):
        return ()
    wrong = next((one for one in names if not TOOL.fullmatch(one)), None)
    if wrong:
        raise ConfigError(f"brain.tools: {wrong[:40]!r} is no tool; names are such as {', '.join(LEAN)}")
    return names or LEAN
