"""The narrator `reader` in whole sessions, over a service that reads in every order, and in every wrong way.

What the speaker played is taken apart into words again (`words_of`).
"""

import asyncio
import math
from random import Random

import pytest

from live.gemini_reading import (
    ANSWER,
    BROKEN,
    ENDS,
    FAULTS,
    FORBIDDEN,
    GENERATED,
    GO_AWAY,
    INTERRUPTED,
    ORDERS,
    PIECES,
    TURN_OVER,
    Beside,
    at,
    by_chance,
    is_whole,
    said,
    voice,
    words_of,
)
from portions import some
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.conversation import Conversation
from solovox.core.errors import Misuse
from solovox.core.policy import Fidelity, NarratorKind, Policy
from solovox.core.units import ReadId, SurfaceCaps
from solovox.live.gemini.losing import LossCause, Lost
from solovox.live.gemini.reader import LINES, READS, LiveReader, ReaderOptions
from solovox.narrators.voice import VoiceNarrator
from solovox.ports import Wrote
from solovox.recordings.ledger import Ledger
from solovox.shell.clock import LoopClock, run
from solovox.shell.links.brain import BrainOverPort
from solovox.shell.session import Links, Recording, Session
from solovox.shell.sound import SoundStore
from solovox.testing.fakes import MemoryJournal, MemorySurface, ScriptedBrain, ScriptedTts
from solovox.testing.laws import Laws
from solovox.wire.gemini_live.client_frames import ClientContent, RealtimeInput
from solovox.wire.gemini_live.codec import decode_client, decode_server, encode_client, encode_server
from solovox.wire.gemini_live.families import LIVE_31, NATIVE_25


class Service:
    """Answers each text with what `way(words, number)` gives: messages, pauses in seconds, or the end."""

    def __init__(self, way, refuses=()):
        self.way = way
        self.refuses = set(refuses)
        self.lines = []
        self.dialled = 0
        self.open = 0

    async def dial(self):
        self.dialled += 1
        await asyncio.sleep(0.2)
        if self.dialled in self.refuses:
            raise Lost("the service cannot be reached", LossCause.NETWORK)
        self.lines.append(Line(self))
        self.open += 1
        assert self.open <= LINES, "more connections than one to read, and one that rests"
        return self.lines[-1]


class Line:
    """One connection in memory; every message goes through the real codec."""

    def __init__(self, service):
        self.service = service
        self.asked = []
        self.script, self.queue = asyncio.Queue(), asyncio.Queue()
        self.acting = asyncio.create_task(self.act())
        self.closed = False

    async def send(self, message):
        message = decode_client(encode_client(message))
        match message:
            case ClientContent(turns=[content], turn_complete=True):
                asked = content.parts[0].text
            case RealtimeInput(text=asked):
                pass
        self.asked.append(asked)
        number = sum(len(line.asked) for line in self.service.lines)
        for item in self.service.way(asked.split(), number):
            self.script.put_nowait(item)

    async def act(self):
        """One read after another; what is said beside (`Beside`) waits for nothing."""
        while True:
            item = await self.script.get()
            if isinstance(item, float):
                await asyncio.sleep(item)
            elif isinstance(item, Beside):
                loop = asyncio.get_running_loop()
                for message in item.messages:
                    loop.call_later(item.seconds, self.queue.put_nowait, message)
            else:
                self.queue.put_nowait(item)

    async def messages(self):
        while True:
            item = await self.queue.get()
            if isinstance(item, Lost):
                raise item
            yield decode_server(encode_server(item))

    async def keep_alive(self):
        await asyncio.Event().wait()

    async def aclose(self):
        if not self.closed:
            self.service.open -= 1
            self.acting.cancel()
        self.closed = True


class Told:
    """The whole session: what was played in words, and the laws over it."""

    def __init__(self, service, *, fresh=False, family=NATIVE_25, policy=None, exact=True, asks=(100,)):
        self.service, self.fresh, self.family, self.exact = service, fresh, family, exact
        self.policy = policy or Policy(narrator=NarratorKind.READER, exact_voice=exact)
        self.asks = asks
        self.laws, self.ledger = Laws(self.policy), Ledger()
        self.events, self.commands = [], []

    def see(self, event, commands):
        self.laws.see(self.clock.now(), event, commands)
        self.ledger.see(event, commands)
        self.events.append(event)
        self.commands += commands

    async def _run(self):
        keep, self.clock = SoundStore(), LoopClock()
        script = [(0, e.SurfaceJoined(SurfaceCaps())), (100_000, e.HungUp())]
        script += [(at, e.Typed("go")) for at in self.asks]
        self.surface = MemorySurface(keep, script)
        self.spoken = ScriptedTts(240)
        exact = VoiceNarrator(self.spoken, keep) if self.exact else None
        manner = ReaderOptions(family=self.family, fresh=self.fresh)
        links = Links(
            surface=self.surface,
            narrator=LiveReader(self.service.dial, manner, keep, exact),
            brain=BrainOverPort(ScriptedBrain({"go": [Wrote(ANSWER)]}), []),
        )
        recording = Recording(MemoryJournal(), keep, [self])
        await Session(Conversation(self.policy), links, recording, self.clock).run()

    def run(self):
        run(self._run(), math.inf)
        assert all(one.holds for one in self.ledger.sums()), [str(one) for one in self.ledger.sums()]
        assert self.service.open == 0
        return self

    @property
    def heard(self):
        """The words that the speaker played."""
        return words_of(b"".join(pcm for _, pcm in sorted(self.surface.heard.items())))

    @property
    def whole(self):
        return is_whole(self.heard)

    @property
    def exactly(self):
        return [one.said for one in self.commands if isinstance(one, c.Read) and one.exact]


@pytest.mark.parametrize("fresh", [False, True], ids=["kept", "fresh"])
@pytest.mark.parametrize("order", ORDERS)
def test_G6_a_reader_that_reads_is_heard_in_whatever_order_it_sends(order, fresh):
    told = Told(Service(ORDERS[order]), fresh=fresh).run()
    assert told.heard == ANSWER.split()
    assert told.exactly == told.spoken.spoken == []
    assert all(line.closed for line in told.service.lines)
    scores = {event.score for event in told.events if isinstance(event, e.ReadFollowed)}
    assert scores == {1.0}


@pytest.mark.parametrize("number", [1, 2, 0], ids=["once", "then", "always"])
@pytest.mark.parametrize("fault", FAULTS)
def test_G6_whatever_a_reader_does_wrong_the_reading_is_whole_and_nothing_else_is_heard(fault, number):
    wrong, right = FAULTS[fault], ORDERS["together"]
    service = Service(lambda words, n: (wrong if number in (0, n) else right)(words, n))
    told = Told(service).run()
    if fault != "text for half of the sound":
        assert told.whole, told.heard
    assert told.exactly
    assert all(one in told.heard for one in ANSWER.split())


def test_G6_sound_without_text_is_heard_for_at_most_twice_the_time_its_text_takes():
    told = Told(Service(FAULTS["text for half of the sound"])).run()
    assert told.heard.count("zebra") <= 3 * 2 * 1_400 // 360


def test_G6_without_an_exact_voice_what_was_not_read_is_shown():
    told = Told(Service(at(1, "zebra")), exact=False).run()
    assert "zebra" not in told.heard
    shown = [one.text for one in told.commands if isinstance(one, c.ShowFailure)]
    assert set(shown) == {"reading aloud failed: the reader said something else"}
    assert "".join(one.text for one in told.commands if isinstance(one, c.ShowText)) == ANSWER


def test_G6_off_believes_the_reader():
    policy = Policy(narrator=NarratorKind.READER, fidelity=Fidelity.OFF, exact_voice=True)
    told = Told(Service(at(1, "zebra")), policy=policy).run()
    assert "zebra" in told.heard
    assert min(event.score for event in told.events if isinstance(event, e.ReadStrayed)) < 1


def late(begins, behind, ends=0.0):
    """Reads right, `begins` seconds after it was asked; and `behind` seconds after the end of each turn it says something of
    its own, without a transcription. `ends`: how late the end of the turn is told."""
    own = Beside(behind, tuple(map(voice, ["zebra"] * 3)))
    return lambda words, n: [begins, *said(words), GENERATED, ends, TURN_OVER, own]


LATE = [0.1, 0.4, 1.0, 1.9]


@pytest.mark.parametrize("fresh", [False, True], ids=["kept", "fresh"])
@pytest.mark.parametrize("behind", LATE)
@pytest.mark.parametrize("begins", LATE)
def test_G1_what_a_reader_says_behind_the_end_of_a_read_is_of_no_read(begins, behind, fresh):
    told = Told(Service(late(begins, behind)), fresh=fresh, asks=(100, 30_000)).run()
    assert told.heard == ANSWER.split() * 2
    assert told.exactly == []
    assert told.ledger.dropped[c.SoundOrigin.NARRATOR]


@pytest.mark.parametrize("fresh", [False, True], ids=["kept", "fresh"])
@pytest.mark.parametrize("ends", [0.5, 1.5, 3.0])
def test_G1_a_turn_that_ends_late_is_waited_for_or_its_connection_is_left(ends, fresh):
    told = Told(Service(late(0.4, 0.5, ends)), fresh=fresh, asks=(100, 30_000)).run()
    assert told.heard == ANSWER.split() * 2
    assert told.exactly == []


@pytest.mark.parametrize("fresh", [False, True], ids=["kept", "fresh"])
@pytest.mark.parametrize(
    "end", [[], [BROKEN], [INTERRUPTED, TURN_OVER]], ids=["never", "broken", "interrupted"]
)
def test_G6_a_read_that_was_heard_whole_is_not_said_again_though_it_was_not_ended(end, fresh):
    told = Told(Service(lambda words, n: [*said(words), *end]), fresh=fresh).run()
    assert told.heard == ANSWER.split()
    assert told.exactly == []


def test_N1_one_unfinished_read_at_a_time_and_none_on_a_connection_that_was_cut():
    told = Told(
        Service(lambda words, n: at(1, "zebra")(words, n) if n == 1 else ORDERS["together"](words, n))
    ).run()
    assert [len(line.asked) for line in told.service.lines] == [1, 2, 0]


def test_kept_is_used_again_and_fresh_once_for_each_read():
    kept = Told(Service(ORDERS["together"]), asks=(100, 30_000, 60_000)).run()
    assert len(kept.service.lines) == LINES
    fresh = Told(Service(ORDERS["together"]), asks=(100, 30_000, 60_000), fresh=True).run()
    assert [len(line.asked) for line in fresh.service.lines] == [1] * 9 + [0], (
        "the next is open ahead of need"
    )


def test_N1_two_connections_read_in_turn():
    told = Told(Service(ORDERS["together"])).run()
    assert [len(line.asked) for line in told.service.lines] == [2, 1]


def test_it_is_opened_ahead_of_need():
    told = Told(Service(ORDERS["together"]), asks=()).run()
    assert told.service.dialled == LINES


def test_L1_a_connection_that_goes_away_is_replaced_between_two_reads():
    told = Told(Service(lambda words, n: [*said(words), *ENDS, *([GO_AWAY] if n == 1 else [])])).run()
    assert told.heard == ANSWER.split()
    assert told.exactly == []
    assert len(told.service.lines[0].asked) == 1


@pytest.mark.parametrize("fresh", [False, True], ids=["kept", "fresh"])
def test_L1_a_service_that_lets_go_of_every_connection_at_once_is_not_stormed(fresh):
    class Leaving(Service):
        async def dial(self):
            line = await super().dial()
            line.queue.put_nowait(GO_AWAY)
            return line

    told = Told(Leaving(ORDERS["together"]), fresh=fresh).run()
    assert told.heard == ANSWER.split()
    assert told.service.dialled <= 5


def test_L1_a_service_that_cannot_be_reached_is_not_stormed():
    service = Service(ORDERS["together"], refuses=range(1, 3))
    told = Told(service, asks=(10_000, 40_000)).run()
    assert told.heard == ANSWER.split() * 2
    assert service.dialled == 4
    assert told.exactly == PIECES[:1]


def test_G1_what_nobody_asked_for_is_dropped():
    service = Service(lambda words, n: [*said(words), *ENDS, 1.0, *said(FORBIDDEN), *ENDS])
    told = Told(service).run()
    assert told.heard == ANSWER.split()
    assert told.ledger.dropped[c.SoundOrigin.NARRATOR]


def test_a_family_that_takes_content_only_at_the_beginning_is_asked_by_text():
    told = Told(Service(ORDERS["together"]), family=LIVE_31).run()
    assert told.heard == ANSWER.split()


async def test_more_reads_than_can_wait_are_misuse():
    reader = LiveReader(Service(ORDERS["together"]).dial, ReaderOptions(family=NATIVE_25), SoundStore())
    for number in range(READS):
        await reader.perform(c.Read(ReadId(number), "x"))
    with pytest.raises(Misuse):
        await reader.perform(c.Read(ReadId(READS), "x"))


@pytest.mark.parametrize("seed", some(range(120), range(40)))
def test_G6_by_chance(seed):
    random = Random(seed)
    service = Service(by_chance(random), refuses={n for n in range(1, 9) if random.random() < 0.1})
    told = Told(service, asks=(100, 30_000), fresh=random.random() < 0.5).run()
    assert is_whole(told.heard), told.heard
