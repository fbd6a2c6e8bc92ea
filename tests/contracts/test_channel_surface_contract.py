"""The surface of a voice channel keeps the contract, and the rules of its own."""

import contextlib
import math

from contracts.channel import GRACE_MS, room
from solovox.core.commands import ShowFailure, ShowHeard, ShowHold, ShowText
from solovox.core.events import SoundCaptured, SurfaceJoined, SurfaceLeft
from solovox.core.units import BEHIND, HoldId, RunId, UtteranceId
from solovox.testing.contracts_link import running
from solovox.testing.contracts_surface import SAID, SurfaceContract
from solovox.testing.memory_sound import MemorySound


class TestChannelSurface(SurfaceContract):
    speed = math.inf

    @contextlib.asynccontextmanager
    async def fresh(self, sound):
        async with room(sound) as made:
            yield made.surface, made

    async def test_each_piece_is_of_whoever_said_it(self):
        sound = MemorySound()
        async with room(sound) as made, running(made.surface) as watched:
            made.line.says("Ann (1)", SAID)
            await watched.until(
                lambda: of(sound, watched, "Ann (1)").strip(b"\0") == SAID.strip(b"\0"), "Ann is heard"
            )
            await made.line.clock.sleep_until(1_500)
            made.line.says("Ben (2)", SAID)
            await watched.until(
                lambda: of(sound, watched, "Ben (2)").strip(b"\0") == SAID.strip(b"\0"), "Ben is heard"
            )

    async def test_a_connection_that_is_lost_for_a_moment_is_silence(self):
        async with room(MemorySound()) as made, running(made.surface) as watched:
            await watched.until(lambda: watched.of(SurfaceJoined), "it joins")
            await made.vanish()
            await made.line.clock.sleep_until(made.line.clock.now() + GRACE_MS // 2)
            await made.come_back()
            await made.line.clock.sleep_until(made.line.clock.now() + 3 * GRACE_MS)
            assert watched.of(SurfaceLeft) == []
            assert len(watched.of(SurfaceJoined)) == 1

    async def test_A2_what_must_be_read_is_written_beside_the_channel_in_order(self):
        async with room(MemorySound()) as made, running(made.surface) as watched:
            await watched.until(lambda: watched.events, "it joins")
            for shown in (
                ShowHold(HoldId(1), "send it"),
                ShowHold(HoldId(2), "push", code="breakfast potato"),
                ShowText(RunId(1), "Noon."),
                ShowFailure("It broke."),
                ShowHeard(UtteranceId(1), "Hello.", final=True),
                ShowHeard(UtteranceId(2), "Rain.", final=True, source=BEHIND),
            ):
                await made.surface.perform(shown)
            await watched.until(lambda: len(made.written) == 4, "it is written")
        assert made.written == [
            'Waits for a yes: send it\nAnswer me with "yes" or "no".',
            'Waits for a yes: push\nAnswer me with "confirm breakfast potato" or "no".',
            "It broke.",
            "further away, not asked: Rain.",
        ]

    async def test_a_text_channel_that_is_gone_ends_nothing(self):
        async with room(MemorySound()) as made, running(made.surface) as watched:
            await watched.until(lambda: watched.events, "it joins")
            made.gone = True
            await made.surface.perform(ShowFailure("It broke."))
            await watched.until(lambda: made.tried, "it is tried")
            made.gone = False
            await made.surface.perform(ShowFailure("It broke again."))
            await watched.until(lambda: made.written, "it goes on")
        assert made.written == ["It broke again."]


def of(sound, watched, source):
    """What was captured of someone."""
    spans = [event.span for event in watched.of(SoundCaptured) if event.source == source]
    return b"".join(sound.get(span) for span in spans)
