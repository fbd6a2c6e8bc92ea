"""One guild's voice: where the bot is, whether it talks there, and why it stops.

Rule 1: *there* is a channel that was asked for; *talks* is a session in it. To start is both, to stop ends both.
Rule 2: a talk stops by command, by the persona's own action (then when it has said what it says, `FAREWELL_MS` at most), when the bot is kicked or moved, and when the last human leaves. Then its session ends, its ear
is closed, nothing sounds, nothing is heard, and the bot leaves, in this order.
Rule 3: after `idle_ms` in which no one spoke and nothing was made the session ends and the bot stays. Whoever speaks next begins another, which
knows what was said and hears their first word.
Rule 4: the ear is open at most `day_ms` a day. Then the talk stops, and one line says so.
Rule 5: a session that fails stops the talk, with one line.
Rule 6: whoever comes while it talks is told what the first were told, once in a talk.
"""

import asyncio
import logging
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from solovox.core.units import SEVERAL, SourceId
from solovox.discord.guild_sessions import GuildSession
from solovox.discord.talk_parts import TalksAlready, WantedTalk
from solovox.discord.text_out import write_if_possible
from solovox.discord.voice.channel_hearing import Attention
from solovox.discord.voice.line import VoiceChannelLine
from solovox.discord.voice.presence import Channel
from solovox.discord.voice.speakers import user_of
from solovox.ports import Clock

# Whose voice is kept in a voice channel, and what people there are told of it.
#
# Rule 1: the sound of one person is kept if they own the talk, or have agreed since they came; to leave the channel takes that back.
# Rule 2: what several said at once is kept if the sound of all may be who were in the talk.


NOTHING: Final = "Nothing of it is kept."
NOTHING_HERE: Final = "I keep nothing of what is said here"
KEPT: Final = (
    "I keep a record of my owner's voice and of the words that I understand, {0}. The voice of anyone else is kept only from when they "
    "agree, by /{1}, until they leave the channel."
)
AGREED: Final = "from now on I keep your voice, too, {0}; to leave the voice channel ends that"
AGREE: Final = "agree"


@dataclass(frozen=True, slots=True)
class KeepingNotice:
    """`days`: for how many days sessions are kept; None: for ever; 0: not at all."""

    days: int | None

    @property
    def notice(self) -> str:
        """What all are told before the bot listens, and whoever comes later."""
        return NOTHING if self.days == 0 else KEPT.format(self._long, AGREE)

    @property
    def agreed(self) -> str:
        """What someone is told who agrees."""
        return NOTHING_HERE if self.days == 0 else AGREED.format(self._long)

    @property
    def _long(self) -> str:
        if self.days is None:
            return "until whoever runs me removes it"
        return "for one day" if self.days == 1 else f"for {self.days} days"


@dataclass(slots=True)
class KeptVoices:
    """Of one talk."""

    owners: frozenset[int] = frozenset()
    met: set[int] = field(default_factory=set)
    """Who was there, and has been told."""
    agreed: set[int] = field(default_factory=set)
    """Who has agreed, and is there."""

    def __call__(self, source: SourceId) -> bool:
        """Whether the sound of a source may be kept."""
        users = self.met if source == SEVERAL else {user_of(source)}
        return users <= self.agreed | self.owners


LOOK_S: Final = 0.1
DAY_S: Final = 86_400
FAREWELL_MS: Final = 8_000
GREETED: Final = 20
"""Names in one line."""
log = logging.getLogger("solovox.discord")


class TalkEnd(Enum):
    """Why a talk stopped."""

    ASKED = "the talk is over"
    GOING = "I go offline: the talk is over"
    KICKED = "I was taken out of the channel: the talk is over"
    MOVED = "I was moved: the talk is over; start it again where you want it"
    ALONE = "everyone has left: the talk is over"
    DAY = "the talk is over: the ear was open as long as it may be in a day (surface.discord.hours_a_day)"


@dataclass(slots=True)
class OpenTime:
    """How long the ear was open today, in milliseconds. A day begins with the first talk of it."""

    day: int = 0
    open_ms: int = 0

    def add(self, now: int, passed: int) -> int:
        """Milliseconds more of it, at millisecond `now`; how much it is by now."""
        if (day := now // (1000 * DAY_S)) != self.day:
            self.day, self.open_ms = day, 0
        self.open_ms += passed
        return self.open_ms


@dataclass(slots=True)
class GuildVoice:
    """One guild. `run` does the work until it is cancelled; the other methods say what is wanted."""

    line: VoiceChannelLine
    talk: GuildSession
    clock: Clock
    idle_ms: int
    day_ms: int
    """0: no end."""
    wanted: WantedTalk | None = None
    earlier: tuple[tuple[str, str], ...] = ()
    running: bool = False
    """Whether a session runs, or is being made."""
    ends_by: int | None = None
    """When the talk ends at the latest, by the persona's action. None: it goes on."""
    open: OpenTime = field(default_factory=OpenTime)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """One change at a time."""
    kept: KeptVoices = field(default_factory=KeptVoices)
    """Of this talk."""

    def join(self, channel: Channel) -> None:
        """Be there, and say nothing."""
        self.line.join(channel)

    async def start(self, wanted: WantedTalk) -> None:
        """Talk there. Raises `TalksAlready`, and what `GuildSession.begin` raises: then it has left."""
        async with self.turn:
            if self.wanted is not None:
                raise TalksAlready(f"I talk already, in {self.wanted.channel.name}: stop that first")
            self.line.join(wanted.channel)
            self.wanted, self.earlier, self.ends_by = wanted, (), None
            self.kept = KeptVoices(wanted.owners, set(self.line.humans))
            self.line.attend()
            try:
                await self._begin(wanted)
            except BaseException:
                self.wanted = None  # whoever asked is told
                await self._stop(TalkEnd.ASKED)
                raise

    async def stop(self, why: TalkEnd = TalkEnd.ASKED) -> None:
        """Talk no more, and leave (rule 2)."""
        async with self.turn:
            await self._stop(why)

    def finish(self) -> None:
        """Talk no more as soon as what is being said is over. Never waits: what asks for it may be a part of the talk."""
        if self.wanted is not None and self.ends_by is None:
            self.ends_by = self.clock.now() + FAREWELL_MS

    def keeps(self, source: SourceId) -> bool:
        """Whether the sound of a source may be kept, in the talk that goes on."""
        return self.kept(source)

    async def run(self) -> None:
        """Keep the line, and look whether the talk must stop, sleep or wake."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.line.run(), name="voice line")
            tasks.create_task(self._watch(), name="talk watch")

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            if self.wanted is None:
                continue
            async with self.turn:
                if (wanted := self.wanted) is not None:
                    await self._look(wanted)

    async def _look(self, wanted: WantedTalk) -> None:
        await self._greet(wanted)
        if (why := self._over(wanted)) is not None:
            await self._stop(why)
        elif self.running and (ended := self.talk.begun.over) is not None:
            await self._stop(str(ended) if isinstance(ended, Exception) else TalkEnd.ASKED)
        elif self.running and self.line.quiet_ms >= self.idle_ms and not self.talk.busy:
            self.line.sleep()
            self.running = False
            self.earlier = await self.talk.end()
            log.info("no one speaks: the ear is closed")
        elif not self.running and self.line.attention is Attention.AWAKE:
            try:
                await self._begin(wanted)
            except Exception as error:  # noqa: BLE001 - as a session that fails (rule 5)
                await self._stop(str(error))

    async def _greet(self, wanted: WantedTalk) -> None:
        """Who has come is told (rule 6)."""
        there = set(self.line.humans)
        if new := sorted(there - self.kept.met):
            self.kept.met |= there
            names = ", ".join(self.line.source(one) for one in new[:GREETED])
            await write_if_possible(
                wanted.write, f"{names}: I listen in {wanted.channel.name}. {wanted.notice}"
            )

    def _over(self, wanted: WantedTalk) -> TalkEnd | None:
        """Whether the talk must stop."""
        if self.ends_by is not None and (self.clock.now() >= self.ends_by or not self._sounds()):
            return TalkEnd.ASKED
        if self.line.presence.intended is None:
            return TalkEnd.KICKED
        if not self.line.connected:
            return None
        channel = self.line.channel
        if channel is None or channel.id != wanted.channel.id:
            return TalkEnd.MOVED
        if not self.line.humans:
            return TalkEnd.ALONE
        spent = self.open.add(self.clock.now(), int(1000 * LOOK_S) if self.running else 0)
        return TalkEnd.DAY if self.day_ms and spent > self.day_ms else None

    def _sounds(self) -> bool:
        """Whether an answer is made, or heard."""
        return self.talk.busy or self.line.voice.ready

    async def _begin(self, wanted: WantedTalk) -> None:
        self.running = True
        await self.talk.begin(wanted, self.earlier)

    async def _stop(self, why: TalkEnd | str) -> None:
        wanted, self.wanted, self.running = self.wanted, None, False
        await self.talk.end()
        self.line.ignore()
        self.line.leave()
        if wanted is not None:
            await write_if_possible(wanted.write, why.value if isinstance(why, TalkEnd) else why)
