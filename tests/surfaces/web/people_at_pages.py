"""A world of pages around one session: they speak, type, mute, take over, drop for seconds, lie, or say nothing at all. By seed.

`meet(seed)` plays one history on a clock on which nobody waits, and raises `LawBroken`. Beside the laws of the core (`laws`) and
the sums of the ledger it watches S1 to S8. Its recogniser hears what is loud, its voice gives each character sounds of its own, and its
brain answers with steps and tools.
"""

import asyncio
import json
import math
from collections import deque
from dataclasses import replace
from itertools import count
from random import Random

from laws.law_broken import require
from solovox.app.wiring import SessionParts, session
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Approval, Policy, ToolSpec
from solovox.core.units import MIC_RATE, VOICE_RATE, SurfaceId
from solovox.ports import ToolResult, Wrote
from solovox.shell.clock import run
from solovox.shell.faults import plainest
from solovox.speech.resample import Resampler
from solovox.surfaces.speaker import tone
from solovox.surfaces.web.outbox import TOO_SLOW, PageOutbox
from solovox.surfaces.web.page import Page
from solovox.surfaces.web.surface import GRACE_MS, WebSurface
from solovox.testing.fakes import MemoryJournal, Pause, ScriptedBrain, ScriptedTool, ScriptedTts, Use
from solovox.wire.browser import down, up
from solovox.wire.browser.codec import decode_down
from surfaces.web.told import Told, what_is_shown
from surfaces.web.watched_session import HearsSound, Watch

TICK = 20
MS = VOICE_RATE // 1000
PIECE = MIC_RATE * TICK // 1000
FIRST_FRAMES = {"ready", "transcript", "tool_call", "tool_result", "ui_action", "error", "session_end"}
LONGEST = max(len(tone(kind)) // 2 for kind in do.CueKind)
"""A cue may be longer than what one of the first clients may have of the voice."""
ANSWERS = (
    (Wrote("It is noon."),),
    (Wrote("Here is a longer answer. "), Pause(0.7), Wrote("It goes on for a while, and then it ends.")),
    (Use("look"), Wrote(" That was all.")),
    (Wrote("One moment. "), Use("send"), Wrote(" Done.")),
)


class Client:
    """One client, with its speaker, its microphone and the network between."""

    def __init__(self, world, number):
        self.world = world
        self.random = world.random
        self.number = number
        self.knows_all = number > 0 or not world.first_client
        tempers = ("honest", "honest", "silent", "lying", "slow") if not world.honest else ("honest",)
        self.temper = self.random.choice(tempers)
        self.lag = self.random.choice((0, 20, 60))
        self.page = None
        self.spoken = 0
        """Samples of its microphone, ever."""
        self.loud_until = 0
        self.join()

    # The socket.

    def join(self):
        world = self.world
        self.page = Page(SurfaceId(f"p{self.number}-{next(world.names)}"), self.knows_all, Resampler)
        self.base = self.spoken
        """What was said before this page was there is not sent."""
        self._open()
        watch = self.number > 0 and self.random.random() < 0.3
        world.surface.join(self.page, self.outbox, self._ready(self.page), watch=watch)

    def _ready(self, page):
        return down.ReadyFrame("s", 1, page.name, "t", GRACE_MS, page.taken)

    def _open(self):
        self.outbox = PageOutbox()
        self.back_at = None
        self.way_up, self.way_down = deque(), deque()
        self.told = Told()
        self.holder = ""
        self.muted = False
        self.ready = False
        self.speaker = deque()
        """What it has to play: read and bytes."""
        self.read, self.place = 0, {}
        """The newest read, and how far the sound of each has come."""
        self.played, self.last = {}, (0, 0)
        self.reported = {}

    def drop(self, ms):
        self.world.surface.lose(self.page, self.outbox)
        self.outbox.drop()
        self.lost_at = self.world.now
        self.back_at = self.lost_at + ms
        if not self.knows_all:
            self.back_at = math.inf

    def come_back(self):
        last = self.last
        if self.page not in set(self.world.surface.pages):
            gone = self.world.now - self.lost_at
            require("S3", gone >= GRACE_MS, f"it had left after {gone} ms")
            return self.join()
        require("S3", self.page.name in self.world.watch.there or not self.world.told_yet, "it had left")
        self._open()
        read, samples = (
            last if self.temper != "lying" else (self.random.randrange(4), self.random.randrange(9_000))
        )
        self.world.surface.come_back(self.page, self.outbox, up.ResumeFrame("t", read, samples), self._ready)
        return None

    async def tick(self):
        if self.back_at is not None:
            if self.world.now >= self.back_at:
                self.come_back()
            self._say_into_the_microphone()
            return
        now = self.world.now
        if self.temper != "slow" or now % 600 < TICK:
            self.way_down.extend((now + self.lag, one) for one in self.outbox.take())
        while self.way_down and self.way_down[0][0] <= now:
            self._came(self.way_down.popleft()[1])
        if self.outbox.closing is not None and not self.way_down:
            require("S1", self.outbox.closing[0] in (1000, TOO_SLOW), f"closed with {self.outbox.closing}")
            self.drop(self.random.choice((100, 1_000)))
            return
        self._play()
        self._say_into_the_microphone()
        while self.way_up and self.way_up[0][0] <= now and self.back_at is None:
            await self._arrives(self.way_up.popleft()[1])

    async def _arrives(self, what):
        surface = self.world.surface
        if isinstance(what, tuple):
            first, pcm = what
            require("S3", first - self.base == self.page.taken, "its microphone goes on at another sample")
            if surface.pages.holder is self.page and not self.page.muted:
                self.world.expected += bytes(pcm)
            await surface.hear(self.page, pcm)
        else:
            await surface.act(self.page, what)

    def does(self, frame):
        self.way_up.append((self.world.now + self.lag, frame))

    # What comes.

    def _came(self, frame):
        if isinstance(frame, bytes):
            return self._sound(frame)
        plain = json.loads(frame)
        if not self.knows_all:
            require("S8", plain["type"] in FIRST_FRAMES, f"a first client got {plain['type']}")
            return None
        told = decode_down(frame)
        self.told.take(self.world.now, told)
        match told:
            case down.ReadyFrame(samples=samples):
                self.ready, self.sent = True, self.base + samples
            case down.StateFrame(holder=holder, muted=muted):
                self.holder, self.muted = holder, muted
            case down.HolderFrame(page=name):
                self.holder = name
                if name != self.page.name:
                    self.speaker.clear()
            case down.MutedFrame(muted=muted):
                self.muted = muted
            case down.ReadFrame(read=read, first=first):
                if self.world.honest and not self.world.first_client:  # it does not say what was heard there
                    most = self.world.heard.get(read, 0)
                    require("S2", first <= most, f"read {read} goes on at {first}, and {most} were heard")
                self.read, self.place[read] = read, first
                self.played.setdefault(read, first)
                self.reported[read] = first
            case down.ReadEndFrame(read=read, samples=samples):
                require(
                    "S2", self.place[read] == samples, f"read {read} has {samples}, {self.place[read]} came"
                )
            case down.FlushFrame(read=read):
                self.speaker = deque(one for one in self.speaker if one[0] != read)
                if self.temper != "silent":
                    self.does(up.FlushedSamplesFrame(read, self._count(read)))
            case _:
                pass
        return None

    def _sound(self, pcm):
        samples = len(pcm) // 2
        if not self.knows_all:
            now = self.world.now * MS
            self.world.ends = max(self.world.ends, now - self.lag * MS) + samples
            late = self.temper == "slow"  # what came at once was sent one after the other
            near = self.world.ends - now <= LONGEST + (TICK + 1) * MS
            require("S2", late or near, "a first client is too far ahead")
            return
        read, at = self.read, self.place[self.read]
        whole = self.world.watch.voice[read]
        require("S2", bytes(whole[2 * at : 2 * (at + samples)]) == pcm, f"other sound of read {read} at {at}")
        self.place[read] = at + samples
        self.speaker.append((read, pcm))
        if self.temper == "honest" and self.reported:
            require("S2", self._ahead() <= 400 * MS, f"{self._ahead() // MS} ms ahead")

    def _ahead(self):
        """What it has of the reads that it still plays, beyond what it has said."""
        reads = {read for read, _ in self.speaker}
        return sum(self.place[read] - self.reported[read] for read in reads)

    def _count(self, read):
        if self.temper == "lying":
            return self.random.choice((0, 10**7, self.random.randrange(20_000)))
        return self.played.get(read, 0)

    def _play(self):
        room = TICK * MS
        while self.speaker and room:
            read, pcm = self.speaker.popleft()
            now, rest = pcm[: 2 * room], pcm[2 * room :]
            room -= len(now) // 2
            self.played[read] += len(now) // 2
            self.last = (read, self.played[read])
            self.world.heard[read] = max(self.world.heard.get(read, 0), self.played[read])
            if rest:
                self.speaker.appendleft((read, rest))
            if self.temper != "silent" and (self.world.now % 100 < TICK or not rest):
                self.does(up.PlayedSamplesFrame(read, self._count(read)))
                self.reported[read] = self.played[read]

    # What the person does.

    def _say_into_the_microphone(self):
        mine = not self.knows_all or self.holder == self.page.name or self.back_at is not None
        if not mine:
            return
        loud = self.world.now < self.loud_until
        pcm = bytes((1 + self.number, 1 + self.spoken // PIECE % 100)) * PIECE if loud else bytes(2 * PIECE)
        self.world.kept[self.number, self.spoken] = pcm
        self.spoken += PIECE
        if self.back_at is None and (self.ready or not self.knows_all):
            if not self.knows_all:
                self.ready, self.sent = True, max(getattr(self, "sent", 0), self.base)
            while self.sent < self.spoken:
                piece = self.world.kept[self.number, self.sent]
                self.does((self.sent, piece))
                self.sent += PIECE

    def acts(self):
        """Something, by chance."""
        random, holds = self.random, self.world.watch.holds
        if self.back_at is not None:
            return
        act = random.choice(("speak", "speak", "type", "mute", "take", "drop", "hold", "key", "stop"))
        match act:
            case "speak":
                self.loud_until = self.world.now + random.choice((100, 400, 900, 2_500))
            case "mute":
                self.does(up.MuteFrame(not self.page.muted and random.random() < 0.5))
            case "drop":
                self.drop(random.choice((20, 300, 1_500, 2_900, 3_500, 9_000)))
            case _ if not self.knows_all:
                pass
            case "type":
                self.does(up.TypedTextFrame(random.choice(("what now", "and then", "status", " "))))
            case "take":
                self.does(up.TakeFrame())
            case "key":
                self.does(up.FloorFrame(random.random() < 0.5))
            case "stop":
                self.does(random.choice((up.StopFrame(), up.SilenceFrame())))
            case "hold" if holds:
                hold, text = random.choice(list(holds.items()))
                edit = up.EditFrame(hold, text + " now", text)
                frames = (up.AcceptFrame(hold, text), edit, up.RefuseFrame(hold))
                self.does(random.choice(frames))


class Pages:
    """The session, its clients, and how it goes."""

    def __init__(self, seed):
        self.random = Random(f"pages {seed}")
        self.honest = self.random.random() < 0.5
        self.first_client = self.random.random() < 0.25
        self.names, self.kept, self.heard = count(1), {}, {}
        self.expected = bytearray()
        self.ends = 0.0
        self.told_yet = False

    @property
    def now(self):
        return self.watch.clock.now()

    def build(self):
        tools = (ToolSpec(name="look"), ToolSpec(name="send", effects=True))
        policy = replace(
            Policy(),
            approval=self.random.choice(list(Approval)),
            barge_in=self.random.random() < 0.8,
            tools=tools,
        )
        brain = ScriptedBrain(default=self.random.choice(ANSWERS))
        made = (
            ScriptedTool("look", ToolResult("Nothing.")),
            ScriptedTool("send", ToolResult("Sent.", "r-1"), seconds=2, effects=True),
        )
        own = SessionParts(policy, HearsSound(), ScriptedTts(self.random.choice((240, 1_200))), brain, made)

        def surface(place):
            self.surface = WebSurface(place.sound, place.clock, policy=policy)
            self.watch = Watch(policy, place.clock, place.sound)
            return self.surface

        self.journal = MemoryJournal()
        return session(own, surface, self.journal, lambda clock: (self.watch, self.surface))

    async def play(self):
        async with asyncio.timeout(3_000), asyncio.TaskGroup() as tasks:
            talk = self.build()
            running = tasks.create_task(talk.run())
            await asyncio.sleep(0)
            self.clients = [Client(self, n) for n in range(self.random.randint(1, 3))]
            for _ in range(self.random.randint(150, 700)):
                await self._tick()
                self.told_yet = True
                if self.random.random() < 0.06:
                    self.random.choice(self.clients).acts()
                if running.done():
                    break
            await self._calm(running)
            require("S4", await running == "the person hung up", "it ended otherwise")
        self._judge()

    async def _tick(self):
        await asyncio.sleep(TICK / 1000)
        for one in self.clients:
            await one.tick()

    async def _calm(self, running):
        """All are there, and honest; one of them plays all that is left. Then it hangs up."""
        knowing = [one for one in self.clients if one.knows_all]
        for one in self.clients:
            one.temper, one.loud_until = "honest", 0
        for n in range(3_000):
            if running.done():
                return
            await self._tick()
            if n == 250 and knowing:
                knowing[0].does(up.TakeFrame())
                knowing[0].does(up.MuteFrame(False))
                knowing[0].does(up.FloorFrame(True))
                knowing[0].does(up.FloorFrame(False))
            if n > 400 and not self.watch.view.plays and not self.surface.works and not self.watch.holds:
                break
        for _ in range(10):  # what is under way arrives
            await self._tick()
        for one in knowing:
            if one.back_at is None and one.ready:
                require(
                    "S7",
                    in_its_time(one.told.view) == in_its_time(self.watch.view),
                    f"{one.page.name} shows something else",
                )
        require("T5", not self.watch.view.plays, "something is still to be played")
        for one in self.clients:
            if one.back_at is None:
                await self.surface.act(one.page, up.EndFrame())
                return
        self.clients[0].join()
        await self.surface.act(self.clients[0].page, up.EndFrame())

    def _judge(self):
        loud = bytes(self.watch.captured).replace(b"\0", b"")
        require("S5", loud == bytes(self.expected).replace(b"\0", b""), "the microphone has other sound")
        events = [event for _, event, _ in self.journal.entries]
        surfaces = [one for one in events if isinstance(one, ev.SurfaceJoined | ev.SurfaceLeft)]
        require("S4", isinstance(surfaces[0], ev.SurfaceJoined), "it began with a page that left")
        wrong = [str(one) for one in self.watch.ledger.sums() if not one.holds]
        require("S2", not wrong, "; ".join(wrong))


def in_its_time(view):
    """What is shown, without the moments: the network takes its time."""
    holds, drafts = ([replace(one, until=0) for one in group] for group in (view.holds, view.drafts))
    return replace(what_is_shown(view), holds=tuple(holds), drafts=tuple(drafts))


def meet(seed, kind=Pages):
    """Play the history of a seed. Raises `LawBroken`."""
    world = kind(seed)
    try:
        run(world.play(), math.inf)
    except BaseExceptionGroup as group:
        raise plainest(group) from group
    return world
