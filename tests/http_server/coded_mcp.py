"""`solovox mcp` as an agent starts it, with engines that hear and say exact text. Run as a program; its arguments are the command's."""

import sys
from pathlib import Path


def surface(given):
    """A person who types once, and hears all."""
    from solovox.core.events import SurfaceJoined, Typed
    from solovox.core.units import SurfaceCaps
    from solovox.testing.fakes import MemorySurface

    return lambda place: MemorySurface(
        place.sound, [(0, SurfaceJoined(SurfaceCaps())), (200, Typed("Which one?"))]
    )


def main():
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from solovox.cli.main import main as solovox
    from solovox.parts import registry

    for group, name, made in (
        (registry.VOICES, "af_bella", "voice"),
        (registry.RECOGNISERS, "local", "recogniser"),
    ):
        registry.BUILT_IN[group] = {name: f"http_server.coded_speech:{made}"}
    registry.BUILT_IN[registry.SURFACES] = {"memory": "http_server.coded_mcp:surface"}
    given = ("--set", "narrator.voice=af_bella", "--set", "tools=get_time")
    sys.exit(solovox(["mcp", "--no-open", "--no-journal", *given, *sys.argv[1:]]))


if __name__ == "__main__":
    main()
