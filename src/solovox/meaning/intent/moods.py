"""Whether an utterance is an order, a question, or only told. By its first words and its verb; never by what it is about.

Rule 1: what is told, or is not to be done, is no wish, unless an order or a question comes with it: "I lost my card, freeze it".
Rule 2: what is too much of something, or can hardly be heard, is a wish, and for the head to judge.
"""

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import Final

from solovox.meaning.intent.declared import norms
from solovox.meaning.intent.remaining import asks

_FILLERS: Final = frozenset(
    "um uh er erm oh ah hey hi ok well so and but then now actually also just please alright yeah yes hmm no anyway maybe".split()
)
_WISH: Final = re.compile(
    r"(?:(?:i|we) (?:(?:really|just|also|still) )*(?:want|need|would|wanna|have to|must|gotta|could use)\b"
    r"|im (?:ready|looking|trying|hoping|here|in the mood)\b|i feel like |you can |(?:id|wed) |ill (?!be\b)|well (?:have|take|get|go)\b|(?:can|could|would|will) (?:you|i|we)\b|lets |let me\b|let us\b)"
)
"""How a wish begins that is no bare order."""
_AFTER_WISH: Final = frozenset("to you like love i it me be great if some mind".split())
_REFUSED: Final = re.compile(r"(?:do not|dont|never) (?!forget|you|i|we|let|hesitate|worry)")
_GENERAL: Final = re.compile(
    r"(?:why\b|(?:who|whos) (?:is|was|invented|wrote|made|runs|owns|built|discovered|painted|founded)\b)"
)
"""Questions that ask for knowledge; a tool that answers questions takes them whole."""
_QUESTIONS: Final = frozenset(
    "what whats where wheres how hows who when which did does do is are was were will have has am should".split()
)
_SPEAKERS: Final = frozenset(
    "i im ive id we weve he hes she shes they theyre people my our his her you youre".split()
)
_POINTED: Final = frozenset("it its this that thats these those there theres everything nothing".split())
_FINITE: Final = frozenset(
    "is are was were am has had can cant could will should arent isnt wasnt dont"
    " doesnt didnt makes made costs means seems looks feels sounds smells tastes hurts works lives went came got gets".split()
)
_VERBS: Final = frozenset(
    "keep keeps make makes give gives take takes help helps need needs know knows think thinks mean means seem seems love loves hate"
    " hates want wants become becomes grow grows cause causes taste tastes smell smells work works live lives die dies eat eats hurt"
    " hurts contain contains happen happens exist exists come comes go goes fly flies boil boils melt melts belong belongs remind reminds"
    " bring brings tell tells never always".split()
)
"""Verbs of the present that are seldom nouns."""
_CONTRACTED: Final = frozenset("its thats theres".split())
_PREPOSITIONS: Final = frozenset("in on at to for from by until till since with about".split())
_DETERMINERS: Final = frozenset("the a an my our your his her their".split())
_SPARED: Final = re.compile(r"\b(?:too (?!much|many)|hardly|barely)")
_CLAUSE: Final = re.compile(
    r"\s*[.;!?,]+\s+(?:and\s+|so\s+|but\s+)?|\s+(?:so|but|then)\s+|\s+(?=please\b)", re.IGNORECASE
)
_PAST: Final = 4
"""Letters that a verb in the past has at least: "ruined", not "bed"."""
_SUBJECT: Final = 5
"""Words within which the verb of a statement comes."""
_GREETINGS: Final = frozenset(
    "thanks thank you hello great good morning evening nice sorry cool perfect".split()
)
_LOGS: Final = frozenset("log record track report submit answer complete mark finish".split())
"""First words of tools that are told what happened."""


class Mood(StrEnum):
    """What a clause is. A phrase has no verb: "jazz, please"."""

    ORDER = "order"
    QUESTION = "question"
    TOLD = "told"
    PHRASE = "phrase"


@lru_cache(maxsize=256)
def mood(utterance: str, verbs: frozenset[str] = frozenset()) -> Mood:
    """Of the whole utterance: told only where no clause is an order or a question. `verbs`: with which tools are named."""
    found = [one for clause in _clauses(utterance) if (one := _of_clause(clause, verbs)) is not None]
    if not found or Mood.TOLD not in found[:1]:
        return found[0] if found else Mood.PHRASE
    asked = Mood.PHRASE if Mood.PHRASE in found and "please" in norms(utterance) else Mood.TOLD
    return next((one for one in found if one in (Mood.ORDER, Mood.QUESTION)), asked)


def wish_behind(utterance: str, verbs: frozenset[str] = frozenset()) -> str:
    """What is wished behind clauses that are only told; empty where nothing is told first, or nothing is wished."""
    if _of_clause(next(_clauses(utterance), ""), verbs) is not Mood.TOLD:
        return ""
    for cut in _CLAUSE.finditer(utterance):
        rest = utterance[cut.end() :]
        if _of_clause(next(_clauses(rest), ""), verbs) in (Mood.ORDER, Mood.QUESTION):
            return rest
    return ""


def verb(utterance: str) -> str:
    """The word that is wished, behind fillers and "I'd like to"; empty: there is none."""
    said = [*norms(utterance)]
    while said and said[0] in _FILLERS:
        said.pop(0)
    if said[:1] == ["let"] and said[2:3] == ["know"]:
        return "tell"
    found = _WISH.match(" ".join(said))
    rest = " ".join(said)[found.end() :].split() if found else said
    return next((norm for norm in rest if norm not in _AFTER_WISH | _FILLERS), "")


def logs(tool: str) -> bool:
    """Whether a tool, by its name as words, writes down what is told."""
    return tool.split(" ", 1)[0] in _LOGS


def _clauses(utterance: str) -> Iterator[str]:
    return (part for part in _CLAUSE.split(utterance) if part)


def _of_clause(clause: str, verbs: frozenset[str]) -> Mood | None:
    """None: nothing but greetings and fillers."""
    said = [*norms(clause)]
    while said and said[0] in _FILLERS:
        said.pop(0)
    if not said or set(said) <= _GREETINGS:
        return None
    text = " ".join(said)
    if _REFUSED.match(text) or _GENERAL.match(text):
        return Mood.TOLD
    if _WISH.match(text):
        return Mood.ORDER
    if said[0] in _QUESTIONS or (said[0] in _PREPOSITIONS and said[1:2] and said[1] in _QUESTIONS):
        return Mood.QUESTION
    if asks(said[0]) or said[0] in verbs:
        return Mood.ORDER
    return Mood.TOLD if _SPARED.search(text) is None and _tells(said) else Mood.PHRASE


def _tells(said: list[str]) -> bool:
    """Whether a subject and its verb begin it."""
    if said[0] in _SPEAKERS:
        return said[:2] not in (["i", ""], ["i", "cant"])
    if said[0] in _CONTRACTED or (said[0] in _POINTED and said[1:2] and said[1].endswith("s")):
        return True
    if _VERBS & set(said[1:3]) and said[0] not in _PREPOSITIONS:
        return True
    if said[0] in _DETERMINERS and any(
        word.endswith("ed") and len(word) > _PAST for word in said[1:_SUBJECT]
    ):
        return True
    for before, word in pairwise(said[: _SUBJECT + 1]):
        if word in _FINITE:
            return True
        if word in _DETERMINERS and before not in _PREPOSITIONS and said[0] not in _POINTED:
            return False
    return False
