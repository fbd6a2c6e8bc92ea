"""What is said in the Studio: a set of requests that was frozen before anything understood them, half of it kept apart."""

import csv
import json
from pathlib import Path

import pytest

from meaning.conftest import minilm, minilm_folder
from solovox.brains import studio
from solovox.brains import studio_words as words
from solovox.brains.local import LocalBrain
from solovox.brains.studio import StudioBrain, StudioSight
from solovox.meaning.intent.head import IntentHead
from solovox.ports import Question, ToolResult, Wrote
from solovox.ports.studio import StudioNow
from solovox.studio.catalogue.names import Names
from solovox.studio.catalogue.shelf import tools as shelf
from solovox.testing.contracts_brain import ScriptedHost
from solovox.testing.fakes import ScriptedTool
from solovox.testing.memory_projects import MemoryProjects
from solovox.tools.arithmetic import Arithmetic
from solovox.tools.studio import StudioHands, studio_tools
from solovox.tools.time_of_day import DateTool, GetTime
from solovox.tools.unit_conversion import Units

__all__ = ["minilm", "minilm_folder"]
FILE = Path(__file__).with_name("studio_requests.tsv")
CARD = ("chartjs", "echarts", "plotly")
OPEN = {"empty": ((), False), "card": (CARD, False), "app": ((), True)}
ASKED = {
    words.WHICH, words.SHOW_WHAT, words.BUILD_WHAT, words.NO_APP, words.SEARCH_WHAT, "The card has 3 tools. Which one do you mean?",
    *studio.ASKED_FIRST.values(),
}  # fmt: skip
DOMAINS = tuple(dict.fromkeys(one.domain for one in shelf()))
LEAST = {"a": 64, "b": 64, "c": 34, "d": 28}
"""How many are right. a and b (64 each) were written before the rules, by who wrote the rules an hour later: b was looked at once.
c and d (36 each) were written after them, in another style. At the first look 33 of those 72 were right; then the rules were
tuned with c, and d was looked at once."""


def rows(half):
    with FILE.open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file, delimiter="\t") if row["half"] == half]


def brain_for(state, head):
    card, has_app = OPEN[state]
    named = Names(shelf())

    def known(name):
        found = named.find(name)
        return None if found is None else found.id

    return StudioBrain(LocalBrain(), StudioSight(StudioNow(card=card), lambda: has_app, known), lambda: head)


def declared():
    hands = StudioHands(
        store=MemoryProjects(), workshop=None, catalogue=None, domains=DOMAINS, context=str, now=StudioNow()
    )
    now = None
    return (*studio_tools(hands), GetTime(now), DateTool(now), Arithmetic(), Units())


async def said_to(brain, text):
    """(what was called, what was answered)."""
    called = []

    class Host:
        async def call(self, name, arguments):
            called.append((name, dict(arguments)))
            return ToolResult("It is so.")

    written = [
        one.text
        async for one in brain.answer(Question(text, tools=declared()), Host())
        if isinstance(one, Wrote)
    ]
    return called, "".join(written)


def is_right(row, called, answer):
    wanted = row["tool"]
    if wanted == "none":
        return not called
    if wanted == "ask":
        return not called and answer in ASKED
    if len(called) != 1 or called[0][0] != wanted:
        return False
    arguments = dict(part.split("=", 1) for part in row["arguments"].split(";") if part)
    given = called[0][1]
    if wanted in ("get_time", "calculate", "convert_units", "date"):
        return True
    if set(given) != set(arguments):
        return False
    return all(_same(name, given[name], value) for name, value in arguments.items())


def _same(name, given, wanted):
    """Ids, places and domains are what they are; a text has the words, and not many more unless it is the whole request."""
    if name not in ("prompt", "query", "project_context"):
        return given == wanted
    has = given.casefold().replace("\u2019", "'")
    told = wanted.casefold().split()
    return all(word in has for word in told) and (name == "prompt" or len(has.split()) <= len(told) + 4)


async def right(half, head):
    wrong = []
    for row in rows(half):
        called, answer = await said_to(brain_for(row["state"], head), row["said"])
        if not is_right(row, called, answer):
            wrong.append((row["state"], row["said"], row["tool"], row["arguments"], called, answer))
    return wrong


@pytest.mark.weights
@pytest.mark.parametrize(("half", "least"), LEAST.items())
async def test_requests_are_understood(minilm, half, least):
    wrong = await right(half, IntentHead(minilm))
    assert len(rows(half)) - len(wrong) >= least, json.dumps(wrong, indent=1)
