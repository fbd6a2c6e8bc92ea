"""Ask npm's own client about one tool of the catalogue, and compare version and licence. 0: the same; 1: they differ; 2: not asked."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

from solovox.ports.studio import CatalogueTool
from solovox.studio.catalogue.shelf import Names, tools

USE: Final = "scripts/check-catalogue NAME: the id, name or package of one tool"
PATIENCE: Final = 60
"""Seconds."""


def main(arguments: Sequence[str]) -> int:
    """Print what npm has of the one that is named."""
    if len(arguments) != 1:
        print(f"one name, please. {USE}", file=sys.stderr)
        return 2
    tool = Names(tools()).find(arguments[0])
    if tool is None:
        print(f"the catalogue has no {arguments[0]!r}. {USE}", file=sys.stderr)
        return 2
    try:
        seen = asked(tool.package)
    except (OSError, subprocess.SubprocessError, ValueError, TypeError) as error:
        print(f"npm did not say: {error}", file=sys.stderr)
        return 2
    lines = differences(tool, seen)
    print("\n".join(lines) or f"{tool.package}: {tool.version}, {tool.licence}, as in the catalogue")
    return bool(lines)


def asked(package: str) -> Mapping[str, Any]:
    """What npm says of its newest version. Raises `OSError`, `SubprocessError`, `ValueError`, `TypeError`."""
    answered = subprocess.run(
        ["npm", "view", package, "version", "license", "--json"],
        check=True,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    seen = json.loads(answered.stdout)
    if not isinstance(seen, dict):
        raise TypeError(f"{answered.stdout.strip()[:80]!r} is not a version and a licence")
    return seen


def differences(tool: CatalogueTool, seen: Mapping[str, Any]) -> list[str]:
    """A line for each that differs."""
    licence = str(seen.get("license", "unknown")).strip("()")
    rows = (("version", tool.version, seen.get("version")), ("licence", tool.licence, licence))
    return [
        f"{tool.package}: {what} {ours} in the catalogue ({tool.seen}), {theirs} at npm"
        for what, ours, theirs in rows
        if ours != theirs
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
