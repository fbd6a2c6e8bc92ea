"""What a client sees of its person's words under the switches that say so, with real speech; and who is let in to see it."""

import pytest
from websockets.exceptions import InvalidStatus

from cli.serving import serving
from e2e.speaking import RATE, person
from portions import sampled
from server.rig import LIVE_31, NATIVE, letter
from solovox.text.matching import errors
from solovox.wire.gemini_live import client_frames as c

pytestmark = [pytest.mark.weights, pytest.mark.slow]

WORDS = "Tell the whole team that we will meet again on Monday morning at the old harbour."
SO_FAR = 3 * 2 * RATE
"""Sound after which there must be a draft: it is the middle of speech, and a second of it is enough."""
MANUAL = c.RealtimeInputConfig(automatic_activity_detection=c.AutomaticActivityDetection(disabled=True))
FLAGS = ("--interim-transcription", "--finished", "--voice-activity", "--input-transcription", "whole")


KEYS = ("the-first-key", "the-second-key")
REFUSES = ("--key-file", "keys", "--fault", "refuse:429:times=1")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    (folder / "keys").write_text("# of a test\n" + "\n".join(KEYS))
    with serving(folder, "--voice", "joe", "--pace", "fast", *FLAGS, *REFUSES) as one:
        for key, status in (("another", 403), (KEYS[0], 429)):
            with pytest.raises(InvalidStatus) as refused, person(one.told["ws"], key):
                pass
            assert refused.value.response.status_code == status
        yield one
        assert not any(key in one.log.read_text() for key in KEYS)


def test_what_was_said_so_far_comes_while_the_person_speaks(server, said):
    """They mark their activity, and wait in the midst of it: so the test need not keep time."""
    with person(server.told["ws"], KEYS[0], model=NATIVE, realtime_input_config=MANUAL) as one:
        pcm = one.sound_of(said(WORDS, after=0))
        one.sends(c.RealtimeInput(activity_start=c.ActivityStart()))
        one.speaks(pcm[:SO_FAR])
        draft = one.until(lambda m: m.server_content and m.server_content.interim_input_transcription)
        one.speaks(pcm[SO_FAR:])
        one.sends(c.RealtimeInput(activity_end=c.ActivityEnd()))
        one.turn()
        so_far = draft.server_content.interim_input_transcription.text
        assert so_far.startswith(" Tell the whole team")
        assert len(so_far.split()) < len(WORDS.split())
        assert errors(WORDS, one.heard).rate < 0.2


@pytest.mark.parametrize("model", sampled([NATIVE, LIVE_31], [LIVE_31]))
def test_speech_is_marked_and_its_words_are_one_message_that_is_the_last(server, said, model):
    with person(server.told["ws"], KEYS[1], model=model) as one:
        one.says(said("What is seven times eight?"))
        one.turn()
        order = "".join(map(letter, one.messages)).replace("D", "")
        assert order.startswith("SVVH")
        marks = [m.voice_activity for m in one.messages if m.voice_activity is not None]
        assert [mark.type for mark in marks] == ["ACTIVITY_START", "ACTIVITY_END"]
        assert marks[0].audio_offset.ms < 500 < marks[1].audio_offset.ms < 3_000
        pieces = [m.server_content.input_transcription for m in one.messages if m.server_content]
        assert [piece.finished for piece in pieces if piece is not None] == [True]
