"""Arguments that are free text: the part of what was said that a parameter stands for, verbatim.

Rule 1: a phrase is a run of words as they were heard. Nothing is put into other words.
"""

import re
from typing import Final

from solovox.meaning.intent import roles
from solovox.meaning.intent.declared import Declared, Parameter, spoken, stem, stems
from solovox.meaning.intent.heard_words import HeardWords
from solovox.meaning.intent.roles import CUES, role
from solovox.meaning.intent.times import DAYS, Span

TAILS: Final = frozenset(
    "please thanks thank you now again then for me us right away okay ok would will today tonight tomorrow just".split()
)
_THANKS: Final = frozenset("please thanks thank now then ok".split())
NOTHING: Final = frozenset(
    "something anything someone somebody everything all it me here there this that them one new another more other else different".split()
)
"""What names no value."""
_PRONOUNS: Final = (["him"], ["her"], ["them"], ["me"], ["us"], ["it"])
_NOUNS: Final = frozenset("text call message email".split())
"""Cues that behind an article are things."""
_FILLERS: Final = frozenset("um uh er erm hmm mm ah oh".split())
PREPOSITIONS: Final = frozenset("to on in into onto from off for at as of under inside with by".split())
ARTICLES: Final = frozenset("a an the my our your this that these those his her their some any".split())
_SEEKING: Final = frozenset("search look hunt scan grep looking searching".split())
_SOUGHT: Final = frozenset("query search words keyword keywords phrase term text".split())
_WORD: Final = frozenset("word words phrase text term name".split())
_NAMED: Final = ("called", "named", "titled")
_QUOTED: Final = re.compile(r"[\"“”„«]([^\"“”„«»]+)[\"“”»]|(?<!\w)['‘]([^'’‘]+)['’](?!\w)")
_TELLING: Final = frozenset("tell saying".split())
_WHERE: Final = frozenset("in at near".split())
_TEXTS: Final = frozenset("body text message content".split())
_OF_NAMES: Final = frozenset("of de du di da del la le the van von and y upon on st".split())
"""Words without a capital inside a name."""
_ASKED_OF: Final = frozenset("worth trading doing costs cost".split())
_LINKS: Final = frozenset("how what when if that which because for about of".split())
_VAGUE: Final = frozenset("room name id number text type value list item title".split())
"""Names of parameters that stand behind anything."""
_ADVERBS: Final = frozenset("which what this that same other another next".split())
ENDS: Final = frozenset(
    "that which who because since so if when while where within without near nearby around during until before after"
    " called named titled saying regarding about via per please is are was were at leaving starting closest open".split()
)
"""Words with which a name ends: they begin something else."""
_SHORT: Final = 4
"""Words of a name at most, where something follows it."""


def seeks(parameter: Parameter) -> bool:
    """Whether a text is looked for, and not written."""
    return bool(_SOUGHT & role(parameter)) and "text" not in role(parameter)


def known(heard: HeardWords, parameter: Parameter) -> int | None:
    """The place of the word that can be nothing but such a value: "French", "celsius". The last, or the first for "from"."""
    words = roles.known(parameter)
    said = [at for at, norm in enumerate(heard.norms) if norm in words and at not in heard.taken]
    if not said:
        return None
    if _asks_how_many(heard) and said[0] == 2 and len(said) + len(heard.taken) > 1:
        return said[0] if {"to", "target"} & role(parameter) else said[-1]
    if {"from", "source"} & role(parameter):
        return said[0] if len(said) > 1 or not _towards(heard, said[0]) else None
    if {"unit", "currency"} & role(parameter) and {"to", "target"} & role(parameter):
        other = any(heard.norms[at] in words for at in heard.taken)  # what it is converted from
        return said[-1] if other or _towards(heard, said[-1]) else None
    return next((at for at in reversed(said) if _towards(heard, at)), said[-1])


def _asks_how_many(heard: HeardWords) -> bool:
    """Whether the unit that is wanted comes first: "How many feet are three metres?"."""
    return heard.norms[:2] == ["how", "many"]


def _towards(heard: HeardWords, at: int) -> bool:
    return at > 0 and heard.norms[at - 1] in ("to", "into", "in")


def labelled(heard: HeardWords, parameter: Parameter, others: frozenset[str]) -> Span | None:
    """The phrase behind the parameter's own name: "with the subject holidays and the message I booked it"."""
    norms, own = heard.norms, label_words(parameter)
    for at in range(1, len(norms) - 1):
        if norms[at] in own and _labels(heard, at) and at not in heard.taken:
            last = at + 1
            while last < len(norms) and not (
                norms[last] in others | _TELLING and (_labels(heard, last) or norms[last] in _TELLING)
            ):
                last += 1
            while last < len(norms) and last > at + 1 and norms[last - 1] in ("the", "with", "and"):
                last -= 1
            first = at + 2 if norms[at + 1] in ("is", "of", "saying", "that") else at + 1
            return (first, last) if first < last else None
    return None


def label_words(parameter: Parameter) -> frozenset[str]:
    """What a parameter is called by a speaker."""
    name = spoken(parameter.name)
    return _TEXTS if name in _TEXTS else frozenset((name,))


def suffixed(heard: HeardWords, parameter: Parameter, tool: Declared) -> Span | None:
    """The phrase before the parameter's own name: "my workout playlist", "the website repository"."""
    norms, own = heard.norms, spoken(parameter.name).split()[-1:]
    known = stems(tool.words, small=True) - stems(" ".join(own))
    if not own or own[0] in _VAGUE | PREPOSITIONS:
        return None
    for end in range(1, len(norms)):
        first = end
        while norms[end] == own[0] and first and end - first < _SHORT and _describes(heard, first - 1, known):
            first -= 1
        if first < end and not (norms[first] in _ADVERBS and end - first == 1):
            return first, end
    return None


def _describes(heard: HeardWords, at: int, known: frozenset[str]) -> bool:
    """Whether a word may stand before a noun, and is no verb of the tool and no word between phrases."""
    norm = heard.norms[at]
    between = norm in ARTICLES | PREPOSITIONS | ENDS | {"and", "or", "new"} or heard.pauses(at + 1)
    return not (between or at in heard.taken or stem(norm) in known or norm in roles.ACTIONS)


def _labels(heard: HeardWords, at: int) -> bool:
    return heard.norms[at - 1] in ("the", "with", "and") or heard.pauses(at)


def _in_name(heard: HeardWords, at: int) -> bool:
    return heard.verbatim(at, at + 1)[:1].isupper() or heard.norms[at] in _OF_NAMES


def plain_end(heard: HeardWords, span: Span, *, named: bool) -> Span:
    """A name without what is asked of it: "Nvidia worth" is Nvidia. `named`: a capital begins and ends it, where any are written."""
    first, end = span
    if named and heard.verbatim(first, first + 1)[:1].isupper():
        while end - first > 1 and not heard.verbatim(end - 1, end)[:1].isupper():
            end -= 1
        inner = [at for at in range(first + 1, end) if not _in_name(heard, at)]
        end = inner[0] if inner else end
    while end - first > 1 and heard.norms[end - 1] in _ASKED_OF:
        end -= 1
    return first, end


def told(heard: HeardWords) -> Span | None:
    """What someone is to be told: "tell him I'm late", "tell Omar to bring a cake"."""
    norms = heard.norms
    for at in range(len(norms) - 2):
        if norms[at] == "tell" and norms[at + 1] in ("him", "her", "them"):
            first = at + 3 if norms[at + 2] in ("that", "to") else at + 2
            return (first, len(norms)) if first < len(norms) else None
        if norms[at : at + 2] == ["and", "say"]:
            return (at + 2, len(norms))
        if norms[at] == "let" and norms[at + 2] == "know":
            first = at + 3 + (norms[at + 3 : at + 4] == ["that"])
            return (first, len(norms)) if first < len(norms) else None
        if norms[at] == "tell" and "to" in norms[at + 2 : at + 4]:
            first = norms.index("to", at + 2) + 1
            return (first, len(norms)) if first < len(norms) else None
    return None


def after_colon(heard: HeardWords) -> Span | None:
    """What stands behind a colon: "a message to Lucas: happy new year"."""
    at = heard.text.find(": ")
    places = [place for place, word in enumerate(heard.words) if word.first > at]
    while places and _said_apart(heard, places[-1]):
        places.pop()
    return (places[0], places[-1] + 1) if at > 0 and places and places[0] else None


def _said_apart(heard: HeardWords, at: int) -> bool:
    """Whether a word is another value's, or the preposition before one."""
    joins = heard.norms[at] in PREPOSITIONS and at + 1 < len(heard.norms) and at + 1 in heard.taken
    return at in heard.taken or joins


def cued(heard: HeardWords, parameter: Parameter, tool: Declared) -> Span | None:
    """The phrase behind the word that announces such a parameter: "from", "by", "called"."""
    norms = heard.norms
    if _SOUGHT & role(parameter) and _SEEKING & set(norms[:6]) and "for" in norms:
        span = _until(heard, norms.index("for") + 1, len(norms))
        if span and to_the_end(heard, span) and not all(norm in NOTHING for norm in norms[slice(*span)]):
            return (span[0] + 1, span[1]) if norms[span[0]] in _WORD and span[1] - span[0] > 1 else span
    for word in _NAMED:
        if word in norms and parameter is _named(tool):
            more = {"with", "saying", "says"} & set(norms[norms.index(word) :])
            more |= (
                _WHERE & set(norms[norms.index(word) :])
                if any(map(roles.is_place, tool.parameters))
                else set()
            )
            return _until(heard, norms.index(word) + 1, None if more else len(norms))
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
                    if (cue in _NOUNS and at and norms[at - 1] in ARTICLES) or norms[
                        at + 1 : at + 2
                    ] in _PRONOUNS:
                        continue
                    open_end = bool(named & {"text", "new"})
                    span = _until(heard, at + 1, len(norms) if open_end else None, parameter.kind == "array")
                    if span and not _is_tools(heard, span, tool):
                        return span
            break
    return None


def _named(tool: Declared) -> Parameter | None:
    """The parameter for what something is called: a name or a title, else the first text that is needed."""
    texts = [one for one in tool.parameters if one.kind in ("string", "") and not one.choices]
    texts.sort(key=lambda one: (not {"name", "title", "label"} & role(one), not one.required))
    return texts[0] if texts else None


def _room(heard: HeardWords) -> Span | None:
    """A room of a house by its name, wherever it stands."""
    norms = heard.norms
    for at, norm in enumerate(norms):
        if norm in roles.ROOMS and at not in heard.taken:
            return at, at + 1
        if (
            norm == "room"
            and at
            and norms[at - 1] not in ARTICLES | PREPOSITIONS | {"which", "every", "each"}
        ):
            return at - 1, at + 1
    return None


def _given(heard: HeardWords) -> Span | None:
    """Who is sent something: "send Tom an email", "write my sister a note"."""
    norms = heard.norms
    for at, norm in enumerate(norms[:-2]):
        told = norm == "tell" or (norm == "let" and norms[at + 2 : at + 3] == ["know"])
        if (
            told
            and norms[at + 1] not in ("me", "us", "him", "her", "them", "the", "a", "my")
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
            return trimmed(heard, (at + 1, ends[0])) if ends else None
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
        if norms[at] in ("for", "under") and at + 1 not in heard.taken and follows not in ARTICLES:
            return None if follows[0].isdigit() or follows in DAYS else _until(heard, at + 1, None)
    return None


def _until(heard: HeardWords, first: int, end: int | None, several: bool = False) -> Span | None:
    """From `first`, past articles, to a word that begins something else, or to `end`."""
    norms = heard.norms
    while first < len(norms) and norms[first] in ARTICLES and end is None:
        first += 1
    last = first
    stops = (PREPOSITIONS | ENDS | {"telling", "and", "im", "ill", "we"}) - {"of"}
    stops -= {"and"} if several else set()
    while last < len(norms) and last not in heard.taken:
        paused = last > first and heard.pauses(last) and not several
        if end is None and (norms[last] in stops or last - first >= _SHORT or paused):
            break
        last += 1
    if end is not None:
        return _polite_off(heard, first, last)
    span = trimmed(heard, (first, last))
    empty = NOTHING | (frozenset() if several else roles.UNITS)
    return None if span and all(norm in empty for norm in norms[span[0] : span[1]]) else span


def _polite_off(heard: HeardWords, first: int, last: int) -> Span | None:
    """A text to its end, without "please" and "thanks"."""
    while last > first and (
        heard.norms[last - 1] in ("please", "thanks", "and")
        or last - 1 in heard.taken
        or (last in heard.taken and heard.norms[last - 1] in PREPOSITIONS)
    ):
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
    return heard.within(found.start() + 1, found.end() - 1)


def to_the_end(heard: HeardWords, span: Span) -> bool:
    """Whether nothing but polite and taken words comes after it."""
    rest = range(span[1], len(heard.words))
    joins = PREPOSITIONS | ARTICLES
    last = next((at for at in reversed(rest) if heard.norms[at] not in TAILS), span[1])
    return all(
        at in heard.taken or heard.norms[at] in TAILS or (at < last and heard.norms[at] in joins)
        for at in rest
    )


def trimmed(heard: HeardWords, span: Span, *, plain: bool = True) -> Span | None:
    """Without articles and prepositions around it, and polite words behind; a text that may be anything keeps its "tomorrow"."""
    first, end = span
    norms = heard.norms
    while first < end and (
        norms[first] in (ARTICLES - {"my", "our"}) | {"as"} | _FILLERS or first in heard.taken
    ):
        first += 1
    ending = ((TAILS if plain else _THANKS) | PREPOSITIONS | _FILLERS | {"and"}) - {"you", "me", "us"}
    while end > first and (norms[end - 1] in ending or end - 1 in heard.taken):
        end -= 1
    while first < end and norms[first] in _LINKS:
        first += 1
    return (first, end) if first < end else None
