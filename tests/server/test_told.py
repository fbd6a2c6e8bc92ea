"""The timeline of a served session as text: sound is counted, not listed."""

import asyncio
import re

import pytest

from server.rig import SOUND, setup
from solovox.live_server import replays as served_replays
from solovox.live_server.journals import ServedJournals
from solovox.server import served_events as h
from solovox.server.options import ServerOptions
from solovox.server.served import ServedTalk
from solovox.wire.gemini_live import client_frames as c
from solovox.wire.gemini_live.parts import Blob

CHUNK = h.MessageReceived(c.RealtimeInput(media_chunks=(Blob("audio/pcm;rate=16000", b""),)))
STORY = h.MessageReceived(c.RealtimeInput(text="Tell me a story."))
RENDERED = h.SamplesRendered(1, 24_000, 4)


def told(folder, events):
    """The lines behind the heading, for events that are 40 ms apart."""

    async def written():
        options = ServerOptions()
        talk, book = ServedTalk(options), ServedJournals(folder).another(options)
        for n, event in enumerate((h.SetUp(setup()), *events)):
            await book.keep(40 * n, event, talk.handle(40 * n, event))
        await book.aclose()

    asyncio.run(written())
    (session,) = folder.iterdir()
    return list(served_replays.describe_session(session))[3:-1]


@pytest.mark.parametrize("piece", [(SOUND,), (CHUNK, SOUND)], ids=["audio", "mediaChunks"])
def test_a_minute_of_microphone_is_one_line(tmp_path, piece):
    assert [line.strip() for line in told(tmp_path, piece * 1_500)] == ["1500 pieces of sound"]


def test_the_voice_beside_an_open_microphone_is_counted_too(tmp_path):
    said = (STORY, h.AnswerTextReady(1, "Once upon a time"), RENDERED, *[SOUND] * 30)
    lines = told(tmp_path, said)
    assert len(lines) < 10, lines
    assert re.fullmatch(r"\d+ pieces of sound, \d+ of the voice", lines[-1].strip())


def test_what_else_a_frame_with_sound_has_is_shown(tmp_path):
    typed = h.MessageReceived(c.RealtimeInput(text="Hi", media_chunks=CHUNK.message.media_chunks))
    picture = h.MessageReceived(c.RealtimeInput(media_chunks=(Blob("image/jpeg", b""),)))
    lines = told(tmp_path, (typed, SOUND, picture, SOUND))
    assert sum("MessageReceived" in line for line in lines) == 2
