"""`brain.kind = claude_code`: Claude Code, with its own tools, in the workspace."""

import re
from pathlib import Path
from typing import Annotated, Final

from solovox.brains.claude.launch import LEAN, ClaudeSettings, Trust
from solovox.config.declaring import SPOKEN_SECONDS, Declaration, Destination, is_here, read, setting
from solovox.config.fields import Address, Folder, Secret
from solovox.config.keys import Agent
from solovox.config.schema import ConfigError
from solovox.parts.brains.options import adapter, lacks_package, state_of
from solovox.parts.tools.looking import folder
from solovox.ports import AdapterArgs, Brain

HOST: Final = "anthropic.com"
LOGIN: Final = ".credentials.json"
SECRETS: Final = {
    "api_key": "ANTHROPIC_API_KEY",
    "auth_token": "ANTHROPIC_AUTH_TOKEN",
    "oauth_token": "CLAUDE_CODE_OAUTH_TOKEN",
}
CLOUDS: Final = {"bedrock": "AWS", "vertex": "Google Cloud"}
OFF: Final = ("", "0", "false")
SESSION_ID: Final = re.compile(r"[\w-]{1,80}")
TOOL: Final = re.compile(r"\w+")


class CloudsKeys(Agent, frozen=True, kw_only=True):
    """Where else its model may be."""

    bedrock: Annotated[str | None, setting("CLAUDE_CODE_USE_BEDROCK")] = None
    """Its model is at AWS."""
    vertex: Annotated[str | None, setting("CLAUDE_CODE_USE_VERTEX")] = None
    """Its model is at Google Cloud."""


class ClaudeCodeKeys(CloudsKeys, frozen=True, kw_only=True):
    """Its settings."""

    url: Address | None = None
    """Where the model is; its vendor's service, if not given. It gets a key only if one is set for it."""
    base_url: Annotated[str | None, setting("ANTHROPIC_BASE_URL")] = None
    """Where its own environment says that the model is; it keeps its login."""
    model: str | None = None
    """Which model thinks; its own choice, if not given."""
    api_key: Annotated[Secret | None, setting(SECRETS["api_key"], host=HOST)] = None
    """A key of the vendor's; else its own login."""
    auth_token: Annotated[Secret | None, setting(SECRETS["auth_token"], host=HOST)] = None
    """A token for the address."""
    oauth_token: Annotated[Secret | None, setting(SECRETS["oauth_token"], host=HOST)] = None
    """A token of its login."""
    config_dir: Annotated[Folder | None, setting("CLAUDE_CONFIG_DIR")] = None
    """Where it keeps its login and sessions."""
    home: Annotated[Folder | None, setting("HOME")] = None
    """The folder that holds .claude, and else .local/state."""
    state_home: Annotated[Folder | None, setting("XDG_STATE_HOME")] = None
    """Where what it did is kept, to be undone."""
    tools: tuple[str, ...] = LEAN
    """Its tools. With these a request is about 22 KB before the talk; with all of its tools it is 43 KB."""
    trust: Annotated[str, setting(choices=Trust)] = Trust.NONE.value
    """Whose settings it reads, with their hooks and servers: none, those of the project, or all."""


def missing(given: AdapterArgs) -> str:
    """Its package."""
    return lacks_package("claude_agent_sdk", "claude")


def _cloud(given: AdapterArgs) -> str:
    on = (whose for name, whose in CLOUDS.items() if str(given.settings.get(name) or "").lower() not in OFF)
    return next(on, "")


def why_unsure(given: AdapterArgs) -> str:
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


@Declaration(
    ClaudeCodeKeys,
    missing=missing,
    offered=why_unsure,
    pays=pays,
    way=Destination(
        service=lambda given: _cloud(given) or "Anthropic", address=address, program="Claude Code"
    ),
    looks_inside=True,
    spoken_seconds=SPOKEN_SECONDS,
)
def claude_code(given: AdapterArgs) -> Brain:
    """Claude Code in the workspace."""
    said = read(given, ClaudeCodeKeys)
    return _make_brain(
        ClaudeSettings(
            folder(given.workspace),
            _environment(given),
            model=said.model,
            session=_session(said.session),
            permissions=said.permissions,
            trust=Trust(said.trust),
            tools=_tools(said.tools),
            prompt=said.prompt,
            first_seconds=said.first_seconds,
            idle_seconds=said.idle_seconds,
        ),
        priced=not is_here(address(given)),
        state=state_of(said.state_home, said.home),
    )


def _make_brain(settings: ClaudeSettings, *, priced: bool, state: Path | None) -> Brain:
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


def _session(session: str) -> str:
    if not SESSION_ID.fullmatch(session) or session.startswith("-"):
        raise ConfigError(f"brain.session = {session[:80]!r}: it is new, last, or the id of a session")
    return session


def _tools(names: tuple[str, ...]) -> tuple[str, ...]:
    wrong = next((one for one in names if not TOOL.fullmatch(one)), None)
    if wrong:
        raise ConfigError(f"brain.tools: {wrong[:40]!r} is no tool; names are such as {', '.join(LEAN)}")
    return names
