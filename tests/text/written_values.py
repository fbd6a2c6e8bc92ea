"""Values as they are written, each with what may be said of it: made by rules, and by none of the product's.

What may be said is a regular expression over words in lower case, letters one by one. A fifth is kept apart by a seed.
"""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from solovox.speech.g2p.spoken_tokens import TokenKind, tokens
from solovox.text.speakable import Speakable
from text import value_amounts as amounts
from text import value_names as names
from text import value_tables as tables

APART = 7
"""The seed of those that are kept apart."""
EACH, SENTENCES = 75, 450
"""Draws of each kind."""
Draw = Callable[[random.Random], tuple[str, str]]


@dataclass(frozen=True)
class WrittenValue:
    """A value in a sentence, what kind it is, and what may be said of the whole."""

    kind: str
    lead: str
    written: str
    end: str
    said: str

    @property
    def text(self) -> str:
        """The sentence."""
        return f"{self.lead}{self.written}{self.end}"


KINDS: dict[str, Draw] = {
    "whole numbers": amounts.draw_whole, "decimals": amounts.draw_decimal, "negatives": amounts.draw_negative, "exponents": amounts.draw_scientific, "fractions": amounts.draw_fraction, "fraction characters": amounts.draw_vulgar,
    "powers": amounts.draw_power, "ranges": amounts.draw_range, "comparisons": amounts.draw_comparison, "arrows": amounts.draw_arrow, "money": amounts.draw_american_money, "money with a scale": amounts.draw_scaled_money,
    "money of other locales": amounts.draw_foreign_money, "units": amounts.draw_unit, "areas and sizes": amounts.draw_square, "rates": amounts.draw_rate, "percentages": amounts.draw_percent, "dates": names.draw_date,
    "times of day": names.draw_clock, "ISO times": names.draw_timestamp, "versions": names.draw_version, "version ranges": names.draw_constraint, "IP addresses": names.draw_address, "telephone numbers": names.draw_phone,
    "Roman numerals": names.draw_roman, "identifiers": names.draw_identifier, "links": names.draw_link, "files": names.draw_file, "flags": names.draw_flag, "signs": names.draw_sign, "ordinals and decades": names.draw_row, "codes": names.draw_code,
}  # fmt: skip
FROM_TABLES: dict[str, Draw] = {
    "digits of other scripts": tables.draw_other_digits, "numerals in one character": tables.draw_numeral, "signs by name": tables.draw_named_sign,
    "numbers of other locales": tables.draw_other_locale, "units in one character": tables.draw_compatible, "sentences": tables.draw_sentence,
}  # fmt: skip
LEADS = (("It says ", "it says "), ("We saw ", "we saw "), ("The note has ", "the note has "))


def values(*, apart: bool) -> list[WrittenValue]:
    """Those kept apart, or all others; the same ones each time."""
    return [value for value, kept in [*_drawn(KINDS), *_drawn(FROM_TABLES)] if kept is apart]


def _drawn(kinds: dict[str, Draw]) -> Iterator[tuple[WrittenValue, bool]]:
    keep = random.Random(APART)
    seen: set[str] = set()
    for kind, draw in kinds.items():
        r = random.Random(kind)
        for _ in range(SENTENCES if kind == "sentences" else EACH):
            written, said = draw(r)
            lead, before = r.choice(LEADS)
            end, behind = r.choice([(".", ""), (" today.", " today"), (", and so on.", " and so on")])
            if kind == "sentences":
                lead = before = end = behind = ""
            if written.endswith("."):
                end, behind = r.choice([("", ""), (" Then stop.", " then stop")])
            kept = keep.random() < 0.2
            if written not in seen:
                yield WrittenValue(kind, lead, written, end, f"{before}(?:{said}){behind}"), kept
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
