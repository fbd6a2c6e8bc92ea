"""Word error rate after normalising case, punctuation and numbers."""

import re

from solovox.text.matching import compare

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
NUMBERS = {word: n for n, word in enumerate(_ONES)} | {word: 10 * n for n, word in enumerate(_TENS, 2)}
SAME = {"mr": "mister", "okay": "ok", "readme": "read me", "metres": "meters"}


def normal(text):
    """Words in lower case; numbers as digits ("twenty five" = 25, "two nine" = 29); no punctuation."""
    words = (
        re.sub(r"[^a-z0-9' ]", " ", text.lower().replace("-", " ").replace("’", "'")).replace("'", "").split()
    )
    out = []
    for word in " ".join(SAME.get(word, word) for word in words).split():
        value = str(NUMBERS[word]) if word in NUMBERS else word
        last = out[-1] if out else ""
        if value.isdigit() and last.isdigit():
            if len(value) == 1 and value != "0" and re.fullmatch(r"[2-9]0", last):
                out[-1] = str(int(last) + int(value))
                continue
            if len(value) == 1 or word.isdigit():
                out[-1] += value
                continue
        out.append(value)
    return out


def score(pairs):
    """`(reference, heard)` texts as words, errors, WER in percent, and how many were exact."""
    normals = [(normal(reference), normal(heard)) for reference, heard in pairs]
    wrong = [compare(reference, heard).count for reference, heard in normals]
    words = sum(len(reference) for reference, _ in normals)
    return {
        "clips": len(pairs),
        "words": words,
        "wer": round(100 * sum(wrong) / max(1, words), 1),
        "exact": sum(not count for count in wrong),
    }
