"""Values as they are written, each with what may be said of it: made by rules, and by none of the product's.

What may be said is a regular expression over words in lower case, letters one by one. A fifth is kept apart by a seed.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

from solovox.speech.g2p.spoken_tokens import TokenKind, tokens
from solovox.text.speakable import Speakable
from text import value_amounts as amounts
from text import value_names as names

APART = 7
"""The seed of those that are kept apart."""
EACH = 75
"""Draws of each kind."""


@dataclass(frozen=True)
class WrittenValue:
    """One text, what kind of value is in it, and what may be said of the text."""

    kind: str
    text: str
    said: str


KINDS = {
    "whole numbers": amounts.draw_whole, "decimals": amounts.draw_decimal, "negatives": amounts.draw_negative, "exponents": amounts.draw_scientific, "fractions": amounts.draw_fraction, "fraction characters": amounts.draw_vulgar,
    "powers": amounts.draw_power, "ranges": amounts.draw_range, "comparisons": amounts.draw_comparison, "arrows": amounts.draw_arrow, "money": amounts.draw_american_money, "money with a scale": amounts.draw_scaled_money,
    "money of other locales": amounts.draw_foreign_money, "units": amounts.draw_unit, "areas and sizes": amounts.draw_square, "rates": amounts.draw_rate, "percentages": amounts.draw_percent, "dates": names.draw_date,
    "times of day": names.draw_clock, "ISO times": names.draw_timestamp, "versions": names.draw_version, "version ranges": names.draw_constraint, "IP addresses": names.draw_address, "telephone numbers": names.draw_phone,
    "Roman numerals": names.draw_roman, "identifiers": names.draw_identifier, "links": names.draw_link, "files": names.draw_file, "flags": names.draw_flag, "signs": names.draw_sign, "ordinals and decades": names.draw_row, "codes": names.draw_code,
}  # fmt: skip
LEADS = (("It says ", "it says "), ("We saw ", "we saw "), ("The note has ", "the note has "))


def values(*, apart: bool) -> list[WrittenValue]:
    """Those kept apart, or all others; the same ones each time."""
    return [value for value, kept in _drawn() if kept is apart]


def _drawn() -> Iterator[tuple[WrittenValue, bool]]:
    keep = random.Random(APART)
    seen: set[str] = set()
    for kind, draw in KINDS.items():
        r = random.Random(kind)
        for _ in range(EACH):
            written, said = draw(r)
            lead, before = r.choice(LEADS)
            end, behind = r.choice([(".", ""), (" today.", " today"), (", and so on.", " and so on")])
            if written.endswith("."):
                end, behind = r.choice([("", ""), (" Then stop.", " then stop")])
            kept = keep.random() < 0.2
            if written not in seen:
                yield WrittenValue(kind, f"{lead}{written}{end}", f"{before}(?:{said}){behind}"), kept
                seen.add(written)


def pieces(text: str) -> list[str]:
    """What is said of a text, as it is given to a voice."""
    speakable = Speakable()
    return [piece.said for piece in speakable.feed(text) + speakable.finish() if piece.said]


def spoken(text: str) -> str:
    """What our own voice says of a text, in lower case, letters one by one."""
    said = [token for piece in pieces(text) for token in tokens(piece) if token.kind is not TokenKind.MARK]
    words = (
        " ".join(token.text)
        if token.kind is TokenKind.LETTERS or token.text == "GPT"
        else token.text.replace("-", " ")
        for token in said
    )
    return " ".join(words).casefold().replace("'", "")


def right(value: WrittenValue) -> bool:
    """Whether our own voice says it in one of the ways it may be said."""
    return re.fullmatch(value.said, spoken(value.text)) is not None
