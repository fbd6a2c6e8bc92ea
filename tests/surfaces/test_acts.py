"""What a person does at a surface: how it is written, which event it is, and when it happens."""

import asyncio
import math

import pytest

from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.units import HoldId, InputMeans, Principal
from solovox.shell.clock import LoopClock, run
from solovox.shell.sound import SoundStore
from solovox.surfaces.acts import ActKind, BadAct, PersonAct, act, acts, event_of
from solovox.surfaces.file import PIECE_MS, FileOptions, FileSurface

KEY = InputMeans.KEY
ONE, TWO = HoldId(1), HoldId(2)
DELETE, SEND = c.ShowHold(ONE, "delete it"), c.ShowHold(TWO, "send it")
EXPIRED, GRANTED = c.CloseHold(ONE, c.Outcome.EXPIRED, draft=True), c.CloseHold(ONE, c.Outcome.GRANTED)
CLOSED = c.CloseHold(ONE, c.Outcome.DENIED)


@pytest.mark.parametrize(
    ("written", "means"),
    [
        ("accept@4.2", (ActKind.ACCEPT, 4_200, "", 0)),
        ("accept@held", (ActKind.ACCEPT, None, "", 0)),
        ("edit:run the tests@4", (ActKind.EDIT, 4_000, "run the tests", 0)),
        ("edit:run the tests@held", (ActKind.EDIT, None, "run the tests", 0)),
        ('edit:send {"to": "a@b.c"}@held', (ActKind.EDIT, None, 'send {"to": "a@b.c"}', 0)),
        ("draft@5", (ActKind.DRAFT, 5_000, "", 0)),
        ("code@held", (ActKind.CODE, None, "", 0)),
        ("refuse@5", (ActKind.REFUSE, 5_000, "", 0)),
        ("stop@0", (ActKind.STOP, 0, "", 0)),
        ("silence@6", (ActKind.SILENCE, 6_000, "", 0)),
        ("type:hello@1", (ActKind.TYPE, 1_000, "hello", 0)),
        ("type:at 10:30 mail a@b.c@1", (ActKind.TYPE, 1_000, "at 10:30 mail a@b.c", 0)),
        ("hang-up@9", (ActKind.HANG_UP, 9_000, "", 0)),
        ("talk-key:1-3.5", (ActKind.TALK_KEY, 1_000, "", 3_500)),
        ("away:2-2.4", (ActKind.AWAY, 2_000, "", 2_400)),
    ],
)  # fmt: skip
def test_an_act_is_written_in_a_word(written, means):
    kind, at, text, until = means
    assert act(written) == PersonAct(kind, at, text, until, written=written)


@pytest.mark.parametrize(
    ("written", "says"),
    [
        (["accept"], "'accept' is nothing that can be done; write accept@4.2"),
        (["agree@4"], "'agree@4' is nothing that can be done"),
        (["Accept@4"], "nothing that can be done"),
        (["@4"], "nothing that can be done"),
        ([""], "nothing that can be done"),
        (["accept@"], "'' is no time from 0 to 7200 seconds"),
        (["accept@-1"], "'-1' is no time"),
        (["accept@nan"], "'nan' is no time"),
        (["accept@7201"], "'7201' is no time"),
        (["accept@soon"], "'soon' is no time"),
        (["accept:it@4"], "accept takes no text"),
        (["edit@4"], "edit takes 1 to 20000 characters"),
        (["edit:@4"], "edit takes 1 to 20000 characters"),
        (["unmend:read me@4"], "unmend takes what was heard, =, what was meant"),
        (["type: @4"], "type takes 1 to 20000 characters"),
        (["type:" + 20_001 * "x" + "@4"], "type takes 1 to 20000 characters"),
        (["draft@held"], "a draft is not held any more, and takes a time"),
        (["as:bob:hang-up@4"], "before a yes, a no, a key or a typed line, once"),
        (["as:bob:as:ann:stop@4"], "once"),
        (["as::stop@4"], "write as:NAME:"),
        (["as:bob"], "nothing that can be done"),
        (["away@4"], "nothing that can be done"),
        (["away:4"], "'' is no time"),
        (["away:4-3"], "it ends after it has begun"),
        (["talk-key:4-4"], "it ends after it has begun"),
        (["talk-key@4"], "nothing that can be done"),
        (["lets go@4"], "nothing that can be done"),
        (["talk-key:1-3", "away:1-3", "talk-key:3-4"], "'talk-key:1-3' and 'talk-key:3-4' overlap"),
        (["away:held-3"], "'held' is no time"),
        (["away:1-3", "accept@held", "away:2-4"], "'away:1-3' and 'away:2-4' overlap: write them as one"),
    ],
)
def test_an_act_that_cannot_be_understood_says_how_it_is_written(written, says):
    with pytest.raises(BadAct, match="(?s)^(?!.*\n)") as error:
        acts(written)
    assert says in str(error.value)


def test_A4_an_act_says_who_does_it():
    one = act("as:bob:edit:mail a@b.c: now@held")
    assert (one.principal, one.kind, one.text, one.at) == ("bob", ActKind.EDIT, "mail a@b.c: now", None)
    bob = Principal("bob")
    assert [
        event_of(act(f"as:bob:{what}@1"), (ONE, "x")) for what in ("accept", "refuse", "stop", "type:hi")
    ] == [
        e.ConsentGiven(ONE, "x", KEY, bob),
        e.ConsentDenied(ONE, KEY, bob),
        e.StopAsked(KEY, bob),
        e.Typed("hi", principal=bob),
    ]


@pytest.mark.parametrize(
    ("written", "hold", "event"),
    [
        ("accept@1", (ONE, "delete it"), e.ConsentGiven(ONE, "delete it", KEY)),
        ("edit:keep it@1", (ONE, "delete it"), e.ConsentGiven(ONE, "keep it", KEY)),
        ("draft@1", (ONE, "delete it"), e.ConsentGiven(ONE, "delete it", KEY)),
        ("draft@1", None, None),
        ("refuse@1", (ONE, "delete it"), e.ConsentDenied(ONE, KEY)),
        ("accept@1", None, None),
        ("edit:keep it@1", None, None),
        ("heard:keep it@1", (ONE, "delete it"), e.ConsentGiven(ONE, "keep it", KEY, heard="keep it")),
        ("heard:keep it@1", None, None),
        ("unmend:read me = README.md@1", None, e.MendRefused("read me", "README.md")),
        ("refuse@1", None, None),
        ("stop@1", None, e.StopAsked(KEY)),
        ("silence@1", (ONE, "delete it"), e.SilenceAsked(KEY)),
        ("type:hello@1", None, e.Typed("hello")),
        ("hang-up@1", None, e.HungUp()),
    ],
)
def test_an_act_is_an_event(written, hold, event):
    assert event_of(act(written), hold) == event


def test_A2_the_code_of_what_waits_is_typed():
    assert event_of(act("code@1"), (ONE, "rm"), "delta seven") == e.Typed("confirm delta seven")
    assert event_of(act("code@1"), (ONE, "ls")) is None
    coded = c.ShowHold(ONE, "rm", code="delta seven")
    assert done("code@held", shown=[(500, coded)])[:2] == ([(500, e.Typed("confirm delta seven"))], [])


def done(*written, shown=(), linger_ms=1000):
    """What the surface told of its person, with the times, what was missed, and when it hung up by itself."""
    told, missed = [], []

    async def main():
        clock = LoopClock()
        choices = FileOptions(acts=acts(written), missed=missed.append, linger_ms=linger_ms)
        surface = FileSurface(SoundStore(), clock, bytes(32 * 100), bytearray().extend, choices)

        async def show():
            for at, command in shown:
                await clock.sleep_until(at)
                await surface.perform(command)

        async with asyncio.TaskGroup() as tasks:
            events = asyncio.Queue()
            work = tasks.create_task(surface.run(events.put))
            tasks.create_task(show())
            event = None
            while not isinstance(event, e.HungUp):
                event = await events.get()
                if not isinstance(event, e.SoundCaptured):
                    told.append((clock.now(), event))
            work.cancel()
        await surface.aclose()

    run(main(), math.inf)
    return told[1:-1], missed, told[-1][0]


yes = e.ConsentGiven
DONE = {
    "each at its time": (
        ["stop@6", "type:hello@1"], [],
        [(1_000, e.Typed("hello")), (6_000, e.StopAsked(KEY))], [], 7_000,
    ),
    "two at one time, in their order": (
        ["silence@1", "stop@1"], [],
        [(1_000, e.SilenceAsked(KEY)), (1_000, e.StopAsked(KEY))], [], 2_000,
    ),
    "a yes to the oldest": (
        ["accept@2"], [(500, DELETE), (600, SEND)],
        [(2_000, yes(ONE, "delete it", KEY))], [], 3_000,
    ),
    "as soon as it is held": (
        ["accept@held"], [(730, DELETE)],
        [(730, yes(ONE, "delete it", KEY))], [], 1_100,
    ),
    "each that waits for a hold has its own": (
        ["accept@held", "refuse@held"], [(500, DELETE), (600, SEND)],
        [(500, yes(ONE, "delete it", KEY)), (600, e.ConsentDenied(TWO, KEY))], [], 1_100,
    ),
    "a hold shown again is no new one": (
        ["refuse@held", "stop@held"], [(500, DELETE), (600, DELETE)],
        [(500, e.ConsentDenied(ONE, KEY))], ["stop@held: nothing waited for a yes"], 1_100,
    ),
    "a yes that was none can be followed by another": (
        ["edit:nonsense@1", "accept@2"], [(500, DELETE)],
        [(1_000, yes(ONE, "nonsense", KEY)), (2_000, yes(ONE, "delete it", KEY))], [], 3_000,
    ),
    "two yeses at once are to two holds": (
        ["accept@1", "accept@1"], [(500, DELETE), (600, SEND)],
        [(1_000, yes(ONE, "delete it", KEY)), (1_000, yes(TWO, "send it", KEY))], [], 2_000,
    ),
    "a yes to the newest draft": (
        ["draft@1", "draft@2"], [(500, DELETE), (600, SEND), (700, EXPIRED), (1_500, GRANTED)],
        [(1_000, yes(ONE, "delete it", KEY))], ["draft@2: nothing waited for a yes then"], 3_000,
    ),
    "the talk key is held down": (
        ["talk-key:1-3.5", "stop@2"], [],
        [(1_000, e.FloorTaken()), (2_000, e.StopAsked(KEY)), (3_500, e.FloorGiven())], [], 4_500,
    ),
    "nothing is held": (
        ["accept@1", "stop@2"], [],
        [(2_000, e.StopAsked(KEY))], ["accept@1: nothing waited for a yes then"], 3_000,
    ),
    "nothing is held any more": (
        ["edit:keep it@1"], [(500, DELETE), (600, CLOSED)],
        [], ["edit:keep it@1: nothing waited for a yes then"], 2_000,
    ),
    "nothing is ever held": (
        ["refuse@held"], [], [], ["refuse@held: nothing waited for a yes"], 1_100,
    ),
    "the person hangs up": (
        ["hang-up@1", "type:hello@2", "away:2-3"], [],
        [], ["type:hello@2: the session had ended", "away:2-3: the session had ended"], 1_000,
    ),
    "the surface is away": (
        ["away:1-1.4", "stop@1.2"], [],
        [(1_000, e.SurfaceLeft()), (1_400, e.SurfaceJoined(FileOptions().caps))],
        ["stop@1.2: the surface was away then"], 2_400,
    ),
    "what was held meanwhile is seen on the way back": (
        ["away:1-1.4", "accept@held"], [(1_200, DELETE)],
        [
            (1_000, e.SurfaceLeft()),
            (1_400, e.SurfaceJoined(FileOptions().caps)),
            (1_400, yes(ONE, "delete it", KEY)),
        ],
        [], 2_400,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", DONE)
def test_acts_happen_at_their_time_and_a_miss_is_told(case):
    written, shown, told, missed, hung_up = DONE[case]
    *happened, ended = done(*written, shown=shown)
    assert happened == [told, missed]
    assert ended in (hung_up, hung_up + PIECE_MS)
