"""One stretch of markdown prose as it is said: no marks, no addresses, no ids.

Order matters: what has inner structure (links, code, tags) is opened first, then whole tokens
(addresses, ids, paths) are named, then what is left of the marks is dropped.
"""

import html
import re
import unicodedata
from collections.abc import Callable
from typing import Final

from solovox.text.measures import PHONE, SIGNS_OF_MONEY

MARKUP: Final = frozenset("*`#|~_<>[]{}\\^")
"""Characters that are never said."""

LONG_TOKEN: Final = 60
"""A word longer than this is not read out."""
LONG_CODE: Final = 40

_EXTENSIONS: Final = (
    "py|pyi|js|mjs|ts|tsx|jsx|json|jsonl|toml|yaml|yml|md|rst|txt|html|css|csv|sh|rs|go|java|kt|c|h|cpp|hpp|rb"
    "|sql|xml|ini|cfg|conf|lock|log|env|wav|mp3|png|jpg|svg|pdf|ipynb|onnx|bin|zip|gz|exe|xls|xlsx|docx|pptx|swift|php|lua"
)
_UUID: Final = re.compile(r"\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b")
_HASH: Final = re.compile(r"\b(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{7,128}\b")
_URL: Final = re.compile(
    r"<?\b(?:https?|wss?|ftp|file)://(?:[^\s/@<>]*@)?([^\s/?#:<>()\[\]`*]+)[^\s<>`*]*>?", re.IGNORECASE
)
_WWW: Final = re.compile(r"\bwww\.([^\s/?#:<>()\[\]`*]+)[^\s<>`*]*", re.IGNORECASE)
_MAIL: Final = re.compile(r"<?(?:mailto:)?\b([\w.+-]{1,64})@([\w-]{1,64}(?:\.[\w-]{1,64}){1,6})\b>?")
_IMAGE: Final = re.compile(r"!\[([^\]\n]{0,300})\]\([^)\n]{0,2000}\)")
_LINK: Final = re.compile(r"\[([^\]\n]{1,300})\](?:\([^)\n]{0,2000}\)|\[[^\]\n]{0,100}\])")
_NOTE: Final = re.compile(r"\[\^[^\]\n]{1,40}\]:?")
_CODE: Final = re.compile(r"(?<!`)(`{1,3})(?!`)([^\n]{1,400}?)(?<!`)\1(?!`)")
_TAG: Final = re.compile(r"<!--[^\n]{0,400}?-->|</?[A-Za-z][^<>\n]{0,300}>")
_FORMULA: Final = re.compile(r"\\\([^\n]{1,300}?\\\)|\$\$[^\n]{1,300}?\$\$")
_QUOTED_LINE: Final = re.compile(r"\n[ \t]*(?:>[ \t]?)+")
_PATH: Final = re.compile(
    r"(?<![\w.])(?!\d+(?:/\d+)+(?!\w|/|\.\w))(?:(?:~|\.{1,2}|[A-Za-z]:)?[/\\](?:[\w.@+-]+[/\\])*[\w.@+-]*[\w+-][/\\]?"
    rf"|(?:[\w.@+-]+[/\\]){{2,}}(?:[\w.@+-]*[\w+-])?|[\w.@+-]+/[\w.@+-]+\.(?:{_EXTENSIONS})\b)"
)
_FILE: Final = re.compile(rf"(?<![\w.])(\.?[\w-]+(?:\.[\w-]+)*)\.({_EXTENSIONS})\b(?![\w(])")
_MARKUP: Final = re.compile(r"[*`#~_<>\[\]{}^\x00-\x08\x0e-\x1f\x7f]")
_EMOJI: Final = re.compile(
    "[\U0001f000-\U0001faff\U0001fb00-\U000e0fff\u2600-\u27bf\u2300-\u23ff\u2b00-\u2bff\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ufe00-\ufe0f\u20e3\ufeff]"
)
_SNAKE: Final = re.compile(r"\b_*[A-Za-z0-9]+(?:_+[A-Za-z0-9]+)+_*\b|\b_+[A-Za-z0-9]+_*\b")
_CAMEL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_PHONE: Final = re.compile(PHONE)
_BOX: Final = re.compile(r"^\[([ xX])\]\s+")

_SYMBOLS: Final[tuple[tuple[re.Pattern[str], str], ...]] = tuple(
    (re.compile(pattern), said)
    for pattern, said in (
        (r"\b([CFcf])#(?=\W|$)", r"\1 sharp"),
        (r"(?<=\w)\+\+(?!\w)", " plus plus"),
        (rf"([{SIGNS_OF_MONEY}])[-−](?=\d)", r"minus \1"),
        (rf"(?<![\w)\]])[-−](?=[{SIGNS_OF_MONEY}]?\d)", "minus "),
        (r"(?<=[\d)])\s[-−]\s(\S+)(?=\s*(?:=|is\b|equals\b))", r" minus \1"),
        (r"(?<!\S)#(?=\d)", "number "),
        (r"(?<=\d)\s*\*\s*(?=\d)", " times "),
        (r"(?<=\w)\s*\^\s*(?=\w)", " to the power of "),
        (r"\s*(?:<[-=]+>|<->)\s*", " both ways "),
        (r"\s*(?:[-=]+>|[→⇒➜])\s*", " to "),
        (r"\s*<-+\s*|\s*←\s*", " from "),
        (r"\s*(?:!==?|≠)\s*", " is not "),
        (r"(?<=[\w) ])\s*={2,3}\s*(?=[\w(\"' ])", " equals "),
        (r"\s*(?:>=|≥)\s*", " at least "),
        (r"\s*(?:<=|≤)\s*", " at most "),
        (r"(?<=\w)\s+<\s+(?=\w)", " less than "),
        (r"(?<=\w)\s+>\s+(?=\w)", " greater than "),
        (r"\s*&&\s*", " and "),
        (r"\s*\|\|\s*", " or "),
        (r"(?<!\S)~(?=\d)", "about "),
        (r"(?<!\S)--(?=[A-Za-z])", "dash dash "),
        (r"(\w)\(\)", r"\1"),
    )
)


def say(raw: str) -> str:
    """How a stretch of one paragraph is said; empty when nothing in it is worth saying."""
    text = _open_structure(_QUOTED_LINE.sub("\n", raw.strip()))
    text = _name_tokens(text)
    for pattern, said in _SYMBOLS:
        text = pattern.sub(said, text)
    text = _MARKUP.sub("", text.replace("|", " ").replace("\\", " "))
    if not text.isascii():
        text = "".join(c for c in text if _sayable(c))
    text = re.sub(r"\s+([,.;:!?…)])|(?<=\()\s+", r"\1", " ".join(text.split()))
    return text if any(c.isalnum() for c in text) else ""


def say_code(code: str) -> str:
    """How a code span is said: names by their words, anything longer by what it is."""
    code = code.strip()
    if len(code) > LONG_CODE or sum(not c.isalnum() and c not in " _-./()" for c in code) > 3:
        return "some code"
    return _CAMEL.sub(" ", _name_tokens(code))


def say_path(path: str) -> str:
    """The last part of a path: `src/app/main.py` is "main dot py"."""
    parts = [part for part in re.split(r"[/\\]", path) if part.strip(".~")]
    last = parts[-1] if parts else "root"
    return _spaced(last).replace(".", " dot ").strip()


def _open_structure(text: str) -> str:
    box = _BOX.match(text)
    if box:
        text = ("done: " if box.group(1) in "xX" else "to do: ") + text[box.end() :]
    text = _replace(_CODE, text, lambda found: " " + say_code(found.group(2)) + " ", "`")
    text = _replace(
        _IMAGE, text, lambda found: f"an image: {found.group(1)}" if found.group(1) else "an image", "!["
    )
    text = _replace(_NOTE, text, lambda found: "", "[^")
    text = _replace(_LINK, text, lambda found: found.group(1), "[")
    text = _replace(_FORMULA, text, lambda found: "a formula", "\\(", "$$")
    text = _replace(_URL, text, _link, "://")
    text = _replace(
        _MAIL, text, lambda found: f"{found.group(1)} at {found.group(2).replace('.', ' dot ')}", "@"
    )
    text = _replace(_TAG, text, lambda found: " ", "<")
    return html.unescape(text) if "&" in text else text


def _name_tokens(text: str) -> str:
    text = _replace(_URL, text, _link, "://")
    text = _replace(_WWW, text, _link, "www.", "WWW.")
    text = _PHONE.sub(_one_by_one, text)
    text = _replace(_UUID, text, lambda found: "an ID", "-")
    text = _HASH.sub(lambda found: f"hash starting {' '.join(found.group()[:4])}", text)
    text = _replace(_PATH, text, lambda found: say_path(found.group()), "/", "\\")
    text = _replace(_FILE, text, lambda found: f"{_spaced(found.group(1))} dot {found.group(2)}", ".")
    text = _replace(_SNAKE, text, lambda found: _spaced(found.group()), "_")
    return " ".join("a long string" if len(word) > LONG_TOKEN else word for word in text.split())


def _replace(pattern: re.Pattern[str], text: str, say: Callable[[re.Match[str]], str], *signs: str) -> str:
    """Substitutes only where one of the signs occurs at all: most prose has none of them."""
    return pattern.sub(say, text) if any(sign in text for sign in signs) else text


def _one_by_one(found: re.Match[str]) -> str:
    """A telephone number, digit by digit, with a rest after each group."""
    groups = re.findall(r"\d+", found.group())
    return ("plus " if found.group()[0] == "+" else "") + ", ".join(" ".join(group) for group in groups)


def _link(found: re.Match[str]) -> str:
    host = found.group(1).casefold().removeprefix("www.").rstrip(".,;:!?")
    end = found.group().rstrip(">")
    tail = end[len(end.rstrip(".,;:!?)")) :]
    return f"a link to {host}{tail}"


def _spaced(name: str) -> str:
    return " ".join(name.replace("_", " ").split())


def _sayable(c: str) -> bool:
    return _EMOJI.match(c) is None and unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn")
