"""Which language pack is spoken with: one, or all of them where the language is found out (`auto`).

Rule 1: a language without a pack has no phrase: all that is said in it is words, for the agent. Our own sentences are English there.
Rule 2: with several packs a phrase of any counts; no two of ours take one for different things. What is a no in one of them is no yes.
"""

from collections.abc import Sequence
from dataclasses import fields, replace
from functools import cache, reduce
from typing import Any, Final

from solovox.lang.en.words import ENGLISH
from solovox.lang.pack import NOTHING_HANGS, AgainWords, AnyConsent, LanguagePack, LineWords, read_pack

AUTO: Final = "auto"
DEFAULT: Final = "en"
PACKS: Final = {"en": ENGLISH} | {locale: read_pack(locale) for locale in ("de", "fr", "es", "it", "pt")}
"""But for English never heard by a native speaker."""
HEARD: Final = tuple(
    (
        "af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja"
        " jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq"
        " sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo zh"
    ).split()
)
"""The codes of the languages that Whisper was trained with."""


UNREAD: Final = "Answers are shown and not read: the voice of this machine speaks English only. A live model reads other languages, too."


@cache
def pack_of(language: str) -> LanguagePack:
    """The pack of a code, or of `auto`."""
    if language == AUTO:
        return join_packs(tuple(PACKS.values()))
    return PACKS.get(language) or LanguagePack(  # rule 1
        locale=language, sentences=ENGLISH.sentences, unread=UNREAD
    )


def join_packs(packs: Sequence[LanguagePack]) -> LanguagePack:
    """What several languages say to us, at once (rule 2). Our own sentences are those of the first. Which words go on is not known."""
    every: LanguagePack = reduce(_both, packs)
    return replace(
        every,
        locale=AUTO,
        consents=AnyConsent(each=tuple(pack.consents for pack in packs)),
        lines=replace(every.lines, ones=(), tens=()),  # numbers in figures, which all write
        queues=tuple(one for one in every.queues if one not in every.greets),  # "also" is German for "well"
        hanging=NOTHING_HANGS,
        sentences=packs[0].sentences,
    )


def _both(one: Any, other: Any) -> Any:
    """Two sets, tuples or records of them, with what either has."""
    match one:
        case frozenset():
            return one | other
        case tuple():
            return tuple(dict.fromkeys((*one, *other)))
        case dict():
            return {name: _both(told, other[name]) for name, told in one.items()}
        case LanguagePack() | LineWords() | AgainWords():
            names = [field.name for field in fields(one)]
            return replace(one, **{name: _both(getattr(one, name), getattr(other, name)) for name in names})
        case _:
            return one
