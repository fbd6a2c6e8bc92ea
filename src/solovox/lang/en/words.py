"""What English says to us, and what we say in English."""

from dataclasses import replace
from typing import Final

from solovox.lang.en.asking import asks_nothing_yet
from solovox.lang.pack import LanguagePack, read_pack


def _read() -> LanguagePack:
    pack = read_pack("en")
    return replace(pack, hanging=replace(pack.hanging, unasked=asks_nothing_yet))


ENGLISH: Final = _read()
HANGING: Final = ENGLISH.hanging
SENTENCES: Final = ENGLISH.sentences
