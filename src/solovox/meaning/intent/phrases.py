"""Arguments that are free text: the part of what was said that a parameter stands for, verbatim.

Rule 1: a phrase is a run of words as they were heard. Nothing is put into other words.
Rule 2: times and dates stay as said; only the preposition before them goes ("at eight" is "eight").
"""

import re
from collections.abc import Sequence
from typing import Final

from solovox.meaning.intent.declared import Declared, Parameter, spoken, stem, stems
from solovox.meaning.intent.kindred import kin
from solovox.meaning.intent.heard_words import HeardWords
from solovox.meaning.intent import roles
from solovox.meaning.intent.roles import CUES, PLACES, is_open, role

Span = tuple[int, int]
"""Places of words: from the first to before the last."""

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
_TAILS: Final = frozenset(
    "please thanks thank you now again then for me us right away okay ok would will today tonight tomorrow just".split()
)
_DOING: Final = frozenset(
    "doing going looking like trading worth performing currently right now at today up is are".split()
)
"""What is said of a thing at the end of a question."""
_TODO: Final = frozenset(("to", "do", "list"))
_NOTHING: Final = frozenset("something anything someone somebody it me here there this that them one".split())
"""What names no value."""
_NOUNS: Final = frozenset("text call message email".split())
"""Cues that behind an article are things."""
_FILLERS: Final = frozenset("um uh er erm hmm mm ah oh".split())
PREPOSITIONS: Final = frozenset("to on in into onto from off for at as of under inside with by".split())
_ARTICLES: Final = frozenset("a an the my our your this that these those his her their some any".split())
_DAYS: Final = frozenset(
    "today tonight tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday mondays sundays saturdays fridays morning afternoon evening"
    " night noon midnight weekend week month year am pm oclock january february march april may june july august september"
    " october november december hour hours minute minutes".split()
)
_MONTHS: Final = frozenset(
    "january february march april may june july august september october november december".split()
)
_HOURS: Final = frozenset("noon midnight am pm oclock".split())
_JOINS: Final = frozenset(
    "at on next this half past quarter to in the of before after until every early late a".split()
)
_WHEN: Final = frozenset("when date time day datetime start until deadline due".split())
_SEEKING: Final = frozenset("search look hunt scan grep looking searching".split())
_SOUGHT: Final = frozenset("query search words keyword keywords phrase term text".split())
_WORD: Final = frozenset("word words phrase text term name".split())
_NAMED: Final = ("called", "named", "titled")
_QUOTED: Final = re.compile(r"[\"“”„«]([^\"“”„«»]+)[\"“”»]")
_ADDRESS: Final = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_SHORT: Final = 4
"""Words of a name at most, where something follows it."""


def asks(norm: str) -> bool:
    """Whether an order or a question may begin with this word."""
    return norm in _ACTIONS | _QUESTIONS | {"is", "are", "do", "tell", "let", "lets", "turn", "whats", "hows"}


def questions(said: Sequence[str]) -> bool:
    """Whether the words are a question, and no order put politely."""
    return bool(said) and said[0] in _QUESTIONS - {"will"}


def seeks(parameter: Parameter) -> bool:
    """Whether a text is looked for, and not written."""
    return bool(_SOUGHT & role(parameter)) and "text" not in role(parameter)


def when(heard: HeardWords) -> Span | None:
    """The longest run of words that says a time or a date, without the preposition before it."""
    norms, best = heard.norms, None
    for first in range(len(norms)):
        end = first
        while end < len(norms) and _is_time(norms[end]) and end not in heard.taken:
            end += 1
        while first < end and norms[first] in _JOINS - {"this", "next", "every", "half", "quarter"}:
            first += 1  # noqa: PLW2901
        while end > first and norms[end - 1] in _JOINS:
            end -= 1
        if "at" in norms[first:end] and all(
            norm[0].isdigit() for norm in norms[first : norms.index("at", first)]
        ):
            first = norms.index("at", first) + 1  # a count stands before the time
        telling = any(_tells_time(norms, at) for at in range(first, end))
        telling |= first > 0 and end > first and norms[first - 1] in ("at", "until", "by")
        if telling and (best is None or end - first > best[1] - best[0]):
            best = (first, end)
    return best


def part_of_time(heard: HeardWords, span: Span, parameter: Parameter) -> Span | None:
    """Where a day and an hour are wanted apart: the day of "Monday at ten", or its hour. None: the other was said."""
    norms = heard.norms
    parts = [span]
    if "at" in norms[span[0] : span[1]]:
        at = norms.index("at", span[0])
        parts = [(span[0], at), (at + 1, span[1])]
    for first, end in parts:
        hour = any(norm[0].isdigit() or norm in _HOURS for norm in norms[first:end])
        hour &= not any(norm in _MONTHS for norm in norms[first:end])
        if first < end and hour != bool({"date", "day"} & role(parameter)):
            return first, end
    return None


def _is_time(norm: str) -> bool:
    return norm in _DAYS or norm in _JOINS or norm[0].isdigit()


def _tells_time(norms: Sequence[str], at: int) -> bool:
    before = at - 2 if at > 1 and norms[at - 1] == "of" else at - 1
    behind_number = at > 0 and norms[before][0].isdigit()
    return norms[at] in _DAYS and (
        behind_number or norms[at] not in ("am", "pm", "may", "march", "minutes", "hours")
    )


def is_when(parameter: Parameter) -> bool:
    """Whether a parameter is a time or a date, by its name."""
    return bool(_WHEN & set(spoken(parameter.name).split()))


def known(heard: HeardWords, parameter: Parameter) -> int | None:
    """The place of the word that can be nothing but such a value: "French", "celsius". The last, or the first for "from"."""
    words = roles.known(parameter)
    said = [at for at, norm in enumerate(heard.norms) if norm in words and at not in heard.taken]
    if not said:
        return None
    if norms_ask_how_many(heard) and said[0] == 2 and len(said) + len(heard.taken) > 1:
        return said[0] if {"to", "target"} & role(parameter) else said[-1]
    if {"from", "source"} & role(parameter):
        return said[0] if len(said) > 1 or not _towards(heard, said[0]) else None
    if {"unit", "currency"} & role(parameter) and {"to", "target"} & role(parameter):
        return said[-1] if _towards(heard, said[-1]) else None
    return said[-1]


def norms_ask_how_many(heard: HeardWords) -> bool:
    """ "How many feet are three metres?": the unit that is wanted comes first."""
    return heard.norms[:2] == ["how", "many"]


def _towards(heard: HeardWords, at: int) -> bool:
    return at > 0 and heard.norms[at - 1] in ("to", "into", "in")


def address(heard: HeardWords) -> Span | None:
    """An e-mail address."""
    found = _ADDRESS.search(heard.text)
    if found is None:
        return None
    places = [
        at for at, one in enumerate(heard.words) if found.start() <= one.first and one.end <= found.end()
    ]
    return (places[0], places[-1] + 1) if places else None


def labelled(heard: HeardWords, parameter: Parameter, others: frozenset[str]) -> Span | None:
    """The phrase behind the parameter's own name: "with the subject holidays and the message I booked it"."""
    norms, own = heard.norms, spoken(parameter.name)
    for at in range(1, len(norms) - 1):
        if norms[at] == own and _labels(heard, at) and at not in heard.taken:
            last = at + 1
            while last < len(norms) and not (norms[last] in others | {"tell"} and _labels(heard, last)):
                last += 1
            while last < len(norms) and last > at + 1 and norms[last - 1] in ("the", "with", "and"):
                last -= 1
            first = at + 2 if norms[at + 1] in ("is", "of", "saying", "that") else at + 1
            return (first, last) if first < last else None
    return None


def _labels(heard: HeardWords, at: int) -> bool:
    return heard.norms[at - 1] in ("the", "with", "and") or heard.pauses(at)


def told(heard: HeardWords) -> Span | None:
    """What someone is to be told: "tell him I'm late", "tell Omar to bring a cake"."""
    norms = heard.norms
    for at in range(len(norms) - 2):
        if norms[at] == "tell" and norms[at + 1] in ("him", "her", "them"):
            first = at + 3 if norms[at + 2] in ("that", "to") else at + 2
            return (first, len(norms)) if first < len(norms) else None
        if norms[at] == "tell" and "to" in norms[at + 2 : at + 4]:
            first = norms.index("to", at + 2) + 1
            return (first, len(norms)) if first < len(norms) else None
    return None


def after_colon(heard: HeardWords) -> Span | None:
    """What stands behind a colon: "a message to Lucas: happy new year"."""
    at = heard.text.find(": ")
    places = [place for place, word in enumerate(heard.words) if word.first > at]
    return (places[0], places[-1] + 1) if 0 < at and places and places[0] else None


def cued(heard: HeardWords, parameter: Parameter, tool: Declared) -> Span | None:
    """The phrase behind the word that announces such a parameter: "from", "by", "called"."""
    norms = heard.norms
    if _SOUGHT & role(parameter) and _SEEKING & set(norms[:6]) and "for" in norms:
        span = _until(heard, norms.index("for") + 1, len(norms))
        if span and to_the_end(heard, span):
            return (span[0] + 1, span[1]) if norms[span[0]] in _WORD and span[1] - span[0] > 1 else span
    for word in _NAMED:
        if word in norms and {"name", "title", "label"} & role(parameter):
            return _until(
                heard, norms.index(word) + 1, None if {"with", "saying"} & set(norms) else len(norms)
            )
    if {"text", "body", "message", "content"} & role(parameter) and (span := told(heard)):
        return span
    if "room" in role(parameter) and (span := _room(heard)):
        return span
    if "name" in role(parameter) and (span := _own_name(heard)):
        return span
    if roles.PEOPLE & role(parameter) and (span := _given(heard)):
        return span
    for named, cues in CUES:
        if named & role(parameter):
            for cue in cues:
                if cue == "that" and not parameter.required:
                    continue
                places = [at for at, norm in enumerate(norms) if norm == cue and at not in heard.taken]
                for at in reversed(places) if cue in PREPOSITIONS else places:
                    if cue in _NOUNS and at and norms[at - 1] in _ARTICLES:
                        continue
                    open_end = bool(named & {"text", "new"})
                    span = _until(heard, at + 1, len(norms) if open_end else None, parameter.kind == "array")
                    if span and not _is_tools(heard, span, tool):
                        return span
            break
    return None


def _room(heard: HeardWords) -> Span | None:
    """A room of a house by its name, wherever it stands."""
    norms = heard.norms
    for at, norm in enumerate(norms):
        if norm in roles.ROOMS and at not in heard.taken:
            return at, at + 1
        if (
            norm == "room"
            and at
            and norms[at - 1] not in _ARTICLES | PREPOSITIONS | {"which", "every", "each"}
        ):
            return at - 1, at + 1
    return None


def _given(heard: HeardWords) -> Span | None:
    """Who is sent something: "send Tom an email", "write my sister a note"."""
    norms = heard.norms
    for at, norm in enumerate(norms[:-2]):
        if (
            norm in ("tell",)
            and norms[at + 1] not in ("me", "us", "him", "her", "them", "the", "a")
            and at + 2 < len(norms)
        ):
            return at + 1, at + 2
        if norm in ("send", "write", "give", "drop", "shoot") and norms[at + 1] not in (
            "a",
            "an",
            "the",
            "that",
        ):
            ends = [end for end in range(at + 2, min(at + 5, len(norms))) if norms[end] in ("a", "an")]
            return _trimmed(heard, (at + 1, ends[0])) if ends else None
    return None


def _own_name(heard: HeardWords) -> Span | None:
    """Under whose name something is done: "under the name Smith", "my name is Anna", "for Anna"."""
    norms = heard.norms
    if named := [at for at, norm in enumerate(norms) if norm in ("name", "names", "name's") and at]:
        first = named[0] + 1
        while first < len(norms) and norms[first] in ("is", "of"):
            first += 1
        return _until(heard, first, None)
    for at in reversed(range(len(norms) - 1)):
        follows = norms[at + 1]
        if norms[at] in ("for", "under") and at + 1 not in heard.taken and follows not in _ARTICLES:
            return None if follows[0].isdigit() or follows in _DAYS else _until(heard, at + 1, None)
    return None


def _until(heard: HeardWords, first: int, end: int | None, several: bool = False) -> Span | None:
    """From `first`, past articles, to a word that begins something else, or to `end`."""
    norms = heard.norms
    while first < len(norms) and norms[first] in _ARTICLES and end is None:
        first += 1
    last = first
    stops = (
        PREPOSITIONS | {"that", "saying", "about", "telling", "regarding", "and", "im", "ill", "we", "is"}
    ) - {"of"}
    stops -= {"and"} if several else set()
    while last < len(norms) and last not in heard.taken:
        paused = last > first and heard.pauses(last) and not several
        if end is None and (norms[last] in stops or last - first >= _SHORT or paused):
            break
        last += 1
    if end is not None:
        return _polite_off(heard, first, last)
    span = _trimmed(heard, (first, last))
    return (
        None if span and end is None and all(norm in _NOTHING for norm in norms[span[0] : span[1]]) else span
    )


def _polite_off(heard: HeardWords, first: int, last: int) -> Span | None:
    """A text to its end, without "please" and "thanks"."""
    while last > first and (heard.norms[last - 1] in ("please", "thanks", "and") or last - 1 in heard.taken):
        last -= 1
    while first < last and heard.norms[first] in _FILLERS:
        first += 1
    return (first, last) if first < last else None


def _is_tools(heard: HeardWords, span: Span, tool: Declared) -> bool:
    known = stems(f"{tool.words} {tool.about}")
    return all(stem(norm) in known for norm in heard.norms[span[0] : span[1]])


def quoted(heard: HeardWords) -> Span | None:
    """What stands between quotation marks."""
    found = _QUOTED.search(heard.text)
    if found is None:
        return None
    places = [
        at for at, word in enumerate(heard.words) if found.start() < word.first and word.end <= found.end(1)
    ]
    return (places[0], places[-1] + 1) if places else None


def remainder(heard: HeardWords, tool: Declared, parameter: Parameter) -> Span | None:
    """What is left of the utterance without the words that ask, name the action, or were taken."""
    norms = heard.norms
    first, end = _past_action(norms, heard.taken, tool), len(norms)
    end = _before_tail(norms, heard.taken, tool, first, end)
    while first < end and first in heard.taken:
        first += 1
    inner = next((at for at in range(first, end) if at in heard.taken), end)
    span = _trimmed(heard, (first, inner))
    if span is None or _says_nothing(heard.norms[span[0] : span[1]], tool):
        return None
    span = _without_noun(heard, span, tool)
    if all(norm in _NOTHING for norm in heard.norms[span[0] : span[1]]):
        return None
    if is_when(parameter) and not any(
        _tells_time(norms, at) or norms[at][0].isdigit() for at in range(*span)
    ):
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
    shut = _trimmed(heard, (first, end))
    if (
        shut
        and roles.PROPER & role(parameter)
        and heard.text[:1].isupper()
        and heard.verbatim(*shut).islower()
    ):
        return None
    return None if shut and all(norm in _NOTHING for norm in norms[shut[0] : shut[1]]) else shut


def _says_nothing(norms: Sequence[str], tool: Declared) -> bool:
    """Whether all of it only asks, or names the tool."""
    known = stems(tool.words)
    return all(norm in _ACTIONS | _LEADS | _PARTICLES or stem(norm) in known for norm in norms)


def to_the_end(heard: HeardWords, span: Span) -> bool:
    """Whether nothing but polite and taken words comes after it."""
    rest = range(span[1], len(heard.words))
    return all(at in heard.taken or heard.norms[at] in _TAILS for at in rest)


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
    known |= kin(stems(tool.words)) | (_TODO if "todo" in known else frozenset())
    tails = _TAILS | _QUESTION_TAILS if norms and norms[0] in _QUESTIONS else _TAILS
    while end > first and (norms[end - 1] in tails or end - 1 in taken):
        end -= 1
    for at in range(end - 1, first, -1):
        inside = [norms[place] for place in range(at + 1, end) if place not in taken]
        content = [norm for norm in inside if norm not in _ARTICLES]
        if norms[at] in PREPOSITIONS and all(stem(norm) in known for norm in content):
            end = at
    while end > first and (norms[end - 1] in _TAILS or end - 1 in taken or norms[end - 1] in PREPOSITIONS):
        end -= 1
    return end


def _trimmed(heard: HeardWords, span: Span) -> Span | None:
    first, end = span
    norms = heard.norms
    while first < end and (
        norms[first] in (_ARTICLES - {"my", "our"}) | {"as"} | _FILLERS or first in heard.taken
    ):
        first += 1
    ending = (_TAILS | PREPOSITIONS | _FILLERS) - {"you", "me", "us"}
    while end > first and (norms[end - 1] in ending or end - 1 in heard.taken):
        end -= 1
    return (first, end) if first < end else None
