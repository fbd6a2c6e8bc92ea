"""How a system instruction changes the way the model answers, as far as rules can tell. Pure.

Rule 1: an instruction to read exactly what is sent is obeyed, if no tools are declared.
Rule 2: an instruction never to speak is obeyed: tools are called, and nothing is said.
Rule 3: a paragraph that says to read aloud what follows a tag ("[NAME]:") is obeyed, in every mode.
Rule 4: every other instruction is passed to the brain.
Rule 5: the mode is recognised from the whole instruction. One sentence must order it for everything and always: an order
with a condition ("if a number is important, repeat it"), an object ("never talk about politics") or a degree ("don't
speak too fast") does not count. And no other sentence may order another kind of speech: a model that must greet, ask or
explain is neither silent nor a reader.

Examples, as real apps write them: tests/server/instructions.jsonl.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final


class AnswerMode(Enum):
    """What the model does with what the person says."""

    ANSWERS = "answers"
    READS = "reads"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Recognised:
    """A mode, and which sentence of the instruction orders it, counted from 1; 0: none does."""

    mode: AnswerMode
    sentence: int = 0


LONGEST: Final = 600
"""How many characters of a sentence are examined: bounds the time for any text."""
_END: Final = re.compile(r"(?<=[.!?;])[\"'”’)]*\s+|\s*\n\s*(?![a-z])")
_QUOTED: Final = re.compile(r"[\"“][^\"“”\n]*[\"”]")
_TAGGED: Final = re.compile(r"\[[^\[\]\n]{1,40}\]:")

_BULLET: Final = r"(?:[-*+•#>\s]+|\d+[.)]\s)*(?!(?:while|during|when|if|before|after|until|at|in)\b)(?:(?:\w+\s){0,3}\w+:\s+)?"
_LEAD: Final = rf"""^{_BULLET}
    (?:(?:please|and|also|so|just|always|(?:just\s)?listen(?:\sonly)?\sand)[\s,]+)*
    (?:you\s|your\s(?:only\s)?(?:job|task|role)\sis\s(?:only\s)?to\s|(?:for|in)\s[^,:]{{3,40}}[,:]\s)?"""
_NEVER: Final = r"""(?:(?:do|must|may|can|will|shall|should|are\sto)(?:\snot|n['’]t)|(?:(?:must|will|should)\s)?never|cannot|can['’]t|won['’]t
    |under\sno\scircumstances)(?:\sever)?"""
_VOICE: Final = r"""(?:speak|talk|say\s(?:anything|a\sword)|(?:answer|respond|reply)\s(?:verbally|aloud|out\sloud|with\s(?:speech|voice|audio))
    |(?:produce|generate|output|make)\s(?:an?\s|any\s)?(?:speech|audio|sound|voice|spoken)(?:\s(?:output|repl(?:y|ies)|response)s?)?)"""
_WHOLLY: Final = r"""(?:[\s,]*(?:at\sall|ever|yourself|out\sloud|aloud|a\sword|always|at\sany\s(?:time|point)|in\sany\sway
    |to\s(?:the\s|your\s)?(?:user|person|player|caller|speaker|human)s?
    |(?:(?:unless|until|except|but)\b.*\[[^\[\]]{1,40}\]:|no\smatter|even\s(?:if|when|though)|and|or|nor|,\s(?:answer|reply|respond|comment|acknowledge|greet|don['’]t)).*))*\W*$"""
_SILENT: Final = re.compile(
    rf"""{_LEAD}(?:{_NEVER}\s(?:you\s)?{_VOICE}{_WHOLLY}
    |(?:(?:stay|remain|keep|be|are)\s(?:\w+ly\s)?(?:silent|mute|quiet)|say\snothing)(?:[\s,]*(?:at\sall\stimes|always|ever|at\sall))*\W*$
    |no\s(?:talking|speech|speaking|spoken\s(?:output|repl(?:y|ies)|answers?))\W*$)""",
    re.IGNORECASE | re.VERBOSE,
)
"""A sentence that forbids all speech."""

_READ: Final = r"""\b(?:read|repeat|recite|speak|spoken|say|voice|vocali[sz]e|narrate|announce|echo|parrot|pronounce|utter|reading|speech\sfor)\b"""
_EXACT: Final = r"""\b(?:exact(?:ly)?|verbatim|literally|word[ -]for[ -]word|to\sthe\sletter|unchanged|aloud|out\sloud|without\s(?:any\s)?chang(?:es?|ing)
    |as(?:\s(?:it|they))?(?:\s(?:is|are|stands?))?\s?(?:written|typed|given|sent|provided)|as\s(?:is|it\sis|they\sare|(?:it|they)\sstands?)|nothing\smore)\b"""
_WHO: Final = r"""(?:i|you|they|he|she|it|is|are|(?:the\s)?\w+)"""
_GIVE: Final = r"""(?:say|said|type|write|wrote|written|send|sent|get|got|receive|give|tell|told|provide|arrive|come)[sdn]?"""
_TEXT: Final = r"""(?:text|message|input|script|sentence|content|prompt|word|line)s?"""
_ALL: Final = rf"""(?:\b(?:what|whatever|everything|anything|all)\s(?:{_TEXT}\s)?(?:that\s)?{_WHO}(?:['’](?:re|s|ve))?(?:\s(?:is|are|will|has|have|be|been))*\s{_GIVE}\b
    |\b(?:every|each|all|any|whatever|my|following|given)\s(?:(?:of|the|following|given|incoming|input)\s|users?['’]s?\s)*{_TEXT}\b
    |\bthe\s(?:(?:following|given|incoming|input)\s|users?['’]s?\s)*(?:text|message|input|script|content)s?\b
    |\b(?:what|whatever)\sis\s(?:in\s(?:the|each)\smessage|sent)\b|\brepeat\safter\sme\b|\b(?:read|repeat|recite|echo)\s(?:out\s)?everything\b)"""
_READS: Final = re.compile(
    rf"(?=.*{_READ})(?=.*{_EXACT})(?=.*{_ALL})|(?=.*\brepeat\safter\sme\b)", re.IGNORECASE | re.VERBOSE
)
"""A sentence that orders that all input is read."""
_IT: Final = re.compile(
    rf"(?=.*{_READ}\s(?:it|them|this|each\sof\sthem)\b)(?=.*{_EXACT})", re.IGNORECASE | re.VERBOSE
)
_COMES: Final = re.compile(
    r"\b(?:you\s(?:will\s)?(?:receive|get|be\ssent|be\sgiven)|you\sare\s(?:sent|given)|everything\syou\sget|(?:the\suser|they|i)\s(?:types?|sends?|writes?))\b",
    re.IGNORECASE | re.VERBOSE,
)
"""That text comes, which a sentence after it may call `it`."""
_OTHER: Final = re.compile(
    r"\b(?:you\s(?:produce|generate|write|output|say)|your\s(?:answer|response|output|repl(?:y|ie)|text|message|word)s?)\b|\binto\b|\bin\s(?:french|german|spanish|italian|portuguese|japanese|chinese|mandarin|korean|hindi|arabic|russian|dutch|another\slanguage|(?:your\sown|other)\swords)\b|(?<!\beven\s)\b(?:if|unless|until|while|before|once|when(?:ever)?\s(?!you\s(?:receive|get|are\s(?:sent|given))))\b",
    re.IGNORECASE | re.VERBOSE,
)
"""What limits an order to some of the input, or to the model's own text."""

_NOT: Final = re.compile(
    rf"\b(?:{_NEVER}|no|not|nor|without|nothing|refuse|instead\sof)\b[^.;:]*$", re.IGNORECASE | re.VERBOSE
)
_ORDERED: Final = re.compile(
    r"""(?:^(?:[-*+•#>\s]+|\d+[.)]\s)*|[,:]\s|\b(?:and|then|or|to|please|always|also|you|should|must|will|can|only|instead|otherwise|that)\s)
    (?:answer|respond|reply|greet|ask|tell|explain|introduce|help|assist|praise|describe|offer|recommend|suggest|confirm|chat|congratulate
    |console|comfort|discuss|teach|correct|translate|summari[sz]e|comment|judge|quiz|interview|guide|advise|remind|count|reassure
    |thank|apologi[sz]e|encourage|warn|negotiate|persuade|book|collect|point\sout|quote|welcome|verify|follow\sthe\sscript|wait\sfor\san\sanswer
    |speak\s(?:as|slowly|clearly|naturally|softly|quietly|warmly|only|in|up)|talk\s(?:like|to|about|with)
    |say\s(?:done|yes|whether|so|right))\b(?!\s(?:nothing|nobody|none)\b)""",
    re.IGNORECASE | re.VERBOSE,
)
"""An order to speak of one's own."""

_TAG: Final = re.compile(r"\s*(?P<tag>\[[^\[\]\n]{1,40}\]:)")
_BEHIND: Final = re.compile(r"\b(?:behind|after|follow|begin|start|prefix|preced|mark)", re.IGNORECASE)
_BRACKETS: Final = re.compile(r"\s*\[[^\[\]]*\]\s*", re.DOTALL)
_ALOUD: Final = re.compile(
    r"\b(?:read|repeat|recite|speak|voice|say)\b[^.!?\n]{0,100}?"
    r"\b(?:exactly|verbatim|word[ -]for[ -]word|as it stands|as (?:it is )?written|aloud|out loud)\b",
    re.IGNORECASE,
)
_NOT_ALOUD: Final = re.compile(r"\b(?:not|never|n['’]t)\s+(?:\w+\s+){0,2}$", re.IGNORECASE)


@lru_cache(maxsize=64)
def recognised(instruction: str, *, tools: bool) -> Recognised:
    """What an instruction asks for. `tools`: functions are declared beside it."""
    silent = reads = 0
    comes = False
    for n, (sentence, tagged) in enumerate(_sentences(instruction), 1):
        if not silent and _SILENT.match(sentence):
            silent = n
        elif not tagged and _orders_speech(sentence):
            return Recognised(AnswerMode.ANSWERS)
        elif not tagged and not reads and _orders_reading(sentence, comes=comes):
            reads = n
        comes = comes or _COMES.search(sentence) is not None
    if reads and not tools:
        return Recognised(AnswerMode.READS, reads)
    return Recognised(AnswerMode.SILENT, silent) if silent else Recognised(AnswerMode.ANSWERS)


def mode(instruction: str, *, tools: bool) -> AnswerMode:
    """As `recognised`, without the place."""
    return recognised(instruction, tools=tools).mode


def script(instruction: str, text: str) -> str | None:
    """The part of a text to read aloud, because it follows a tag that the instruction names; None: nothing."""
    tag = _TAG.match(text)
    for paragraph in re.split(r"\n\s*\n", instruction) if tag is not None else ():
        told = " ".join(paragraph.split())
        orders = (found for found in _ALOUD.finditer(told) if not _NOT_ALOUD.search(told[: found.start()]))
        if tag is not None and tag["tag"] in told and _BEHIND.search(told) and next(orders, None):
            return text[tag.end() :].strip()
    return None


def aside(text: str) -> bool:
    """Whether a typed text is wholly in [brackets]: a word from a program, not from the person."""
    return _BRACKETS.fullmatch(text) is not None


def _sentences(instruction: str) -> Iterator[tuple[str, bool]]:
    """Each, without what it quotes; and whether its paragraph speaks of a tag, whose order is `script`'s."""
    for paragraph in re.split(r"\n\s*\n", instruction):
        tagged = _TAGGED.search(paragraph) is not None
        for sentence in _END.split(_QUOTED.sub('""', paragraph)):
            if sentence.strip():
                yield " ".join(sentence[:LONGEST].split()), tagged


def _orders_speech(sentence: str) -> bool:
    return any(not _NOT.search(sentence[: found.start() + 1]) for found in _ORDERED.finditer(sentence))


def _orders_reading(sentence: str, *, comes: bool) -> bool:
    if _OTHER.search(sentence):
        return False
    found = _READS.match(sentence) or (_IT.match(sentence) if comes or _COMES.search(sentence) else None)
    verb = re.search(_READ, sentence, re.IGNORECASE | re.VERBOSE)
    return found is not None and verb is not None and not _NOT.search(sentence[: verb.start()])
