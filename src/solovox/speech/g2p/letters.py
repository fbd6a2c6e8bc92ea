"""Letters to sounds: the last resort for a word no dictionary holds.

Ordered rules; at each place the longest rule that fits wins. Made for names and coined words: the
result is always sayable, seldom perfect.
"""

import re
from typing import Final

_RULES: Final = (
    # letters, sound; ^ and $ hold the word's edges, V a vowel letter and C a consonant after it (not consumed)
    ("^kn", "n"), ("^gn", "n"), ("^wr", "ɹ"), ("^ps", "s"), ("^x", "z"), ("^pn", "n"), ("^mc", "mək"), ("^pt", "t"),
    ("tion", "ʃən"), ("ssion", "ʃən"), ("sion", "ʒən"), ("cious", "ʃəs"), ("tious", "ʃəs"), ("cial", "ʃəl"),
    ("tial", "ʃəl"), ("ture$", "ʧəɹ"), ("tures$", "ʧəɹz"), ("ight", "It"), ("igh", "I"), ("ough", "O"), ("augh", "ɔ"),
    ("eigh", "A"), ("tch", "ʧ"), ("dge", "ʤ"), ("sch", "ʃ"), ("chr", "kɹ"), ("ch", "ʧ"), ("sh", "ʃ"), ("th", "θ"),
    ("ph", "f"), ("wh", "w"), ("gh", "ɡ"), ("ck", "k"), ("cc", "k"), ("qu", "kw"), ("q", "k"), ("ngV", "ŋɡ"),
    ("ng", "ŋ"), ("nk", "ŋk"), ("ceV", "sɪ"), ("ciV", "sɪ"), ("sce", "sɛ"), ("sci", "sI"), ("scy", "sI"),
    ("air", "ɛɹ"), ("are$", "ɛɹ"), ("ear", "ɪɹ"), ("eer", "ɪɹ"), ("ier", "iəɹ"), ("oor", "ɔɹ"), ("our", "ɔɹ"),
    ("oar", "ɔɹ"), ("ore$", "ɔɹ"), ("ure$", "jʊɹ"), ("ire$", "Iəɹ"), ("ar", "ɑɹ"), ("er", "əɹ"), ("ir", "ɜɹ"),
    ("or", "ɔɹ"), ("ur", "ɜɹ"), ("arr", "æɹ"), ("err", "ɛɹ"), ("orr", "ɔɹ"),
    ("ai", "A"), ("ay", "A"), ("au", "ɔ"), ("aw", "ɔ"), ("ea", "i"), ("ee", "i"), ("ei", "A"), ("ey$", "i"), ("ey", "A"),
    ("eu", "ju"), ("ew", "u"), ("ie$", "i"), ("ie", "i"), ("oa", "O"), ("oe", "O"), ("oi", "Y"), ("oy", "Y"),
    ("oo", "u"), ("ou", "W"), ("ow$", "O"), ("ow", "W"), ("ue$", "u"), ("ui", "u"), ("uy", "I"),
    ("le$", "əl"), ("les$", "əlz"), ("ism$", "ɪzəm"), ("ous$", "əs"), ("age$", "ɪʤ"), ("ic$", "ɪk"), ("al$", "əl"),
    ("ing$", "ɪŋ"), ("ings$", "ɪŋz"), ("able$", "əbəl"), ("ible$", "əbəl"), ("ment$", "mənt"), ("ness$", "nəs"),
    ("less$", "ləs"), ("ful$", "fəl"), ("y$", "i"), ("o$", "O"), ("a$", "ə"), ("i$", "i"), ("u$", "u"), ("e$", ""),
    ("es$", "z"), ("ed$", "d"), ("^a$", "A"), ("^y", "j"), ("yV", "j"), ("y", "ɪ"),
    ("aCe$", "A"), ("eCe$", "i"), ("iCe$", "I"), ("oCe$", "O"), ("uCe$", "u"), ("yCe$", "I"),
    ("aCes$", "A"), ("iCes$", "I"), ("oCes$", "O"), ("uCes$", "u"), ("aCed$", "A"), ("iCed$", "I"), ("oCed$", "O"),
    ("aCing$", "A"), ("iCing$", "I"), ("oCing$", "O"), ("aCer$", "A"), ("iCer$", "I"), ("oCer$", "O"),
    ("a", "æ"), ("e", "ɛ"), ("i", "ɪ"), ("o", "ɑ"), ("u", "ʌ"),
    ("bb", "b"), ("dd", "d"), ("ff", "f"), ("gg", "ɡ"), ("kk", "k"), ("ll", "l"), ("mm", "m"), ("nn", "n"), ("pp", "p"),
    ("rr", "ɹ"), ("ss", "s"), ("tt", "t"), ("vv", "v"), ("zz", "z"),
    ("b", "b"), ("ce", "sɛ"), ("ci", "sɪ"), ("cy", "si"), ("ce$", "s"), ("ces$", "sᵻz"), ("c", "k"), ("d", "d"),
    ("f", "f"), ("ge$", "ʤ"), ("ge", "ʤɛ"), ("gi", "ʤɪ"), ("gy", "ʤi"), ("g", "ɡ"), ("h", "h"), ("j", "ʤ"), ("k", "k"),
    ("l", "l"), ("mb$", "m"), ("m", "m"), ("n", "n"), ("p", "p"), ("r", "ɹ"), ("se$", "z"), ("s$", "z"), ("s", "s"),
    ("t", "t"), ("v", "v"), ("w", "w"), ("x", "ks"), ("z", "z"),
)  # fmt: skip


def _compile(rule: str) -> re.Pattern[str]:
    core = re.match(r"\^?([a-z]+)", rule)
    assert core is not None
    rest = rule[core.end() :].replace("V", "[aeiouy]").replace("C", "[bcdfgjklmnpqstvz]")
    return re.compile(
        rf"{'^' if rule[0] == '^' else ''}({core[1]})(?={rest})"
        if rest
        else core[0].replace(core[1], f"({core[1]})")
    )


_COMPILED: Final = [(_compile(rule), sound) for rule, sound in sorted(_RULES, key=lambda r: -len(r[0]))]
_VOWEL: Final = re.compile("[æɛɪɑʌAIOWYiuɔəɜʊ]")


def sounds(word: str) -> str:
    """Kokoro phonemes for a word of plain letters; a word without any vowel sound comes out empty."""
    lower = re.sub("[^a-z]", "", word.lower())
    out, at = "", 0
    while at < len(lower):
        for pattern, sound in _COMPILED:
            match = pattern.match(lower, at) if not pattern.pattern.startswith("^") or at == 0 else None
            if match is not None:
                out += sound
                at = match.end(1)
                break
        else:
            at += 1
    return stressed(out)


def stressed(bare: str) -> str:
    """Puts the main stress on the first vowel that can carry it."""
    full = re.search("[æɛɪɑʌAIOWYiuɔɜʊ]", bare)
    weak = _VOWEL.search(bare)
    where = full or weak
    return f"{bare[: where.start()]}ˈ{bare[where.start() :]}" if where else ""
