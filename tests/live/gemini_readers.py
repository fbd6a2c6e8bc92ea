"""Whole sessions whose narrator is `reader`, over a service in memory, in virtual time; and one by chance, of which every event is
up to two seconds late: `make sim`.
"""

import asyncio
import math
from random import Random

from live.gemini_reading import ANSWER, GENERATED, TURN_OVER, Beside, is_whole, said, voice, words_of
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.conversation import Conversation
from solovox.core.policy import NarratorKind, Policy
from solovox.core.units import SurfaceCaps
from solovox.live.gemini.losing import LossCause, Lost
from solovox.live.gemini.reader import LINES, LiveReader, ReaderOptions
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
from solovox.wire.gemini_live.families import NATIVE_25


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


def late(begins, behind, ends=0.0, marks=(GENERATED,)):
    """Reads right, `begins` seconds after it was asked; and `behind` seconds after the end of each turn it says something of
    its own, without a transcription. `ends`: how late the end of the turn is told."""
    own = Beside(behind, tuple(map(voice, ["zebra"] * 3)))
    return lambda words, n: [begins, *said(words), *marks, ends, TURN_OVER, own]


def meet(seed):
    """A reader that reads right, each event up to two seconds late, and says something of its own behind each turn: none of that is
    heard, and the answer is. Raises `AssertionError`."""
    random = Random(seed)

    def way(words, n):
        def some():
            return random.choice([0.0, 0.0, 0.1, 0.4, random.uniform(0, 2)])

        del n
        own = Beside(random.uniform(0, 1.99), tuple(map(voice, ["zebra"] * random.randint(1, 6))))
        slow = random.randrange(len(words))
        ends = [[GENERATED, some(), TURN_OVER], [TURN_OVER], [GENERATED]]
        end = random.choices(ends, [8, 1, 1])[0]
        return [some(), *said(words[:slow]), some(), *said(words[slow:]), some(), *end, own]

    told = Told(Service(way), fresh=random.random() < 0.5, asks=(100, 40_000)).run()
    heard = told.heard
    assert not [one for one in heard if "zebra" in one], f"what the reader says of itself was heard: {heard}"
    assert f" {ANSWER} " in f" {' '.join(heard)} ", f"the answer was not heard: {heard}"
    return told
