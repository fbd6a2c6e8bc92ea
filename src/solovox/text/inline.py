"""One stretch of markdown prose as it is said: no marks, no addresses, no ids.

Order matters: what has inner structure (code, links, tags) is opened first, then whole tokens
(addresses, ids, paths) are named, then signs are said, and what is left of the marks is dropped.
What was code is in words at once, and only its place goes through the rest.
"""

import html
import re
import unicodedata
from typing import Final

from solovox.text.code_words import say_code
from solovox.text.named import KEPT, InWords, name_links, name_tokens, replace
from solovox.text.operators import in_words, marks_in_words

MARKUP: Final = frozenset("*`#|~_<>[]{}\\^")
"""Characters that are never said."""

_IMAGE: Final = re.compile(r"!\[([^\]\n]{0,300})\]\([^)\n]{0,2000}\)")
_LINK: Final = re.compile(
    r"\[([^\]\n]{1,300})\](?:\((?:[^()\n]|\([^()\n]{0,200}\)){0,2000}\)|\[[^\]\n]{0,100}\])"
)
_NOTE: Final = re.compile(r"\[\^[^\]\n]{1,40}\]:?")
_CODE: Final = re.compile(r"(?<!`)(`{1,3})(?!`)([^\n]{1,400}?)(?<!`)\1(?!`)")
_STRUCK: Final = re.compile(r"~~(?=[^\s~])([^~\n]{1,400})~~(?=([ \t]*[^\W_])?)")
_TAG: Final = re.compile(r"<!--[^\n]{0,400}?-->|</?([A-Za-z][\w.]*)[^<>\n]{0,300}>")
_FORMULA: Final = re.compile(
    r"\\\([^\n]{1,300}?\\\)|\$\$[^\n]{1,300}?\$\$"
    r"|(?<![\w$\\])\$(?=[^\s$])(?=[^$\n]*[\\^_{=]|[A-Za-z]\$)[^$\n]{0,300}?(?<=[^\s\\])\$(?![\w$])"
)
_PLAIN: Final = re.compile(r"\s*(?:[A-Za-z]{1,25}(?:[-'’][A-Za-z]{1,25})?[,.;:!?]*(?:\s+|$))*")
"""Words alone, as most of what is written: nothing to do."""
_QUOTED_LINE: Final = re.compile(r"\n[ \t]*(?:>[ \t]?)+")
_MARKUP: Final = re.compile(r"[*`#~_<>\[\]{}^\x00-\x08\x0e-\x1f\x7f]")
_UNSAID: Final = re.compile(
    "[\U0001f000-\U0001faff\U0001fb00-\U000e0fff\u2500-\u27bf\u2300-\u23ff\u2b00-\u2bff\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ufe00-\ufe0f\u20e3\ufeff]"
)
"""Pictures, lines of drawings, and what is not seen."""
_PRIVATE: Final = re.compile(f"[{KEPT}]")
_PROMPT: Final = re.compile(r"^[ \t]*\$[ \t]+(?=\S)", re.MULTILINE)
_BOX: Final = re.compile(r"^\[([ xX])\]\s+")
_ALERT: Final = re.compile(r"^\[!(\w{3,20})\]")


def say(raw: str) -> str:
    """How a stretch of one paragraph is said; empty when nothing in it is worth saying."""
    if _PLAIN.fullmatch(raw):
        return " ".join(raw.split())
    text, kept = _QUOTED_LINE.sub("\n", raw.strip()), InWords()
    text = text if text.isascii() else _PRIVATE.sub("", text)
    if "`" in text:
        text = _CODE.sub(lambda found: kept.put(f" {say_code(found[2])} "), text)
    text = _open_structure(marks_in_words(text), kept)
    text = kept.filled(in_words(name_tokens(text, kept)))
    text = _MARKUP.sub("", text.replace("|", " ").replace("\\", " ").replace("://", " "))
    if not text.isascii():
        text = "".join(c for c in text if _sayable(c))
    text = re.sub(r"\s+([,.;:!?…)](?!\w))|(?<=\()\s+", r"\1", " ".join(text.split()))
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
    text = replace(_STRUCK, text, lambda found: f"crossed out: {found[1]}{',' if found[2] else ''}", "~~")
    text = replace(_TAG, name_links(text, kept), _tag, "<")
    return html.unescape(text) if "&" in text else text


def _tag(found: re.Match[str]) -> str:
    """A tag of HTML is not said; what begins with a capital is a part of a program."""
    return f" {found[1]} " if found[1] and found[1][0].isupper() else " "


def _sayable(c: str) -> bool:
    return _UNSAID.match(c) is None and unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn")
