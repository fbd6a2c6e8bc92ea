"""Whole sessions whose narrator is `reader`, over a service in memory, in virtual time; and one by chance, with any live narrator, of which
every event is up to two seconds late: `make sim`.
"""

import asyncio
import math
from random import Random

from laws.laws import Laws
from live.gemini_chance import SAID, Spelled
from live.gemini_reading import ANSWER, GENERATED, TURN_OVER, Beside, is_whole, said, voice, words_of
from live.gemini_rig import Live
from live.gemini_ways import Chatter, Hear, Say, Variant, Wait, Way
from solovox.config.schema import NarratorConfig
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.conversation import Conversation
from solovox.core.policy import NarratorKind, Policy
from solovox.core.units import ConnectionId, SurfaceCaps
from solovox.live.gemini import DEFAULT_MODEL
from solovox.live.losing import LossCause, Lost
from solovox.live.reader import LINES, LiveReader, ReaderOptions
from solovox.narrators.voice import VoiceNarrator
from solovox.ports import Wrote
from solovox.recordings.ledger import Ledger
from solovox.shell.clock import LoopClock, run
from solovox.shell.links.brain import BrainOverPort
from solovox.shell.session import Links, Recording, Session
from solovox.shell.sound import SoundStore
from solovox.speech.resample import Resampler
from solovox.testing.fakes import MemoryJournal, MemorySurface, ScriptedBrain, ScriptedTts
from solovox.wire.gemini_live.client_frames import ClientContent, RealtimeInput
from solovox.wire.gemini_live.codec import decode_client, encode_server
from solovox.wire.gemini_live.live_codec import GeminiCodec
from solovox.wire.live_events import LiveSetup


class Service:
    """Answers each text with what `way(words, number)` gives: messages, pauses in seconds, or the end."""

    def __init__(self, way, refuses=(), model=DEFAULT_MODEL):
        self.way = way
        self.model = model
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
        self.codec = GeminiCodec(LiveSetup(model=service.model, instruction=""), ConnectionId(0))
        self.asked = []
        self.script, self.queue = asyncio.Queue(), asyncio.Queue()
        self.acting = asyncio.create_task(self.act())
        self.closed = False

    async def send(self, command):
        [frame] = self.codec.encode(command)
        match decode_client(frame):
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

    async def events(self):
        while True:
            item = await self.queue.get()
            if isinstance(item, Lost):
                raise item
            for event in self.codec.decode(encode_server(item)):
                yield event

    async def keep_alive(self):
        await asyncio.Event().wait()

    async def aclose(self):
        if not self.closed:
            self.service.open -= 1
            self.acting.cancel()
        self.closed = True


class Told:
    """The whole session: what was played in words, and the laws over it."""

    def __init__(self, service, *, policy=None, exact=True, asks=(100,), **manner):
        """`manner`: how the reader is used."""
        self.service, self.exact = service, exact
        self.manner = ReaderOptions(**{"resample": Resampler, **manner})
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
        links = Links(
            surface=self.surface,
            narrator=LiveReader(self.service.dial, self.manner, keep, exact),
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


def late(begins, behind, ends=0.0, marks=(GENERATED,)):
    """Reads right, `begins` seconds after it was asked; and `behind` seconds after the end of each turn it says something of
    its own, without a transcription. `ends`: how late the end of the turn is told."""
    own = Beside(behind, tuple(map(voice, ["zebra"] * 3)))
    return lambda words, n: [begins, *said(words), *marks, ends, TURN_OVER, own]


WORLDS = ("kept", "fresh", "relay", "self")


def meet(seed):
    """A live model that reads right, or answers, each event up to two seconds late, and says something of its own behind each turn:
    what is not a read's own is not heard, and the answer is. Raises `AssertionError`.
    """
    random, world = Random(seed), WORLDS[seed % len(WORLDS)]
    if world == "self":
        return answered(random)
    if world == "relay":
        return relayed(random)
    told = Told(Service(slow_reads(random)), fresh=world == "fresh", asks=(100, 40_000)).run()
    judge(told.heard)
    return told


def some(random):
    """How late an event is, in seconds."""
    return random.choice([0.0, 0.0, 0.1, 0.4, random.uniform(0, 2)])


def slow_reads(random):
    """Reads whose begin, words and end are late, each by chance."""

    def way(words, number):
        del number
        own = Beside(random.uniform(0, 1.99), tuple(map(voice, ["zebra"] * random.randint(1, 6))))
        slow = random.randrange(len(words))
        ends = [[GENERATED, some(random), TURN_OVER], [TURN_OVER], [GENERATED]]
        end = random.choices(ends, [8, 1, 1])[0]
        return [some(random), *said(words[:slow]), some(random), *said(words[slow:]), some(random), *end, own]

    return way


def judge(heard):
    """Every word of the answer was heard, and none of the reader's own."""
    assert not [one for one in heard if "zebra" in one], f"what the reader says of itself was heard: {heard}"
    assert f" {ANSWER} " in f" {' '.join(heard)} ", f"the answer was not heard: {heard}"


def relayed(random):
    """The ear reads, over a socket."""
    talk = Spelled(
        Way(reads=slow_reads(random)),
        choices={"narrator": NarratorConfig(kind="relay")},
        answer=ANSWER,
        speed=20,
    ).held()
    assert (talk.why, talk.wrong_sums) == ("the person hung up", [])
    judge(words_of(bytes(talk.out)))
    return talk


def answered(random):
    """The ear answers for itself, over a socket, and somebody speaks while it does: what was cut is heard no more (G4, G7)."""

    def late():
        return Wait(int(1_000 * some(random)))

    says = (late(), Hear(), late(), Say("It is noon."), late(), Chatter(random.randint(40, 500)))
    talk = Live(
        Way(heard=says, later=None),
        Variant(in_flight=random.randrange(20)),
        said=((400, SAID, SAID), (random.randint(1_500, 5_000), SAID, SAID)),
        mic_ms=9_000,
        choices={"narrator": NarratorConfig(kind="self")},
    ).held()
    assert (talk.why, talk.wrong_sums) == ("the person hung up", [])
    cut = set()
    for one in (one for _, _, did in talk.journal.entries for one in did):
        if isinstance(one, c.Flush):
            cut.add(one.read)
        assert not (isinstance(one, c.Play) and one.read in cut), f"{one} was played after its cut"
    return talk
