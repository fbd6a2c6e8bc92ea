"""What a client asks of the detection of speech, as the recogniser's numbers."""

import pytest

from solovox.live.local.cascade_types import MS, CascadeTuning
from solovox.live.local.ending import EndEvidence
from solovox.live_server.engines import tuning
from solovox.server.terms import Detection


def test_silence_that_is_asked_for_ends_every_utterance():
    numbers = tuning(Detection(silence_ms=500))
    for finished in (None, 0.1, 0.6, 0.99):
        for words in (None, "and then", "stop", "It is four."):
            assert numbers.patience(EndEvidence(words, finished)) == 500 * MS
    assert numbers.pause == CascadeTuning().pause
    assert tuning(Detection(silence_ms=100)).pause == 100 * MS


def test_what_nobody_asked_for_is_the_engines_own():
    mine, own = tuning(Detection()), CascadeTuning()
    assert all(
        mine.patience(EndEvidence("It is four.", one)) == own.patience(EndEvidence("It is four.", one))
        for one in (0.1, 0.6, 0.99)
    )


def test_low_sensitivity_takes_more_speech_to_begin_and_more_silence_to_end():
    own, slow, deaf = CascadeTuning(), tuning(Detection(end_low=True)), tuning(Detection(start_low=True))
    assert slow.sure_wait > own.sure_wait
    assert slow.longest_wait > own.longest_wait
    assert deaf.speech > own.speech
    assert deaf.onset_frames > own.onset_frames


@pytest.mark.parametrize(("asked", "kept"), [(0, 32), (20, 32), (300, 300), (99_999, 2_000)])
def test_so_much_speech_as_is_asked_for_begins_an_utterance(asked, kept):
    assert tuning(Detection(padding_ms=asked)).confirm == kept * MS
