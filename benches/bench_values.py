"""Which share of written values the mouth says right, by kind: of those it was made for, and of those kept apart.

`--wrong` prints what is said wrong; nothing prints the values that are kept apart, only their shares.
"""

import re
import sys
from collections import Counter

from written_values import KINDS, values

from solovox.speech.g2p.spoken_tokens import TokenKind, tokens
from solovox.text.speakable import Speakable


def spoken(text):
    """What is said of a text, in lower case; letters one by one."""
    speakable = Speakable()
    pieces = [piece.said for piece in speakable.feed(text) + speakable.finish()]
    said = [token for piece in pieces for token in tokens(piece) if token.kind is not TokenKind.MARK]
    words = (" ".join(token.text) if _letters(token) else token.text.replace("-", " ") for token in said)
    return " ".join(words).casefold().replace("'", "")


def _letters(token):
    acronym = token.text in ("GPT", "PIN", "ZIP") and token.text == "GPT"
    return token.kind is TokenKind.LETTERS or acronym


def right(value):
    """Whether the mouth says it in one of the ways it may be said."""
    return re.fullmatch(value.said, spoken(value.text)) is not None


def main():
    shares = {}
    for apart in (False, True):
        found, known = values(apart=apart), Counter()
        for value in found:
            ok = right(value)
            known[value.kind] += ok
            if not ok and not apart and "--wrong" in sys.argv:
                print(f"{value.kind}: {value.text!r} is said {spoken(value.text)!r}")
        shares[apart] = known, Counter(value.kind for value in found)
    print("| kind | known | apart |\n|---|---|---|")
    for kind in KINDS:
        print(
            f"| {kind} | "
            + " | ".join(f"{shares[apart][0][kind]}/{shares[apart][1][kind]}" for apart in (False, True))
            + " |"
        )
    totals = [(sum(known.values()), sum(every.values())) for known, every in shares.values()]
    print("| all | " + " | ".join(f"{ok}/{every} ({ok / every:.1%})" for ok, every in totals) + " |")


if __name__ == "__main__":
    main()
