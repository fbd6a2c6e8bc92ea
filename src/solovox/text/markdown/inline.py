"""One stretch of markdown prose as it is said: no marks, no addresses, no ids.

Order matters: what has inner structure (code, links, tags) is opened first, then whole tokens
(addresses, ids, paths) are named, then signs are said, and what is left of the marks is dropped.
What was code is in words at once, and only its place goes through the rest.

A code span is said by the words of its names, a short command sign by sign, anything longer by what it is.
What a sign is called is the one table's (`signs`, by its place in `spoken_units`): "a != b" is "a is not b", "~30" is "about 30".
"""

import html
import re
import unicodedata
from typing import Final

from solovox.lang.en.units import SIGNS_OF_MONEY
from solovox.text.markdown.named import (
    KEPT,
    InWords,
    alternatives,
    name_hosts,
    name_links,
    name_tokens,
    replace,
    say_path,
)
from solovox.text.spoken.forms import Unit, UnitKind
from solovox.text.spoken.signs import ALONE, carries_value
from solovox.text.spoken.spoken_units import units

LONG_CODE: Final = 40
"""What is longer is said only if it reads as a sentence: the message of an error."""
LONG_MESSAGE: Final = 160
MOST_SIGNS: Final = 3

SOME_CODE: Final = "some code"
_ESCAPES: Final = re.compile(r"(?:\\[nrtbfv0'\"\\])+")
_COMPONENT: Final = re.compile(r"</?\s*([A-Za-z][\w.:-]*)\s*/?>")
_HIDDEN: Final = re.compile(r"%[-\d.]*[a-z]|&#?\w+;")
_SLASHED: Final = re.compile(r"\*+\.[\w.*]+|[\"'(]?[\w.@+~$%{}:\[\]*-]*(?:[/\\]|::)[^\s\"',;|&=]*")
_PAIRS: Final = re.compile("[<>=!~]=|&&|[-=]>")
_IDENTIFIER: Final = re.compile(r"\b[A-Za-z]\w*")
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LEFT: Final = str.maketrans("", "", "[]{}<>*")


def say_code(code: str) -> str:
    """How a code span is said."""
    code = code.strip()
    if code in ALONE:
        return ALONE[code]
    if _HIDDEN.fullmatch(code):
        return SOME_CODE
    if _ESCAPES.fullmatch(code):
        return " ".join(f"backslash {sign}" for sign in code[1::2])
    if component := _COMPONENT.fullmatch(code):
        return humps(component[1])
    kept = InWords()
    bare = " ".join(_name(word, kept) for word in code.split())
    if not _easy(bare):
        return SOME_CODE
    said = kept.fill(humps(code_in_words(bare)))
    return " ".join(said.translate(_LEFT).split())


def humps(name: str) -> str:
    """A name with its words apart: `getUserName` is "get User Name"."""
    return _IDENTIFIER.sub(lambda found: _HUMP.sub(" ", found[0]), name)


def _name(word: str, kept: InWords) -> str:
    """A word, or the place of what it is called: an address, a path, an ID."""
    slashed = _SLASHED.fullmatch(word) and any(c.isalnum() for c in word) and not alternatives(word)
    if slashed and name_links(word, InWords()) == word:
        return kept.put(name_tokens(say_path(word), kept))
    return name_tokens(word, kept)


def _easy(code: str) -> bool:
    """Whether a listener can follow it."""
    bare = _PAIRS.sub("=", code)
    signs = sum(not c.isalnum() and c not in " _-./()" and not "\ue000" <= c <= "\uf8ff" for c in bare)
    if signs > MOST_SIGNS:
        return False
    words = code.split()
    message = len(words) > 3 and not any(word.startswith("-") or "=" in word for word in words)
    return len(code) <= (LONG_MESSAGE if message else LONG_CODE)


MARKUP: Final = frozenset("*`#|~_<>[]{}\\^")
"""Characters that are never said."""

_IMAGE: Final = re.compile(r"!\[([^\]\n]{0,300})\]\([^)\n]{0,2000}\)")
_LINK: Final = re.compile(
    r"\[([^\]\n]{1,300})\](?:\((?:[^()\n]|\([^()\n]{0,200}\)){0,2000}\)|\[[^\]\n]{0,100}\])"
)
_NOTE: Final = re.compile(r"\[\^[^\]\n]{1,40}\]:?")
_CODE: Final = re.compile(r"(?<!`)(`{1,3})(?!`)([^\n]{1,400}?)(?<!`)\1(?!`)")
_STRUCK: Final = re.compile(r"~~(?=[^\s~])([^~\n]{1,400})~~(?=([ \t]*[^\W_])?)")
_TAG: Final = re.compile(
    r"<!--[^\n]{0,400}?-->|</?([A-Za-z][\w.]*)(?=[\s/]*>|[^<>\n]*[=:-])(?:[\s/:-][^<>\n]{0,300})?>"
    r"|(?<![\w)\]])</?([A-Za-z][\w.]*)[^<>\n]{0,300}>"
)
_CUT_TAG: Final = re.compile(r"<(?=/|[A-Za-z][\w-]*\s+[\w:@-]+=)|(?<=[\"'/])\s?>|--+>")
"""What is left of a tag that is longer than a piece."""
_HIGHLIGHT: Final = re.compile(r"(?<![=\w])==(?=[^\s=])([^=\n]{1,300}?)(?<=\S)==(?![=\w])")
_FORMULA: Final = re.compile(
    r"\\\([^\n]{1,300}?\\\)|\$\$[^\n]{1,300}?\$\$"
    r"|(?<![\w$\\])\$(?=[^\s$])(?=[^$\n]*[\\^_{=]|[A-Za-z]\$)[^$\n]{0,300}?(?<=[^\s\\])\$(?![\w$])"
)
_PLAIN: Final = re.compile(r"\s*(?:[A-Za-z]{1,25}(?:[-'’][A-Za-z]{1,25})?[,.;:!?]*(?:\s+|$))*")
"""Words alone, as most of what is written: nothing to do."""
_QUOTED_LINE: Final = re.compile(r"\n[ \t]*(?:>(?![=\d])[ \t]?)+")
_MARKUP: Final = re.compile(r"[*`#~_<>\[\]{}^\x00-\x08\x0e-\x1f\x7f]")
_UNSAID: Final = re.compile(
    "[\U0001f000-\U0001faff\U0001fb00-\U000e0fff\u2500-\u27bf\u2300-\u23ff\u2b00-\u2bff\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ufe00-\ufe0f\u20e3\ufeff]"
)
"""Pictures, lines of drawings, and what is not seen."""
_GROUPS: Final = re.compile(r"(?<=\d)[\u00a0\u2009](?=\d{3}(?!\d))")
_SPACES: Final = re.compile(r"[^\S\u202f]+")
"""All but the one between the groups of a number."""
_PRIVATE: Final = re.compile(f"[{KEPT}]")
_PROMPT: Final = re.compile(r"^[ \t]*\$[ \t]+(?=\S)", re.MULTILINE)
_BOX: Final = re.compile(r"^\[([ xX])\]\s+")
_ALERT: Final = re.compile(r"^\[!(\w{3,20})\]")


def say(raw: str) -> str:
    """How a stretch of one paragraph is said; empty when nothing in it is worth saying."""
    if _PLAIN.fullmatch(raw):
        return " ".join(raw.split())
    text, kept = _QUOTED_LINE.sub("\n", raw).strip(), InWords()
    text = text if text.isascii() else _PRIVATE.sub("", text)
    if "`" in text:
        text = _CODE.sub(lambda found: kept.put(f" {say_code(found[2])} "), text)
    text = _open_structure(marks_in_words(text), kept)
    text = kept.fill(in_words(name_tokens(text, kept)))
    text = _MARKUP.sub("", text.replace("|", " ").replace("\\", " ").replace("://", " "))
    if not text.isascii():
        text = "".join(c for c in text if _sayable(c))
    text = re.sub(
        r"\s+([,.;:!?…)](?!\w)|['’]s\b)|(?<=\()\s+",
        r"\1",
        _SPACES.sub(" ", _GROUPS.sub("\u202f", text)).strip(),
    )
    return text if any(c.isalnum() for c in text) else ""


def _open_structure(text: str, kept: InWords) -> str:
    if box := _BOX.match(text):
        text = ("done: " if box[1] in "xX" else "to do: ") + text[box.end() :]
    text = replace(_PROMPT, text, lambda found: "", "$")
    text = _ALERT.sub(lambda found: f"{found[1].capitalize()}: ", text)
    text = replace(_IMAGE, text, lambda found: f"an image: {found[1]}" if found[1] else "an image", "![")
    text = replace(_NOTE, text, lambda found: "", "[^")
    text = replace(_LINK, text, lambda found: found[1], "[")
    text = replace(_FORMULA, text, lambda found: "a formula", "\\(", "$")
    text = replace(_HIGHLIGHT, text, lambda found: found[1], "==")
    text = replace(_STRUCK, text, lambda found: f"crossed out: {found[1]}{',' if found[2] else ''}", "~~")
    text = replace(_TAG, name_hosts(name_links(text, kept), kept), _tag, "<")
    text = replace(_CUT_TAG, text, lambda found: " ", "<", ">")
    return html.unescape(text) if "&" in text else text


def _tag(found: re.Match[str]) -> str:
    """A tag of HTML is not said; what begins with a capital is a part of a program."""
    name = found[1] or found[2] or ""
    return f" {name if '=' in found[0] else found[0].strip('</>')} " if name[:1].isupper() else " "


def _sayable(c: str) -> bool:
    return carries_value(c) or (
        _UNSAID.match(c) is None and unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn")
    )


_Rules = tuple[tuple[re.Pattern[str], str], ...]


def _rules(*rules: tuple[str, str]) -> _Rules:
    return tuple((re.compile(pattern), said) for pattern, said in rules)


_FIRST: Final = _rules(
    (r"(?<![\w)])\+(\d[\d.,]*)\s*/\s*[-−](?=\d)", r"plus \1, minus "),
    (r"\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))", r"\1\2"),
    (r"(\w)\(\)", r"\1"),
)
_PLACEHOLDER: Final = (r"(?<!\w)<([A-Za-z][\w -]*)>", r" \1 ")
_GENERIC: Final = (r"(?<=\w)<([A-Za-z&][\w&,.:\[\] ]*)>", r" \1")
_IN_CODE: Final = _rules(
    _PLACEHOLDER,
    _GENERIC,
    _GENERIC,
    (r"\?\.", " "),
    (r"!(?=[\w(])", "not "),
    (r"\s\+=\s", " plus equals "),
    (r"\s-=\s", " minus equals "),
    (r"\s\+\s", " plus "),
    (r"\s\|\s", " pipe "),
    (r"(?<=\w)\|(?=\w)", " or "),
    (r"(?<=\w)~(?=\d)", " tilde "),
    (r"(?<!\S)(?<!\d )\*(?! \d)(?!\S)", "star"),
    (r"(?<!\S)@(?=\w)", "at "),
    (r"(?<=[\w\])])\[", " "),
    (r"%(\w{2,})%", r"\1"),
)
_CROSS: Final = re.compile("[❌✗✘✖🚫⛔]\ufe0f?[ \t]*(?=(\\S)?)")
_CHECK: Final = re.compile("(?:(?<=[:|])|(?<=[:|] ))[✅✓✔☑]\ufe0f?")
"""Behind what it affirms; elsewhere it adorns."""
_WARNING: Final = re.compile(r"⚠️?[ \t]*(?=([*_ \t]*(?:warning|caution|attention)\b)?)", re.IGNORECASE)
_ANY: Final = re.compile(r"[-*#~<>^|=+&−–→⇒➜←↔≠≥≤$(]")
"""Most prose has none of the signs at all."""
_SPOKEN: Final = re.compile(r"[*~<>^=→⇒➜←↔≠≥≤]|\+\+|&&|\|\||#.")
_GAIN: Final = re.compile(r"(?<![\w)\]])\+(?=\d)")
_DASHES: Final = re.compile(r"\s?[-−–]{1,2}\s?")
_SIGNED: Final = re.compile(rf"([{SIGNS_OF_MONEY}]?)([-−–+])")
_POWER: Final = re.compile(r"\s?(?:\^|\*\*)\s?([-−]?)(\d+)")


def in_words(text: str) -> str:
    """Signs of prose."""
    return _signs(_apply_rules(_FIRST, text)) if _ANY.search(text) else text


def code_in_words(code: str) -> str:
    """Signs of a line of code, or of a command."""
    return in_words(_apply_rules(_IN_CODE, code))


def _signs(text: str) -> str:
    parts: list[str] = []
    at = 0
    for unit in units(text):
        said = "plus" if _GAIN.match(text, unit.first) else _in_words(unit)
        if said:
            parts += [text[at : unit.first], f" {said} "]
            at = unit.end
    return "".join([*parts, text[at:]])


def _in_words(unit: Unit) -> str:
    if unit.kind is UnitKind.NUMBER and (found := _SIGNED.match(unit.written)):
        return f"{'plus' if found[2] == '+' else 'minus'} {found[1]}{unit.written[found.end() :]}"
    if unit.kind is not UnitKind.SIGN or unit.written[0].isalpha():
        return ""
    if power := _POWER.fullmatch(unit.written):
        known = {"2": "squared", "3": "cubed"}.get(power[2]) if not power[1] else None
        return known or f"to the power of {'minus ' if power[1] else ''}{power[2]}"
    if _DASHES.fullmatch(unit.written):
        return unit.aloud if unit.aloud.startswith(("minus", "dash")) else ""
    return unit.aloud if _SPOKEN.search(unit.written) or unit.aloud in ("number", "sharp") else ""


def marks_in_words(text: str) -> str:
    """Pictures that deny, affirm or warn; any other is not said."""
    if text.isascii():
        return text
    text = _CROSS.sub(lambda found: "cross: " if found[1] else "cross", text)
    text = _CHECK.sub("check", text)
    return _WARNING.sub(lambda found: "" if found[1] else "warning: ", text)


def _apply_rules(rules: _Rules, text: str) -> str:
    for pattern, said in rules:
        text = pattern.sub(said, text)
    return text
