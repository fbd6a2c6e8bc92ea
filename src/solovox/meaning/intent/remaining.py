"""What is left of an utterance without the words that ask, name the action, or belong to other arguments."""

from collections.abc import Sequence
from typing import Final

from solovox.meaning.intent import roles
from solovox.meaning.intent.declared import Declared, Parameter, spoken, stem, stems
from solovox.meaning.intent.heard_words import HeardWords
from solovox.meaning.intent.kindred import kin
from solovox.meaning.intent.phrases import ARTICLES, NOTHING, PREPOSITIONS, TAILS, trimmed
from solovox.meaning.intent.roles import PLACES, is_open, role
from solovox.meaning.intent.times import Span, is_when, tells_time

_LEADS: Final = frozenset(
    "please hey hi hello ok okay um uh er oh ah alright also so well now then and but can could would will you i we id like want wanna need to"
    " lets let me us just kindly do have got is are there any some im were ill was mood for looking the a an my our ahead"
    " youd may might ive had did get dont forget remember what whats where wheres how much many who when which should it its"
    " does wed".split()
)
_ACTIONS: Final = frozenset(
    "play put start search look find show open close add remove delete take book order get call ring phone text send remind"
    " write note make create set turn switch go move cancel reserve rent give tell read say translate invite ask record log"
    " print share watch buy grab pick bring see hear listen run commit rename change reply answer drive walk navigate head"
    " travel fly cast equip use wear tick mark report assign reset restart refill schedule plan push save keep return eat"
    " drink check transfer convert hold wake jump scroll hunt fetch dim raise lower increase decrease lock unlock follow"
    " roll throw film shoot crop apply extend clear empty rate press click enter type post publish upload download install"
    " update dial connect join leave forward pay clean wash cook heat cool measure count compare sort filter solve define"
    " spell explain describe".split()
)
_PARTICLES: Final = frozenset(
    "up on down out off for me us him her them that to a an the my our your this called named titled some any about saying"
    " says with of in at into something by is it down through over after".split()
)
_AMOUNTS: Final = frozenset("long far big old often".split())
_URGED: Final = frozenset("me us forget remember him her".split())
"""Who or what stands before "to", where all that follows is the thing to be done: "remind me to call Ann"."""
_QUESTIONS: Final = frozenset("what whats where how who when which did does do is are will have".split())
_QUESTION_TAILS: Final = frozenset("left have we do does i win cost costs at mean got".split())
_DOING: Final = frozenset(
    "doing going looking like trading worth performing currently right now at today up is are".split()
)
"""What is said of a thing at the end of a question."""
_ERRANDS: Final = frozenset(("to", "do", "list"))


def asks(norm: str) -> bool:
    """Whether an order or a question may begin with this word."""
    return norm in _ACTIONS | _QUESTIONS | {"is", "are", "do", "tell", "let", "lets", "turn", "whats", "hows"}


def questions(said: Sequence[str]) -> bool:
    """Whether the words are a question, and no order put politely."""
    return bool(said) and said[0] in _QUESTIONS - {"will"}


def remainder(heard: HeardWords, tool: Declared, parameter: Parameter) -> Span | None:
    """What is left of the utterance without the words that ask, name the action, or were taken."""
    norms = heard.norms
    first, end = _past_action(norms, heard.taken, tool), len(norms)
    end = _before_tail(norms, heard.taken, tool, first, end)
    while first < end and first in heard.taken:
        first += 1
    inner = next((at for at in range(first, end) if at in heard.taken), end)
    span = trimmed(heard, (first, inner))
    if span is None or _says_nothing(heard.norms[span[0] : span[1]], tool):
        return None
    span = _without_noun(heard, span, tool)
    if all(norm in NOTHING for norm in heard.norms[span[0] : span[1]]):
        return None
    if is_when(parameter) and not any(tells_time(norms, at) or norms[at][0].isdigit() for at in range(*span)):
        return None
    return span if is_open(parameter) else _plain(heard, span, tool, parameter)


def _plain(heard: HeardWords, span: Span, tool: Declared, parameter: Parameter) -> Span | None:
    """A name without what is said of it: "Apple stock doing" is Apple, "hot is it in Madrid" is Madrid."""
    first, end = span
    paused = [at for at in range(first + 1, end) if heard.pauses(at)]
    end = paused[0] if paused and parameter.kind != "array" else end
    norms, own = heard.norms, stems(tool.words)
    own |= frozenset() if PLACES & role(parameter) else stems(spoken(parameter.name))
    while end - first > 1 and norms[end - 1] in ("out", "away", "back", "off"):
        end -= 1
    while end - first > 1 and (norms[end - 1] in _DOING or stem(norms[end - 1]) in own):
        end -= 1
    while end - first > 1 and norms[first] in PREPOSITIONS | {"about", "is", "are"}:
        first += 1
    if PLACES & role(parameter):
        inside = [at for at in range(first, end - 1) if norms[at] in ("in", "at", "near", "for")]
        first = inside[-1] + 1 if inside else first
    shut = trimmed(heard, (first, end))
    if (
        shut
        and roles.PROPER & role(parameter)
        and heard.text[:1].isupper()
        and heard.verbatim(*shut).islower()
    ):
        return None
    return None if shut and all(norm in NOTHING for norm in norms[shut[0] : shut[1]]) else shut


def _says_nothing(norms: Sequence[str], tool: Declared) -> bool:
    """Whether all of it only asks, or names the tool."""
    known = stems(tool.words)
    return all(norm in _ACTIONS | _LEADS | _PARTICLES or stem(norm) in known for norm in norms)


def _without_noun(heard: HeardWords, span: Span, tool: Declared) -> Span:
    """Without the tool's own noun at the end: the "kitchen light" of `set_light` is the kitchen."""
    own = stems(tool.words)
    first, end = span
    return (first, end - 1) if end - first > 1 and stem(heard.norms[end - 1]) in own else span


def _past_action(norms: Sequence[str], taken: set[int], tool: Declared) -> int:
    """Where the words that ask and name the action end."""
    known = stems(tool.words, small=True)
    at = 0
    while at < len(norms) and (
        norms[at] in _LEADS - _ACTIONS or (norms[at] in _AMOUNTS and norms[at - 1] == "how")
    ):
        at += 1
    begun = at
    for place in range(1, min(len(norms), 7)):
        if norms[place] == "to" and norms[place - 1] in _URGED and place + 1 < len(norms):
            return place + 2 if stem(norms[place + 1]) in known and place + 2 < len(norms) else place + 1
    done = False
    while at < len(norms) and at - begun < 6:
        own = stem(norms[at]) in known
        named = own or (norms[at] in _ACTIONS and not done)
        done |= norms[at] in _ACTIONS
        if not (named or at in taken or (norms[at] in _PARTICLES and (at > begun or norms[at] in _LEADS))):
            break
        at += 1
    return at if at < len(norms) else begun


def _before_tail(norms: Sequence[str], taken: set[int], tool: Declared, first: int, end: int) -> int:
    """Where polite words and "to my cart" at the end begin."""
    known = stems(f"{tool.words} {tool.about}", small=True) | {
        stem(word) for p in tool.parameters for word in spoken(p.name).split()
    }
    known |= kin(stems(tool.words)) | (_ERRANDS if "todo" in known else frozenset())
    tails = TAILS | _QUESTION_TAILS if norms and norms[0] in _QUESTIONS else TAILS
    while end > first and (norms[end - 1] in tails or end - 1 in taken):
        end -= 1
    for at in range(end - 1, first, -1):
        inside = [norms[place] for place in range(at + 1, end) if place not in taken]
        content = [norm for norm in inside if norm not in ARTICLES]
        if norms[at] in PREPOSITIONS and all(stem(norm) in known for norm in content):
            end = at
    while end > first and (norms[end - 1] in TAILS or end - 1 in taken or norms[end - 1] in PREPOSITIONS):
        end -= 1
    return end
