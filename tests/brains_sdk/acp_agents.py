"""The agents of others that are run unpatched: how each is installed, started and told where its model is."""

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import claude_agent_sdk

from brains_sdk.acp_models import Completions, Contents, Messages, Responses

JS = Path(sys.prefix) / "js"
MODULES = JS / "node_modules"


@dataclass(frozen=True)
class RealAgent:
    """An agent. `prepare(home, url)`: the variables by which it finds its model, and what it finds in its home. `key`: the variable
    that holds its key."""

    name: str
    package: str
    program: str
    arguments: tuple[str, ...]
    said: str
    """What a person writes as brain.command."""
    model: type
    prepare: Callable[[Path, str], Mapping[str, str]]
    key: str

    @property
    def version(self):
        return json.loads((MODULES / self.package / "package.json").read_text())["version"]

    @property
    def command(self):
        program = str(MODULES / self.package / self.program)
        node = (str(JS / "node"),) if program.endswith(".js") else ()
        return (*node, program, *self.arguments)


def written(path: Path, text: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text if isinstance(text, str) else json.dumps(text))


def claude(home, url):
    """Claude Code's own program, behind the adapter of the protocol's makers."""
    return {
        "ANTHROPIC_BASE_URL": url,
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "CLAUDE_CODE_EXECUTABLE": str(Path(claude_agent_sdk.__file__).parent / "_bundled" / "claude"),
        "CLAUDE_CONFIG_DIR": str(home / "claude"),
    }


def gemini(home, url):
    quiet = {"privacy": {"usageStatisticsEnabled": False}, "general": {"enableAutoUpdate": False}}
    written(home / ".gemini/settings.json", quiet)
    return {"GOOGLE_GEMINI_BASE_URL": url}


def codex(home, url):
    """By a provider to which it logs in with a key, as to its own."""
    quiet = "check_for_update_on_startup = false\n[analytics]\nenabled = false\n"
    lines = (
        f'base_url = "{url}/v1"',
        'name = "double"',
        "requires_openai_auth = true",
        'wire_api = "responses"',
        "supports_websockets = false",
    )
    provider = "\n".join(("[model_providers.double]", *lines))
    written(home / ".codex/config.toml", f'model = "gpt-5.2"\nmodel_provider = "double"\n{quiet}{provider}\n')
    return {}


def opencode(home, url):
    options = {"baseURL": f"{url}/v1", "apiKey": "{env:DOUBLE_API_KEY}"}
    double = {"npm": "@ai-sdk/openai-compatible", "options": options, "models": {"double": {}}}
    config = {"provider": {"double": double}, "model": "double/double", "autoupdate": False}
    written(home / ".config/opencode/opencode.json", config)
    return {"OPENCODE_DISABLE_MODELS_FETCH": "1", "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1"}


def qwen(home, url):
    written(
        home / ".qwen/settings.json",
        {
            "privacy": {"usageStatisticsEnabled": False},
            "general": {"enableAutoUpdate": False},
            "telemetry": {"enabled": False},
        },
    )
    return {"OPENAI_BASE_URL": f"{url}/v1", "OPENAI_MODEL": "double"}


AGENTS = {
    one.name: one
    for one in (
        RealAgent(
            "Gemini CLI",
            "@google/gemini-cli",
            "bundle/gemini.js",
            ("--acp", "-m", "gemini-2.5-pro"),
            "gemini --acp",
            Contents,
            gemini,
            "GEMINI_API_KEY",
        ),
        RealAgent(
            "Claude Code, by its adapter",
            "@agentclientprotocol/claude-agent-acp",
            "dist/index.js",
            (),
            "npx @agentclientprotocol/claude-agent-acp",
            Messages,
            claude,
            "ANTHROPIC_API_KEY",
        ),
        RealAgent(
            "Codex, by its adapter",
            "@agentclientprotocol/codex-acp",
            "dist/index.js",
            (),
            "npx @agentclientprotocol/codex-acp",
            Responses,
            codex,
            "OPENAI_API_KEY",
        ),
        RealAgent(
            "OpenCode",
            "opencode-linux-x64",
            "bin/opencode",
            ("acp",),
            "opencode acp",
            Completions,
            opencode,
            "DOUBLE_API_KEY",
        ),
        RealAgent(
            "Qwen Code",
            "@qwen-code/qwen-code",
            "cli.js",
            ("--acp",),
            "qwen --acp",
            Completions,
            qwen,
            "OPENAI_API_KEY",
        ),
    )
}
