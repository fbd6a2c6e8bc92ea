"""What is left of an utterance without the words that ask, name the action, or belong to other arguments."""

from collections.abc import Sequence
from typing import Final

from solovox.meaning.intent import roles
from solovox.meaning.intent.declared import Declared, Parameter, spoken, stem, stems
from solovox.meaning.intent.heard_words import HeardWords
from solovox.meaning.intent.kindred import kin
from solovox.meaning.intent.phrases import ARTICLES, ENDS, NOTHING, PREPOSITIONS, TAILS, trimmed
from solovox.meaning.intent.roles import ACTIONS, PLACES, is_open, role
from solovox.meaning.intent.times import Span, is_time, is_when

_LEADS: Final = frozenset(
    "please hey hi hello ok okay um uh er oh ah alright also so well now then and but can could would will you i we id like want wanna need to"
    " lets let me us just kindly do have got is are there any some im were ill was mood for looking the a an my our ahead"
    " youd may might ive had did get dont forget remember what whats where wheres how much many who when which should it its"
    " does wed actually maybe still mind".split()
)
_PARTICLES: Final = frozenset(
    "up on down out off rid for me us him her them that to a an the my our your this called named titled some any about saying"
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
_WHOSE: Final = frozenset("my our your his her their".split())
_AWAY: Final = frozenset("out away back off on".split())
_META: Final = 2
_META_NOUNS: Final = frozenset(
    "word phrase translation name meaning price cost value status time rate".split()
)
"""What stands before what is meant: "the word for butterfly"."""
_ERRANDS: Final = frozenset(("to", "do", "list"))


def asks(norm: str) -> bool:
    """Whether an order or a question may begin with this word."""
    return norm in ACTIONS | _QUESTIONS | {"is", "are", "do", "tell", "let", "lets", "turn", "whats", "hows"}


def questions(said: Sequence[str]) -> bool:
    """Whether the words are a question, and no order put politely."""
    return bool(said) and said[0] in _QUESTIONS - {"will"}


def remainder(heard: HeardWords, tool: Declared, parameter: Parameter) -> Span | None:
    """What is left of the utterance without the words that ask, name the action, or were taken."""
    norms = heard.norms
    first, end = _past_action(norms, heard.taken, tool), len(norms)
    if {"something", "anything"} & set(norms[:first]) and norms[first - 1] != "about":
        return None
    end = _before_tail(norms, heard.taken, tool, first, end, plain=not is_open(parameter))
    while first < end and first in heard.taken:
        first += 1
    inner = next((at for at in range(first, end) if at in heard.taken), end)
    span = trimmed(heard, (first, inner), plain=not is_open(parameter))
    if span is None or says_nothing(heard.norms[slice(*span)], tool, alike=not is_open(parameter)):
        return None
    span = _without_noun(heard, span, tool)
    if span[1] - span[0] > _META and norms[span[0]] in _META_NOUNS and norms[span[0] + 1] in ("for", "of"):
        span = (span[0] + 2, span[1])
    if all(norm in NOTHING | _AWAY for norm in heard.norms[span[0] : span[1]]):
        return None
    if is_when(parameter) and not all(is_time(norm) for norm in norms[slice(*span)]):
        return None
    if not is_open(parameter):
        return _plain(heard, span, tool, parameter)
    whose = span[0] and norms[span[0] - 1] in _WHOSE and span[0] - 1 not in heard.taken
    return (span[0] - 1, span[1]) if whose else span  # "my flight is late" is a text


def _plain(heard: HeardWords, span: Span, tool: Declared, parameter: Parameter) -> Span | None:
    """A name without what is said of it: "Apple stock doing" is Apple, "hot is it in Madrid" is Madrid."""
    first, end = span
    paused = [at for at in range(first + 1, end) if heard.pauses(at)]
    end = paused[0] if paused and parameter.kind != "array" else end
    norms, own = heard.norms, stems(tool.words)
    own |= frozenset() if PLACES & role(parameter) else stems(spoken(parameter.name))
    end = next(
        (at for at in range(first + 1, end) if stem(norms[at]) in own), end
    )  # "pepperoni pizza delivered"
    while end - first > 1 and norms[end - 1] in _AWAY:
        end -= 1
    while end - first > 1 and (norms[end - 1] in _DOING or stem(norms[end - 1]) in own):
        end -= 1
    while end - first > 1 and norms[first] in PREPOSITIONS | {"about", "is", "are"}:
        first += 1
    if PLACES & role(parameter):
        inside = [at for at in range(first, end - 1) if norms[at] in ("in", "at", "near", "for")]
        first = inside[-1] + 1 if inside else first
    end = next((at for at in range(first + 1, end) if norms[at] in ENDS), end)
    shut = trimmed(heard, (first, end))
    if (
        shut
        and roles.PROPER & role(parameter)
        and heard.text[:1].isupper()
        and heard.verbatim(*shut).islower()
    ):
        return None
    return None if shut and all(norm in NOTHING | _AWAY for norm in norms[shut[0] : shut[1]]) else shut


def says_nothing(norms: Sequence[str], tool: Declared, *, alike: bool = True) -> bool:
    """Whether all of it only asks, or names the tool; `alike`: or what goes with its name."""
    known = stems(tool.words) | (kin(stems(tool.words)) if alike else frozenset())
    return all(norm in ACTIONS | _LEADS | _PARTICLES or stem(norm) in known for norm in norms)


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
        norms[at] in _LEADS - ACTIONS or (norms[at] in _AMOUNTS and norms[at - 1] == "how")
    ):
        at += 1
    begun = at
    for place in range(1, min(len(norms), 7)):
        if norms[place] == "to" and norms[place - 1] in _URGED and place + 1 < len(norms):
            return place + 2 if stem(norms[place + 1]) in known and place + 2 < len(norms) else place + 1
    done = False
    while at < len(norms) and at - begun < 6:
        own = stem(norms[at]) in known
        named = own or (_acts(norms[at]) and not done)
        done |= _acts(norms[at])
        if not (named or at in taken or (norms[at] in _PARTICLES and (at > begun or norms[at] in _LEADS))):
            break
        at += 1
    return at if at < len(norms) else begun


def _acts(norm: str) -> bool:
    """Whether a word is a verb of an order, or its "-ing"."""
    base = norm.removesuffix("ing")
    return norm in ACTIONS or (base != norm and bool({base, f"{base}e", base[:-1]} & ACTIONS))


def _before_tail(
    norms: Sequence[str], taken: set[int], tool: Declared, first: int, end: int, *, plain: bool
) -> int:
    """Where polite words and "to my cart" at the end begin. A text that may be anything keeps what another value stands behind."""
    known = stems(f"{tool.words} {tool.about}", small=True) | {
        stem(word) for p in tool.parameters for word in spoken(p.name).split()
    }
    known |= kin(stems(tool.words)) | (_ERRANDS if "todo" in known else frozenset())
    tails = TAILS | _QUESTION_TAILS if norms and norms[0] in _QUESTIONS else TAILS
    passed = False
    while end > first and (
        norms[end - 1] in (tails if plain or not passed else ("please",)) or end - 1 in taken
    ):
        passed |= end - 1 in taken
        end -= 1
    for at in range(end - 1, first, -1):
        inside = [norms[place] for place in range(at + 1, end) if place not in taken]
        content = [norm for norm in inside if norm not in ARTICLES]
        if norms[at] in PREPOSITIONS and all(stem(norm) in known for norm in content):
            end = at
    while end > first and (
        (norms[end - 1] in TAILS and (plain or not passed))
        or end - 1 in taken
        or norms[end - 1] in PREPOSITIONS
    ):
        end -= 1
    return end
