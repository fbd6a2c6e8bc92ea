"""What a person wants, from their words. Pure: a table of forms, most particular first; what fits none is a search for its words."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from solovox.lang.en.numbers import number_at


@dataclass(frozen=True, slots=True)
class Undo:
    """The last change is taken back."""


@dataclass(frozen=True, slots=True)
class Again:
    """What was wanted before."""


@dataclass(frozen=True, slots=True)
class SmallTalk:
    """No work: a greeting, a yes or a no to nothing, the question of what it can do. `key` names the answer."""

    key: str


@dataclass(frozen=True, slots=True)
class RunTests:
    """All tests."""


@dataclass(frozen=True, slots=True)
class FixTest:
    """A test that fails."""


@dataclass(frozen=True, slots=True)
class RunIt:
    """A command, or a program of the workspace."""

    what: str


@dataclass(frozen=True, slots=True)
class ListIt:
    """The files."""

    what: str


@dataclass(frozen=True, slots=True)
class Delete:
    """A file, or a line of one."""

    what: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Rename:
    """An identifier or a file."""

    old: str
    new: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """A text or a value. `old`: what it is now, if it was said."""

    what: str
    new: str
    old: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class Append:
    """A line at the end of a file."""

    text: str
    place: str


@dataclass(frozen=True, slots=True)
class Create:
    """A new file."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Show:
    """A file, or lines of it."""

    place: str
    first: int = 0
    last: int = 0


@dataclass(frozen=True, slots=True)
class Count:
    """How many lines, functions, classes, tests or files."""

    what: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Uses:
    """Who calls a thing."""

    what: str


@dataclass(frozen=True, slots=True)
class AskAbout:
    """Where a thing is, what it is, what it does."""

    what: str
    want: str = "where"


Wish = (
    Undo | Again | SmallTalk | RunTests | FixTest | RunIt | ListIt | Delete | Rename | Change | Append | Create | Show
    | Count | Uses | AskAbout
)  # fmt: skip

_POLITE: Final = re.compile(
    r"^(?:(?:please|ok|okay|now|so|then|and|also|just|well|hey|but|um|uh|great|thanks|thank you|let's|go ahead and"
    r"|(?:can|could|would|will) you(?: please)?|i(?: would|'d)? (?:want|like) you to|i need you to|do you know|tell me"
    r"|instead)\b[\s,.!]*)+",
    re.IGNORECASE,
)
_AFTER: Final = re.compile(
    r"[\s,]+(?:please|for me|thanks|thank you|now|right now|instead|then|again)$", re.IGNORECASE
)
_QUOTES: Final = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "\n": " "})
_IN: Final = r"(?:\s+(?:in|inside|within)\s+(?P<place>(?:the\s+)?[\w./ -]+?))?"
_FILE: Final = r"[\w./-]+\.\w+|(?:the )?(?:file )?[\w./ -]+?"
_SAYS: Final = r"(?:that says|saying|which says|with the text|with the content|with|containing|reading|:)"

Made = Callable[[Mapping[str, str]], Wish]
Form = tuple[re.Pattern[str], Made]


def _form(pattern: str, made: Made) -> Form:
    return re.compile(pattern, re.IGNORECASE), made


FORMS: Final[tuple[Form, ...]] = (
    _form(
        r"(?:undo|revert|roll back)\b.*|(?:put|take|change|turn|switch) (?:it|that|this) back",
        lambda m: Undo(),
    ),
    _form(
        r"(?:yes|yeah|yep|sure|do it|do that|go ahead|try|try it|again|once more|do it anyway)",
        lambda m: Again(),
    ),
    _form(r"(?:no|nope|never mind|cancel|stop|don't|no thanks|nothing)", lambda m: SmallTalk("no")),
    _form(r"(?:hello|hi|good (?:morning|afternoon|evening))(?: there)?", lambda m: SmallTalk("hello")),
    _form(r"(?:help|what can you do|who are you|what are you|are you \w+)", lambda m: SmallTalk("can")),
    _form(
        r"what (?:did|have) you (?:just )?(?:change|changed|done|do|did)|what changed",
        lambda m: SmallTalk("changed"),
    ),
    _form(
        r"(?:fix|repair|solve|mend)\b.*\b(?:tests?|bug|it|error|failure)|make (?:the|all) tests? pass",
        lambda m: FixTest(),
    ),
    _form(
        r"(?:re-?run|run|execute|start|try|check)\b.*\btests?\b(?: suite)?"
        r"|(?:do|did|are|is|which|why)\b.*\btests?\b.*\b(?:pass|passing|green|fail|fails|failing|ok|red)",
        lambda m: RunTests(),
    ),
    _form(
        r"(?:list|show)(?: me)?(?: all)?(?: of)?(?: the| my)? (?P<what>(?:\w+ )?(?:files|folders|todos))"
        r"|(?:what|which) (?P<other>(?:\w+ )?(?:files|folders|todos)) (?:are there|do (?:we|you|i) have|are here)(?: .*)?"
        r"|what is in (?:this|the) (?P<all>folder|project|repository|repo|workspace|directory)",
        lambda m: ListIt(m.get("what") or m.get("other") or "files"),
    ),
    _form(
        r"(?:show|what is|what's|do a|make a|run)?(?: me)?(?: the)? ?(?P<what>git (?:status|diff|log)|diff|status of git)",
        lambda m: RunIt("git status" if "status" in m["what"] else f"git {m['what'].split()[-1]}"),
    ),
    _form(r"(?:git )?push(?: it| that| this| everything)?", lambda m: RunIt("git push")),
    _form(
        r"(?:delete|remove|erase|drop) line (?:number )?(?P<line>\d+)(?: (?:of|in|from) (?P<what>.+))?",
        lambda m: Delete(m.get("what") or "", int(m["line"])),
    ),
    _form(
        r"(?:delete|remove|erase|drop|rm|get rid of) (?:the )?(?:file |folder )?(?P<what>.+?)(?: file| folder)?",
        lambda m: Delete(m["what"]),
    ),
    _form(r"(?:run|execute|start|launch) (?P<what>.+)", lambda m: RunIt(m["what"])),
    _form(
        rf"rename (?P<old>.+?) (?:to|into|as) (?P<new>.+?){_IN}",
        lambda m: Rename(m["old"], m["new"], m.get("place") or ""),
    ),
    _form(
        rf"call (?P<old>.+?) (?P<new>\w+){_IN}", lambda m: Rename(m["old"], m["new"], m.get("place") or "")
    ),
    _form(
        r"""(?:create|make|write|add) (?:a |an )?(?:new )?(?:empty )?file (?:called |named )?(?P<name>[\w./-]+(?: dot \w+)?)"""
        rf"""(?: (?:and )?{_SAYS} ?(?P<text>.+))?""",
        lambda m: Create(m["name"], m.get("text") or ""),
    ),
    _form(
        rf"(?:add|append|insert|put|write) (?:a |the |another )?(?:new )?(?:line|comment|note|text) (?:to|in|into|at the end of) "
        rf"(?:the end of )?(?P<place>{_FILE}) {_SAYS} ?(?P<text>.+)",
        lambda m: Append(m["text"], m["place"]),
    ),
    _form(
        rf"(?:add|append|insert|put|write) (?:a |the |another |this )?(?:new )?(?:line |comment |note |text )?(?:{_SAYS} )?"
        rf"(?P<text>\".+?\"|'.+?'|.+?) (?:to|in|into|at the end of|on) (?:the end of )?(?P<place>{_FILE})",
        lambda m: Append(m["text"], m["place"]),
    ),
    _form(
        rf"use (?P<new>.+?) instead of (?P<what>.+?){_IN}",
        lambda m: Change(m["what"], m["new"], place=m.get("place") or ""),
    ),
    _form(
        rf"(?:change|set|turn|update|switch|increase|decrease|raise|lower|bump|correct|fix) (?P<what>.+?)(?:{_IN.replace('place', 'inner')})"
        rf" from (?P<old>.+?) to (?P<new>.+?){_IN}",
        lambda m: Change(m["what"], m["new"], m["old"], m.get("place") or m.get("inner") or ""),
    ),
    _form(
        r"(?:change|replace|set|make|turn|update|switch|increase|decrease|raise|lower|bump|correct|fix) "
        rf"(?P<what>\".+?\"|'.+?'|.+?) (?:to be|to|with|by|into|be|equal to|=) (?P<new>\".+?\"|'.+?'|.+?){_IN}",
        lambda m: Change(m["what"], m["new"], place=m.get("place") or ""),
    ),
    _form(
        r"(?:show|read|open|print|what is|what's)(?: me)?(?: on| in)?(?: the)? lines? (?P<first>\d+)(?: (?:to|through|and|until) (?P<last>\d+))?"
        r"(?: (?:of|in|from) (?P<place>.+))?",
        lambda m: Show(m.get("place") or "", int(m["first"]), int(m.get("last") or m["first"])),
    ),
    _form(
        r"how many (?P<what>lines|functions|classes|tests|todos)(?: of code)? (?:does|do) (?P<place>.+) (?:have|hold)",
        lambda m: Count(m["what"], m["place"]),
    ),
    _form(
        r"how many (?P<what>lines|functions|classes|tests|files|todos)(?: of code)?(?: (?:are|do|does|has|have))?(?: there)?"
        r"(?:.*? (?:in|of|has) (?P<place>.+?))?(?: have| has| there)?",
        lambda m: Count(m["what"], m.get("place") or ""),
    ),
    _form(
        r"(?:who|what|which \w+) (?:calls?|uses?|imports?|depends? on|needs?|reads?) (?P<what>.+)"
        r"|where (?:is|are|do (?:we|i|you)|does it) (?P<other>.+?) (?:called|used|imported|use|call)"
        r"|(?:show me |list |find )?(?:all )?(?:the )?(?:callers|usages|uses|references) (?:of|to) (?P<of>.+)",
        lambda m: Uses(m.get("what") or m.get("other") or m.get("of") or ""),
    ),
    _form(
        r"what does (?P<what>.+?) (?:do|mean|return|say|contain)|(?:explain|describe|summari[sz]e)(?: to me)? (?P<other>.+)"
        r"|how does (?P<how>.+?) work|(?:tell me |talk )?about (?P<of>.+)",
        lambda m: AskAbout(m.get("what") or m.get("other") or m.get("how") or m.get("of") or "", "does"),
    ),
    _form(
        r"(?:what is|what's|how (?:long|big|large|much|high|many seconds) is)(?: the)?(?: value of)?(?: in)? (?P<what>.+)",
        lambda m: AskAbout(m["what"], "is"),
    ),
    _form(
        r"(?:where (?:is|are|do we|does|can i find)|find|locate|search(?: for)?|look(?: for| up)?|grep(?: for)?|go to"
        r"|which file (?:has|defines|contains)) (?P<what>.+?)(?: (?:defined|declared|set|implemented|configured|made))?",
        lambda m: AskAbout(m["what"], "where"),
    ),
    _form(
        r"(?:show|read|open|print|display)(?: me)?(?: the| what is in)? (?P<place>.+)",
        lambda m: Show(m["place"]),
    ),
)


def wish_of(words: str) -> Wish:
    """What is wanted."""
    said = plain(words)
    for form, made in FORMS:
        if found := form.fullmatch(said):
            return made({name: text.strip() for name, text in found.groupdict().items() if text})
    return AskAbout(said, "words")


def plain(words: str) -> str:
    """Without politeness, and without the signs at the end."""
    said = " ".join(words.translate(_QUOTES).split()).strip()
    said = _POLITE.sub("", said).rstrip(".?!, ") or said.rstrip(".?!, ")
    while (shorter := _AFTER.sub("", said)) != said and shorter:
        said = shorter.rstrip(".?!, ")
    return re.sub(r"(?<=\w) dot (?=\w+\b)", ".", said, flags=re.IGNORECASE)


def unquoted(text: str) -> str | None:
    """What stands in quotes, if all of it does."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'`" else None


def number_of(text: str) -> str | None:
    """The digits of a number that was said or written, if all of it is one."""
    words = text.lower().replace("-", " ").split()
    if re.fullmatch(r"-?\d+(?:\.\d+)?", text):
        return text
    digits, at = "", 0
    while at < len(words):  # "eighty eighty" is 8080
        found = number_at(words, at)
        if found is None:
            return None
        digits, at = digits + found.digits, at + found.words
    return digits or None
