"""The environment of a demonstration: an empty home, and no variable of any vendor, so that no account can be touched. Pure."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

VENDORS: Final = re.compile(
    "AI21_|ANTHROPIC_|ASSEMBLYAI_|AWS_|AZURE_|CARTESIA_|CEREBRAS_|CLAUDE|CLOUDSDK_|CODEX_|COHERE_|DEEPGRAM_|DEEPSEEK_|ELEVEN"
    "|FIREWORKS_|GCLOUD_|GEMINI_|GOOGLE_|GROQ_|HF_|HUGGING|MISTRAL_|OLLAMA_|OPENAI_|OPENCODE_|OPENROUTER_|PERPLEXITY_|REPLICATE_"
    "|TOGETHER_|VERTEX|XAI_"
)
"""The beginnings of vendors' variables: the list of `scripts/alone`."""
OWN: Final = ("SOLOVOX_BRAIN__", "SOLOVOX_EAR__", "SOLOVOX_NARRATOR__")
"""What would choose another engine, with a key of its own."""
KEY: Final = "demonstration"


def alone(variables: Mapping[str, str], room: Path, url: str) -> dict[str, str]:
    """The variables of a server whose agent talks with the model at `url` only, with a key that is none. `room`: where its home and its settings
    are, both empty. Caches stay where they are."""
    kept = {
        name: one for name, one in variables.items() if not VENDORS.match(name) and not name.startswith(OWN)
    }
    home = Path(kept.get("HOME", "/"))
    kept.setdefault("XDG_CACHE_HOME", str(home / ".cache"))
    kept.setdefault("XDG_STATE_HOME", str(home / ".local" / "state"))
    for name, folder in (("PYENV_ROOT", ".pyenv"),):
        if (home / folder).is_dir():
            kept.setdefault(name, str(home / folder))
    return {
        **kept,
        "HOME": str(room / "home"),
        "PYTHONDONTWRITEBYTECODE": "1",  # the tests of the project leave nothing in it
        "CLAUDE_CONFIG_DIR": str(room / "config"),
        "SOLOVOX_BRAIN__KIND": "claude_code",
        "SOLOVOX_BRAIN__URL": url,
        "SOLOVOX_BRAIN__API_KEY": KEY,
    }
