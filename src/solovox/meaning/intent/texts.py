"""Arguments that are free text: which phrase goes to which parameter.

Rule 1: quoted text goes to the text that may be anything; a phrase behind its cue to the parameter that the cue announces.
Rule 2: what is left of the utterance goes to required parameters alone.
Rule 3: only a text that stands for the person's own words may be all of the utterance.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from solovox.meaning.intent import phrases, remaining, times
from solovox.meaning.intent.declared import Declared, Parameter, stem, stems
from solovox.meaning.intent.formed import is_identifier
from solovox.meaning.intent.heard_words import HeardWords
from solovox.meaning.intent.kindred import kin
from solovox.meaning.intent.roles import CREATORS, PROPER, is_open, is_person, is_place, known, role

_ORDERS: Final = frozenset(
    "request instruction instructions prompt command utterance input question message".split()
)
"""What an order is whole, whatever its words."""
_SURE: Final = ("called", "named", "titled", "saying", "by", "with")


def texts(
    heard: HeardWords, tool: Declared, found: Mapping[str, Any]
) -> Iterator[tuple[Parameter, str | list[str]]]:
    """The texts that were said. Each takes its words."""
    free = [one for one in tool.parameters if one.name not in found and not one.choices and _is_text(one)]
    free = [one for one in free if (not times.is_when(one) or one.required) and not is_identifier(one)]
    free = [one for one in free if not known(one) or (one.required and "genre" in role(one))]
    named = frozenset(word for one in tool.parameters for word in phrases.label_words(one))
    _set_times_aside(heard, tool, free)
    marked = phrases.quoted(heard) or phrases.after_colon(heard)
    quoting = _quoting(free) if marked else None
    told = []
    for parameter in sorted(free, key=lambda one: one is not quoting):
        span = phrases.labelled(heard, parameter, named - phrases.label_words(parameter))
        span = span or (marked if parameter is quoting else None)
        if span:
            told.append(parameter)
            yield parameter, _taken(heard, span, parameter, tool)
    left = []
    for parameter in sorted((one for one in free if one not in told), key=is_open):
        alone = len(free) == 1 and parameter.required
        span = None if is_open(parameter) else phrases.suffixed(heard, parameter, tool)
        if span:
            yield parameter, _taken(heard, span, parameter, tool)
            continue
        span = phrases.cued(heard, parameter, tool)
        if span and (not alone or _announced(heard, span)):
            yield parameter, _taken(heard, span, parameter, tool)
        else:
            left.append(parameter)
    left.sort(key=tool.parameters.index)
    for parameter in left:
        wanted = parameter.required or parameter is _object(tool, left, found)
        begins = {"from", "origin", "source", "pickup", "departure"} & role(parameter)
        span = remaining.remainder(heard, tool, parameter) if wanted and not begins else None
        if span and not parameter.required and not _is_name(heard, span, tool):
            span = None
        if span:
            yield parameter, _taken(heard, span, parameter, tool)
        elif parameter.required and parameter.verbatim and len(left) == 1 and _all_of(heard, parameter, tool):
            yield parameter, _shaped(heard.text.strip(), parameter)


def _object(tool: Declared, left: list[Parameter], found: Mapping[str, Any]) -> Parameter | None:
    """What a tool that needs no text is likely to be asked for: its first text, where no other value says what is meant."""
    if any(one.required and _is_text(one) and not one.choices for one in tool.parameters):
        return None
    texts = [one for one in tool.parameters if one.name in found and _is_text(one) and not one.choices]
    if any(not CREATORS & role(one) for one in texts):
        return None
    named = next((one for one in left if {"artist", "topic"} & role(one)), None)
    if named is not None or any(one.required for one in tool.parameters):
        return named
    return next((one for one in left if not is_open(one) and not is_place(one)), None)


def _is_name(heard: HeardWords, span: times.Span, tool: Declared) -> bool:
    """Whether words that nothing announces may be a name: by a capital, where any are written; and they are not the tool's."""
    said = stems(heard.verbatim(*span))
    capital = heard.text.islower() or heard.verbatim(*span)[:1].isupper()
    return capital and not said <= stems(f"{tool.words} {tool.about}") | kin(stems(tool.words))


def _all_of(heard: HeardWords, parameter: Parameter, tool: Declared) -> bool:
    """Whether all that was said may be a value: no word is another's, it is no question, and more than the tool's name."""
    if not _ORDERS & role(parameter) and remaining.says_nothing(heard.norms, tool):
        return False
    left_open = {"something", "anything"} & set(heard.norms)
    return not heard.taken and not left_open and not remaining.questions(heard.norms)


def _quoting(free: list[Parameter]) -> Parameter | None:
    """The parameter that quoted text is for: the first that may be anything, else the first required one."""
    order = sorted(free, key=lambda one: (not one.required, not one.verbatim, not is_open(one)))
    return next((one for one in order if is_open(one) or one.required), None)


def _set_times_aside(heard: HeardWords, tool: Declared, free: list[Parameter]) -> None:
    """Take "tomorrow", which is no part of a city: where no parameter wants a time, and none is an open text, it is left out."""
    if free and not any(is_open(one) or times.is_when(one) for one in tool.parameters):
        span = times.when(heard)
        if span and (phrases.to_the_end(heard, span) or heard.norms[span[1]] in phrases.PREPOSITIONS):
            first = span[0]
            while first and heard.norms[first - 1] in ("at", "on", "for", "this", "in", "the"):
                first -= 1
            if first:
                heard.take(range(first, span[1]))


def _taken(heard: HeardWords, span: times.Span, parameter: Parameter, tool: Declared) -> str | list[str]:
    """The phrase in its shape; its words are taken, with the article before it and the tool's own noun behind it."""
    if not is_open(parameter):
        span = phrases.plain_end(heard, span, named=is_person(parameter) or bool(PROPER & role(parameter)))
    first = span[0]
    text = heard.verbatim(*span)
    heard.take(range(*span))
    if (
        span[1] < len(heard.words)
        and not heard.pauses(span[1])
        and stem(heard.norms[span[1]]) in stems(tool.words)
    ):
        heard.take([span[1]])
    while first and heard.norms[first - 1] in ("the", "a", "an", "my"):
        first -= 1
        heard.take([first])
    if (
        not is_open(parameter)
        and span[1] < len(heard.words)
        and heard.norms[span[1]] not in phrases.PREPOSITIONS
    ):
        text = re.sub(r"['’]s?$", "", text)
    return _shaped(text, parameter)


def _is_text(parameter: Parameter) -> bool:
    item = parameter.item
    lists = item is not None and item.kind in ("string", "") and not item.choices
    return parameter.kind in ("string", "") or lists


def _shaped(text: str, parameter: Parameter) -> str | list[str]:
    """A list is what stands between commas and "and"."""
    if parameter.kind != "array":
        return text
    return [part for part in re.split(r"\s*,\s*(?:and\s+)?|\s+and(?:\s+|$)", text) if part]


def _announced(heard: HeardWords, span: times.Span) -> bool:
    """Whether the phrase is all that can be meant: its cue is unmistakable, or it goes to the end."""
    surely = span[0] > 0 and heard.norms[span[0] - 1] in _SURE
    return surely or phrases.to_the_end(heard, span)
