"""What a page shows: `state`, and the frames after it folded into that, are the view. For one of the first clients, the few frames it knows."""

import json
from random import Random

import msgspec
import pytest

from laws.people import talk
from laws.simulation import simulate
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.mends import Mend, MendWhy
from solovox.core.policy import Policy
from solovox.core.retelling import AGENT, PERSON
from solovox.speech.resample import Resampler
from solovox.surfaces.web.outbox import PageOutbox
from solovox.surfaces.web.page import Page
from solovox.surfaces.web.pages import Pages
from solovox.surfaces.web.screen import Screen
from solovox.view import LINE, View, after
from solovox.wire.browser.codec import decode_down
from solovox.wire.browser.down import EarlierLine, StateFrame
from surfaces.web.told import Told, what_is_shown

pytestmark = pytest.mark.slow


class Clock:
    at = 0

    def now(self):
        return self.at


class Watcher:
    """A page that joined, and what it shows."""

    def __init__(self, pages, screen, name, *, knows_all=True):
        self.page = Page(u.SurfaceId(name), knows_all, Resampler, outbox=PageOutbox())
        pages.add(self.page)
        screen.show_all(self.page)
        self.told = Told()
        self.frames = []

    def come_back(self, screen):
        """With a new socket: what is under way in the old one is lost."""
        self.page.outbox, self.told = PageOutbox(), Told()
        screen.show_all(self.page)

    def look(self, at):
        for text in self.page.outbox.take():
            frame = decode_down(text)  # as in the schema, which is made of the frames
            self.frames.append(frame)
            self.told.take(at, frame)


def seen(log, joins, *, first=False):
    """The watchers at the end of a history, and its view. The first joined before it began; `joins`: when others do."""
    pages, clock, view = Pages(), Clock(), View()
    screen = Screen(pages, clock, Policy())
    watchers = [Watcher(pages, screen, "p0")]
    if first:
        watchers.append(Watcher(pages, screen, "seed", knows_all=False))
    for n, (at, event, commands) in enumerate(log):
        clock.at = at
        screen.see(event, commands)
        view = after(view, event, commands)
        if n in joins:
            watchers.append(Watcher(pages, screen, f"p{len(watchers)}"))
        for one in watchers:
            one.look(at)
    return watchers, view


def adversary(seed):
    history = simulate(seed)
    return [
        (at, event, commands) for (at, event), commands in zip(history.events, history.commands, strict=True)
    ]


def people(seed):
    return talk(seed).log


@pytest.mark.parametrize("seeds", [range(12), range(12, 24)])
@pytest.mark.parametrize("world", [adversary, people])
def test_S7_what_a_page_shows_does_not_depend_on_when_it_joined(world, seeds):
    for seed in seeds if world is adversary else seeds[::6]:
        log, random = world(seed), Random(seed)
        watchers, view = seen(log, {random.randrange(len(log)) for _ in range(4)})
        for one in watchers:
            assert what_is_shown(one.told.view) == what_is_shown(view), f"seed {seed}, {one.page.name}"


@pytest.mark.parametrize("seed", range(8))
def test_S7_neither_when_it_comes_back_nor_while_the_disk_is_waited_for(seed):
    log, random = adversary(seed), Random(seed)
    pages, clock, view = Pages(), Clock(), View()
    screen = Screen(pages, clock, Policy())
    watchers = [Watcher(pages, screen, f"p{n}") for n in range(3)]
    for at, event, commands in log:
        clock.at = at
        if random.random() < 0.3:
            pages.hold(on=random.random() < 0.5)
        screen.see(event, commands)
        view = after(view, event, commands)
        for one in watchers:
            if random.random() < 0.05:
                one.come_back(screen)
            elif random.random() < 0.5:
                one.look(at)
    pages.hold(on=False)
    for one in watchers:
        one.look(clock.at)
        assert what_is_shown(one.told.view, late=True) == what_is_shown(view, late=True), one.page.name


def test_S7_a_page_is_told_no_more_of_a_text_than_a_state_has():
    long = "x" * (3 * LINE)
    step = do.ShowStep(u.RunId(1), u.StepId("1"), u.StepKind.TOOL, long, long, u.StepState.BEGUN)
    shows = [
        do.AskBrain(u.RunId(1), None, "a", do.RoutedBy.CODE),
        step,
        do.ShowFailure(long),
        do.ShowNotice(long),
        do.ShowCall(1, "send", long),
        do.ShowProgress(1, "send", long),
        do.ShowResult(1, "send", long),
    ]
    (watcher,), view = seen([(0, ev.Typed("a"), shows)], ())
    assert watcher.told.view == view
    assert max(len(msgspec.json.encode(one)) for one in watcher.frames) < 2 * LINE + 500


@pytest.mark.parametrize("seed", range(0, 30, 3))
def test_S8_one_of_the_first_clients_gets_no_frame_that_it_does_not_know(seed):
    (_, first), _ = seen(adversary(seed), (), first=True)
    known = {"Transcript", "ToolCall", "ToolResult", "UiAction", "Error"}
    assert {type(one).__name__.removesuffix("Frame") for one in first.frames} <= known


def of_first(*steps):
    (_, first), _ = seen([(n, *step) for n, step in enumerate(steps)], (), first=True)
    return [json.loads(msgspec.json.encode(one)) for one in first.frames]


def heard(text, *, final=True, utterance=1):
    return (ev.Typed(""), [do.ShowHeard(u.UtteranceId(utterance), text, final)])


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        ([heard("What", final=False), heard("What time is it?")], ["What time is it?"]),
        ([heard("What time."), heard("What time.")], ["What time."]),
        ([heard("Find Oslo."), heard("Find Oslo. And Rome.")], ["Find Oslo.", "And Rome."]),
        ([heard("One."), heard("Two.", utterance=2), heard("One. More.")], ["One.", "Two.", "More."]),
        ([heard("I scream"), heard("ice cream")], ["I scream"]),
        ([heard("  ")], []),
        ([(ev.Typed(""), [do.ShowHeard(u.UtteranceId(1), "Rain.", final=True, source=u.BEHIND)])], []),
    ],
)
def test_S8_the_persons_words_are_told_once_when_they_are_final(steps, told):
    assert of_first(*steps) == [{"type": "transcript", "role": "user", "text": text} for text in told]


@pytest.mark.parametrize(
    ("result", "failed", "data"),
    [
        ('{"n": 1}', False, {"n": 1}),
        ("sent", False, {"text": "sent"}),
        ("[1]", False, {"text": "[1]"}),
        ("no such file", True, {"error": "no such file"}),
        ("[" * 100_000, False, {"text": "[" * 100_000}),
        ('"' + "x" * 1_000_000 + '"', False, {"text": '"' + "x" * (LINE - 1)}),
        ("NaN", False, {"text": "NaN"}),
        ('{"n": NaN}', False, {"n": None}),
    ],
)
def test_S8_a_tool_begins_and_has_a_result(result, failed, data):
    told = of_first(
        (
            ev.Typed(""),
            [do.ShowCall(1, "send", '{"to": "Ada"}'), do.ShowResult(1, "send", result, failed=failed)],
        )
    )
    assert told[0] == {"type": "tool_call", "name": "send", "args": {"to": "Ada"}}
    if len(result) == 100_000:
        data = {"text": result[:LINE]}
    assert told[1] == {"type": "tool_result", "name": "send", "data": data}


CORE = Mend("core", "core.py", MendWhy.LEXICON)
README = Mend("read me", "README.md", MendWhy.LEXICON)
MENDED = do.ShowHeard(u.UtteranceId(1), "Open the Read me and core", final=True, mends=(README, CORE))


@pytest.mark.parametrize(
    ("owners", "who", "left"),
    [((), "person", [(CORE,)]), (("person",), "person", [(CORE,)]), (("person",), "bob", [(README, CORE)])],
)
def test_K2_a_mend_that_an_owner_took_back_is_marked_nowhere_also_after_a_reload(owners, who, left):
    pages, ignored = Pages(), do.ShowFailure("a mend taken back by bob was ignored")
    screen = Screen(pages, Clock(), Policy(owners=frozenset(map(u.Principal, owners))))
    watcher = Watcher(pages, screen, "p0")
    screen.see(ev.Typed(""), [MENDED])
    back = ev.MendRefused("read me", "README.md", u.Principal(who))
    screen.see(back, [ignored] if who == "bob" else [])
    reloaded = Watcher(pages, screen, "p1")
    for one in (watcher, reloaded):
        one.look(0)
        assert [turn.mends for turn in one.told.view.turns] == left
        assert len(one.told.view.failures) == (who == "bob")


def test_a_newcomer_is_told_who_is_there():
    joined = (ev.SurfaceJoined(u.SurfaceCaps(), u.SurfaceId("a")), [])
    left = (ev.SurfaceLeft(u.SurfaceId("a")), [])
    (watcher,), _ = seen([(0, *joined), (1, *left)], ())
    pages = [one.pages for one in watcher.frames if type(one).__name__ == "PagesFrame"]
    assert pages == [("a",), ()]


def test_L3_a_page_of_a_talk_that_goes_on_is_told_the_earlier_one_also_after_a_reload():
    pages = Pages()
    screen = Screen(pages, Clock(), Policy(earlier=((PERSON, "What time is it?"), (AGENT, "It is"))))
    watcher = Watcher(pages, screen, "p0")
    screen.see(ev.PolicyChanged(Policy(barge_in=False)), [])  # of a policy that has nothing of it
    watcher.look(0)
    watcher.come_back(screen)
    watcher.look(1)
    told = [one.earlier for one in watcher.frames if isinstance(one, StateFrame)]
    assert told == [(EarlierLine("person", "What time is it?"), EarlierLine("agent", "It is"))] * 2
