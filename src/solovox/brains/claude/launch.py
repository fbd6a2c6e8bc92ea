"""How Claude Code's program is started: its command line and its environment. Pure.

Rule 1: no secret of another vendor, and no variable of ours, is in the program's environment, nor in that of what it runs.
Rule 2: what it needs to log in, and what the person's own tools need (git, ssh, a proxy), stays.
Rule 3: no settings, hooks, servers or skills of a folder are read unless the folder is trusted (`Trust`).

Sources: `claude --help`; Claude Code's documentation, "Environment variables" and "Settings".
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Final

from solovox.acts.fence import SECRET
from solovox.brains.retold import SPOKEN as SPOKEN_TO_ALL

SPOKEN: Final = f"{SPOKEN_TO_ALL} The person speaks to you, and may interrupt: a word that makes no sense was probably misheard."
FENCED: Final = (
    "Each command begins in the folder. It has no network, sees nothing of the home but programs, and writes nowhere but in the folder; "
    "what it starts ends with it. Where one cannot work like this, set dangerouslyDisableSandbox to true: the person then decides by hand."
)
LEAN: Final = ("Bash", "Edit", "Glob", "Grep", "Read", "Write")
"""Its tools, if none are named: with these it can do all that a person asks for in a folder."""


class Trust(Enum):
    """Whose settings it reads: they can bring hooks, permissions and servers, which are code that runs."""

    NONE = "none"
    PROJECT = "project"
    """Those of the workspace: `.claude/`, CLAUDE.md, `.mcp.json`."""
    ALL = "all"
    """Those of the person too."""


SOURCES: Final = {Trust.NONE: "", Trust.PROJECT: "project,local", Trust.ALL: "user,project,local"}
MODES: Final = {"ask": "default", "edits": "default", "plan": "plan"}
"""Its own leave to edit is not used: what needs no yes is decided here (`risk`)."""
LOOKING: Final = frozenset({"Glob", "LS", "Task", "TodoWrite"})
"""Tools for which it asks us only where it looks outside of the workspace: they find names, and no file's content."""
NEW: Final = "new"
LAST: Final = "last"


@dataclass(frozen=True, slots=True)
class ClaudeSettings:
    """What Claude Code is started with."""

    folder: Path
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What is said of its variables, beside those that it is left (`scrubbed`)."""
    model: str | None = None
    session: str = NEW
    """Which of its sessions goes on: `new`, `last`, or an id."""
    permissions: str = "ask"
    trust: Trust = Trust.NONE
    tools: Sequence[str] = LEAN
    prompt: str = ""
    first_seconds: float = 20.0
    idle_seconds: float = 60.0
    stop_seconds: float = 5.0
    """How long it may take to stop. Then it is ended."""
    program: str | None = None
    """Its path; the one that its SDK brings, if not given."""


def arguments(settings: ClaudeSettings, resume: str | None = None, *, fenced: bool = False) -> list[str]:
    """The command line, without the program. `resume`: the session that goes on, if one does. `fenced`: its commands run behind our
    fence.

    It is told to ask for each tool that does more than look: no rule of a folder's lets one pass."""
    line = ["--output-format", "stream-json", "--input-format", "stream-json", "--verbose"]
    line += ["--include-partial-messages", "--permission-prompt-tool", "stdio"]
    line += ["--permission-mode", MODES[settings.permissions]]
    line += ["--append-system-prompt", "\n\n".join(filter(None, (SPOKEN, FENCED * fenced, settings.prompt)))]
    line += ["--tools", ",".join(settings.tools)]
    asks = [tool for tool in settings.tools if tool not in LOOKING]
    line += ["--settings", json.dumps({"permissions": {"ask": asks}})]
    line += [f"--setting-sources={SOURCES[settings.trust]}"]
    if settings.trust is Trust.NONE:
        line += ["--strict-mcp-config", "--disable-slash-commands"]
    if settings.model:
        line.append(f"--model={settings.model}")
    session = resume or settings.session
    if session == LAST:
        line.append("--continue")
    elif session != NEW:
        line.append(f"--resume={session}")
    return line


FIXED: Final = {
    "CLAUDE_CODE_ENTRYPOINT": "sdk-py",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS": "1",
    "CLAUDE_CODE_DISABLE_TERMINAL_TITLE": "1",
    "CLAUDE_CODE_MAX_RETRIES": "0",
    "CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK": "1",
    "CLAUDE_CODE_DISABLE_BACKGROUND_TASKS": "1",
}
"""No command of it goes on when its answer is over. It says when it is idle (a turn is over then), and asks its model once: a person waits, and may ask again."""

LOGIN: Final = (
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "ANTHROPIC_BASE_URL",
    "ANTHROPIC_CUSTOM_HEADERS",
    "CLAUDE_CODE_OAUTH_TOKEN",
    "CLAUDE_CONFIG_DIR",
)
"""How it gets to its model."""
KEYS: Final = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN")
FOLDER: Final = "CLAUDE_CONFIG_DIR"
CLOUDS: Final = {
    "CLAUDE_CODE_USE_BEDROCK": re.compile(r"AWS_|ANTHROPIC_|CLAUDE_CODE_SKIP_BEDROCK_AUTH$"),
    "CLAUDE_CODE_USE_VERTEX": re.compile(
        r"GOOGLE_|CLOUDSDK_|CLOUD_ML_|VERTEX_REGION_|ANTHROPIC_|CLAUDE_CODE_SKIP_VERTEX_AUTH$"
    ),
    "CLAUDE_CODE_USE_FOUNDRY": re.compile(r"AZURE_|ANTHROPIC_|CLAUDE_CODE_SKIP_FOUNDRY_AUTH$"),
}
"""Its model at a cloud: where one is switched on, that cloud's variables are its login."""
TOOLS_OF_THE_PERSON: Final = re.compile(r"(GH|GITHUB|GITLAB|GIT)_|SSH_(AUTH_SOCK|AGENT_PID|ASKPASS)$")
"""What the person's git and ssh need. They are asked for before they are used."""
VENDORS: Final = re.compile(
    r"AI21_|ANTHROPIC_|ASSEMBLYAI_|AWS_|AZURE_|CARTESIA_|CEREBRAS_|CLAUDE|CLOUDSDK_|CODEX_|COHERE_|DEEPGRAM_|DEEPSEEK_"
    r"|DISCORD_|ELEVEN|FIREWORKS_|GCLOUD_|GEMINI_|GOOGLE_|GROQ_|HF_|HUGGING|LIVEKIT_|MISTRAL_|OLLAMA_|OPENAI_"
    r"|OPENCODE_|OPENROUTER_|PERPLEXITY_|REPLICATE_|SLACK_|SOLOVOX_|STRIPE_|TELEGRAM_|TOGETHER_|TWILIO_|VERTEX|XAI_",
    re.IGNORECASE,
)


def scrub_variables(
    variables: Mapping[str, str], given: Mapping[str, str] = {}
) -> dict[str, str]:  # not changed
    """The program's environment, from ours. `given`: what the settings say, which is stronger."""
    elsewhere = "ANTHROPIC_BASE_URL" in given
    if elsewhere:  # an address that was set gets no login that was not meant for it
        variables = {name: text for name, text in variables.items() if name not in LOGIN or name == FOLDER}
        given = given if any(given.get(name) for name in KEYS) else {**given, KEYS[0]: "none"}
    own = {**variables, **given}
    on = [] if elsewhere else [one for one in CLOUDS if own.get(one, "").lower() not in ("", "0", "false")]

    def stays(name: str) -> bool:
        if name in LOGIN or name in on or any(CLOUDS[one].match(name) for one in on):
            return True
        if TOOLS_OF_THE_PERSON.match(name):
            return True
        return not (VENDORS.match(name) or SECRET.search(name) or name == "NODE_OPTIONS")

    kept = {name: value for name, value in variables.items() if stays(name)}
    return {**kept, **given, **FIXED, **_wary(own.get("GIT_CONFIG_COUNT", ""))}


def _wary(count: str) -> dict[str, str]:
    """One more setting for its git: no folder of the workspace counts as a repository by its form alone. Such a one is kept in another as
    plain files, and `git status` runs what its configuration says."""
    number = int(count) if count.isdecimal() else 0
    return {
        "GIT_CONFIG_COUNT": str(number + 1),
        f"GIT_CONFIG_KEY_{number}": "safe.bareRepository",
        f"GIT_CONFIG_VALUE_{number}": "explicit",
    }
