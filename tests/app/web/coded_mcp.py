"""`solovox mcp` as an agent starts it, with engines that hear and say exact text. Run as a program; its arguments are the command's."""

import sys
from pathlib import Path


def main():
    sys.path.insert(0, str(Path(__file__).parents[2]))
    from app.web.coded_speech import LONG  # noqa: F401 - it can be imported from here
    from solovox.app import registry
    from solovox.cli.main import main as solovox

    for group, name, made in (
        (registry.VOICES, "af_bella", "voice"),
        (registry.RECOGNISERS, "local", "recogniser"),
    ):
        registry.BUILT_IN[group] = {name: f"app.web.coded_speech:{made}"}
    given = ("--set", "narrator.voice=af_bella", "--set", "tools=time")
    sys.exit(solovox(["mcp", "--no-open", "--no-journal", *given, *sys.argv[1:]]))


if __name__ == "__main__":
    main()
