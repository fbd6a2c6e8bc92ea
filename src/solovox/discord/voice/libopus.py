"""Whether the system has libopus, without which no sound of Discord's can be heard or made."""

from collections.abc import Callable
from ctypes.util import find_library
from typing import Final

NEEDED: Final = "a voice in Discord needs libopus: apt install libopus0 (macOS: brew install opus)"


def lacking(find: Callable[[str], str | None] = find_library) -> str:
    """What to do to have it; empty: it is there. Loads nothing."""
    return "" if find("opus") else NEEDED
