"""What addresses, paths and ids are called: a link by its host, a path by its last part and its line, an ID by what it is."""

import re
from collections.abc import Callable
from typing import Final

from solovox.lang.en.units import PHONE
from solovox.text.names.code_talk import common

LONG_TOKEN: Final = 60
"""A word longer than this is not read out."""

KEPT: Final = "\ue000-\uf8ff"
"""The characters that stand for what is in words already, as a class: letters of no language."""
FIRST_KEPT: Final = 0xE000
MOST_KEPT: Final = 0x1800

_EXTENSIONS: Final = (
    "py|pyi|js|mjs|cjs|ts|mts|cts|tsx|jsx|json|jsonl|jsonc|toml|yaml|yml|md|mdx|rst|txt|html|css|scss|csv|tsv|sh|ps1|bat"
    "|rs|go|java|kt|kts|c|h|cpp|hpp|cc|cs|rb|erb|ex|exs|sql|xml|ini|cfg|conf|lock|log|env|wav|mp3|mp4|png|jpg|jpeg|gif|webp"
    "|svg|ico|pdf|ipynb|onnx|bin|zip|gz|tgz|whl|jar|dll|exe|xls|xlsx|docx|pptx|swift|php|lua|vue|svelte|tf|proto|graphql"
    "|prisma|gradle|properties|csproj|sln|mod|sum|db|sqlite|dump|pid|patch|diff|plist|pem|crt|dart|scala|zig|nix|jl|hs|service"
)
_PLACE: Final = (
    r"(?:(?::|\#L)(?P<line>\d+)(?::(?P<column>\d+)|[-–]L?(?P<last>\d+))?|\((?P<row>\d+),(?P<at>\d+)\))?"
)
_UUID: Final = re.compile(r"\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b")
_HASH: Final = re.compile(
    r"(?:\bsha(?:1|256|512)[:-])?\b(?!ed25519\b)(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{7,128}\b"
)
_ID: Final = re.compile(r"\b(?:[A-Za-z]{2,10}[_-]){0,3}(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{16,}\b")
_PART_OF_ID: Final = re.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_SYLLABLES: Final = re.compile(
    "[^aeiou]{0,3}(?:[aeiouy]{1,2}[^aeiouy]{1,3}){1,5}[aeiouy]{0,2}|[A-Z]{2,5}", re.IGNORECASE
)
_WORDY: Final = 0.6
"""The share of an identifier's letters that are in words."""
_LONG: Final = re.compile(rf"(?<!\S)[\w.+=-]{{{LONG_TOKEN + 1},}}(?!\S)")
_COLOUR: Final = re.compile(
    r"(?<![\w#])#(?=\w*[a-fA-F]|0+\b)(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\b"
)
_URL: Final = re.compile(
    r"<?\b(?!file:)[a-z][a-z0-9+.-]{1,20}://(?:[^\s/@<>]*@)?([^\s/?#:<>()\[\]`*]+)(?::(\d{2,5})\b)?[^\s<>`*]*>?",
    re.IGNORECASE,
)
_BARE: Final = re.compile(
    rf"(?<![\w@./:-])((?!(?:\d+\.)+\d)(?:[a-z0-9][a-z0-9-]{{0,62}}\.){{2,5}}(?!(?:{_EXTENSIONS})/)[a-z]{{2,24}})()/[^\s<>`*]*",
    re.IGNORECASE,
)
"""An address without its scheme: a host with three parts or more, and a path behind it; `github.com/a/b` may name a package."""
_WWW: Final = re.compile(r"\bwww\.([^\s/?#:<>()\[\]`*]+)()[^\s<>`*]*", re.IGNORECASE)
_REMOTE: Final = re.compile(r"\bgit@([\w.-]+)():[\w./~-]*\w/?")
_MAIL: Final = re.compile(
    r"<?(?:mailto:)?\b([\w.+-]{1,64})@([\w-]{1,64}(?:\.[\w-]{1,64}){0,5}\.[A-Za-z]{2,24})\b>?"
)
_MAIL_SIGNS: Final = {"@": "at", ".": "dot", "_": "underscore", "-": "dash", "+": "plus"}
_MAIL_SIGN: Final = re.compile("[@._+-]")
_RELEASE: Final = re.compile(rf"(?<=\w)@(?=v?\d|[{KEPT}])")
_DRIVE: Final = r"(?:~|\.{1,2}|[A-Za-z]:)?"
_PART: Final = r"[\w.@+-]"
_PATH: Final = re.compile(
    rf"(?<![\w.])(?!\d+(?:/\d+)+(?!\w|/|\.\w))(?:{_DRIVE}[/\\](?:{_PART}+[/\\])*{_PART}*[\w+-][/\\]?"
    rf"|(?:{_PART}+[/\\]){{2,}}(?:{_PART}*[\w+-])?|{_PART}+/{_PART}+\.(?:{_EXTENSIONS})\b){_PLACE}(?!\w)"
)
_FILE: Final = re.compile(rf"(?<![\w.])\.?[\w-]+(?:\.[\w-]+)*\.(?:{_EXTENSIONS})\b(?!\(|\.?\w){_PLACE}(?!\w)")
_DOTFILE: Final = re.compile(r"(?<![^\s(])\.[a-z][\w-]{2,}(?:\.[a-z][\w-]*)*(?![\w(])")
_DOT: Final = re.compile(r"\.(?!\d)|(?<!\d)\.")
_SNAKE: Final = re.compile(r"\b(?![\d_]+\b)_*[A-Za-z0-9]+(?:_+[A-Za-z0-9]+)+_*\b|\b_+[A-Za-z0-9]+_*\b")
_DIGIT: Final = re.compile(r"\d")
_PHONE: Final = re.compile(PHONE)
_DENIALS: Final = frozenset(("no", "not", "none", "never", "without"))
_FIGURE: Final = re.compile(r"[\d.,]*\d%?")
_ROOTS: Final = frozenset(
    "src lib app apps test tests spec docs doc packages node_modules usr etc var opt home tmp internal cmd pkg public server"
    " client api scripts config components assets build dist target examples benches bin vendor modules include".split()
)
"""Folders that a path may begin with; elsewhere words with slashes between them are choices."""
_PARAMETER: Final = re.compile(r":\w+|\{.*\}|\[.*\]|<.*>")


class InWords:
    """What is in words already: a private character stands for it, which no later rule takes apart."""

    def __init__(self) -> None:
        self._said: list[str] = []

    def put(self, said: str) -> str:
        """The place of `said`."""
        if len(self._said) == MOST_KEPT:
            return " "
        self._said.append(said)
        return chr(FIRST_KEPT + len(self._said) - 1)

    def fill(self, text: str) -> str:
        """The text with the words at their places; the later may hold places of the earlier."""
        for place in reversed(range(len(self._said))):
            text = text.replace(chr(FIRST_KEPT + place), self._said[place])
        return text


def name_tokens(text: str, kept: InWords) -> str:
    """A text in which addresses, ids and paths have the places of their names."""
    text = name_links(text.replace("file://", ""), kept)
    text = replace(_UUID, text, lambda found: kept.put("an ID"), "-")
    text = replace(_COLOUR, text, lambda found: kept.put("a color"), "#")
    if _DIGIT.search(text):
        text = _PHONE.sub(lambda found: kept.put(_one_by_one(found)), text)
        text = _HASH.sub(lambda found: kept.put(_hash(found[0])), text)
        text = _LONG.sub(lambda found: kept.put("a long string"), text)
        text = _ID.sub(lambda found: kept.put("an ID") if _random(found[0]) else found[0], text)
    text = replace(_RELEASE, text, lambda found: " at ", "@")
    text = replace(_PATH, text, lambda found: _path(found[0], kept), "/", "\\")
    text = replace(_FILE, text, lambda found: kept.put(say_path(found[0])), ".")
    text = replace(_DOTFILE, text, lambda found: kept.put(say_path(found[0])), ".")
    text = replace(_SNAKE, text, lambda found: space_words(found[0]), "_")
    return " ".join("a long string" if len(word) > LONG_TOKEN else word for word in text.split())


def name_links(text: str, kept: InWords) -> str:
    """Addresses of sites and of people."""
    text = replace(_URL, text, lambda found: _link(found, kept), "://")
    text = replace(_WWW, text, lambda found: _link(found, kept), "www.", "WWW.")
    text = replace(_REMOTE, text, lambda found: _link(found, kept), "git@")
    return replace(_MAIL, text, lambda found: kept.put(_mail(found)), "@")


def _random(written: str) -> bool:
    """Whether no one chose it: most of its letters are in no word, unlike `convertToBase64String`."""
    parts = _PART_OF_ID.findall(re.split("[_-]", written)[-1])
    letters = sum(len(part) for part in parts if part.isalpha())
    words = sum(
        len(part)
        for part in parts
        if len(part) > 2 and (common(part.casefold()) or _SYLLABLES.fullmatch(part))
    )
    return words < _WORDY * letters


def name_hosts(text: str, kept: InWords) -> str:
    """Addresses of sites without their scheme; in code they are paths."""
    return replace(_BARE, text, lambda found: _link(found, kept), "/")


def _mail(found: re.Match[str]) -> str:
    """Sign by sign: whoever writes it down needs each."""
    return _MAIL_SIGN.sub(lambda sign: f" {_MAIL_SIGNS[sign[0]]} ", f"{found[1]}@{found[2]}")


def say_path(path: str) -> str:
    """The last part of a path, and its line: `src/app/main.py:7` is "main dot py line 7"."""
    place = re.search(rf"{_PLACE}$", path)
    path = path[: place.start()] if place else path
    parts = [part for part in re.split(r"[/\\]|::", path) if part.strip(".~*")]
    last = parts[-1] if parts else "root"
    if len(parts) > 1 and _PARAMETER.fullmatch(last):
        last = f"{parts[-2]} {last}"
    name = space_words(re.sub(r"\*+\.?|(?<!\S):|[{}<>()]", "", last).replace("[", " ").replace("]", ""))
    return _DOT.sub(" dot ", name.replace("@", " at ")).strip() + _where(place)


def space_words(name: str) -> str:
    """A name with its words apart."""
    return " ".join(name.replace("_", " ").split())


def replace(pattern: re.Pattern[str], text: str, say: Callable[[re.Match[str]], str], *signs: str) -> str:
    """Substitutes only where one of the signs occurs at all: most prose has none of them."""
    return pattern.sub(say, text) if any(sign in text for sign in signs) else text


def alternatives(written: str) -> bool:
    """Whether "stop/yes/no" and ".35/.45" are choices, all of which are said, rather than a path."""
    parts = written.split("/")
    return any(part.casefold() in _DENIALS for part in parts) or all(
        _FIGURE.fullmatch(part) for part in parts
    )


def _path(written: str, kept: InWords) -> str:
    words = all(part.isalpha() for part in written.split("/"))
    if alternatives(written) or (words and written.partition("/")[0].casefold() not in _ROOTS):
        return written
    return kept.put(say_path(written))


def _where(place: re.Match[str] | None) -> str:
    if place is None or not place[0]:
        return ""
    line, column = place["line"] or place["row"], place["column"] or place["at"]
    if place["last"]:
        return f" lines {line} to {place['last']}"
    return f" line {line}" + (f" column {column}" if column else "")


def _one_by_one(found: re.Match[str]) -> str:
    """A telephone number, digit by digit, with a rest after each group."""
    groups = re.findall(r"\d+", found[0])
    return ("plus " if found[0][0] == "+" else "") + ", ".join(" ".join(group) for group in groups)


def _hash(written: str) -> str:
    return "hash starting " + " ".join(re.split("[:-]", written)[-1][:4])


def _link(found: re.Match[str], kept: InWords) -> str:
    host = found[1].casefold().removeprefix("www.").rstrip(".,;:!?")
    end = found[0].rstrip(">")
    tail = end[len(end.rstrip(".,;:!?)")) :]
    return kept.put(f"a link to {host}" + (f" port {found[2]}" if found[2] else "")) + tail
