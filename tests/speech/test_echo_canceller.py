"""WebRTC's echo canceller: every sample comes out, in the order in which it came, whoever calls when."""

import threading

import numpy as np
import pytest

from solovox.core.units import MIC_RATE, VOICE_RATE
from solovox.speech.echo_canceller import LATE_MS, WebRtcEcho

pytestmark = pytest.mark.slow

QUIET = np.random.default_rng(1).normal(0, 800, 2 * MIC_RATE).astype("<i2").tobytes()


@pytest.mark.parametrize("samples", [1, 159, 160, 161, 320, 1_024, 8_000])
def test_as_many_samples_come_out_as_went_in(samples):
    canceller = WebRtcEcho()
    for at in range(0, len(QUIET), 2 * samples):
        piece = QUIET[at : at + 2 * samples]
        canceller.take_played(bytes(2 * samples))
        assert len(canceller.clean(piece)) == len(piece)


def test_pieces_of_any_length_give_the_same_sound():
    whole = WebRtcEcho().clean(QUIET)
    canceller = WebRtcEcho()
    assert b"".join(canceller.clean(QUIET[at : at + 2 * 77]) for at in range(0, len(QUIET), 2 * 77)) == whole


def test_what_a_person_says_while_nothing_is_played_stays_and_is_14_ms_later():
    clean = np.frombuffer(WebRtcEcho().clean(QUIET), "<i2").astype(float)
    said = np.frombuffer(QUIET, "<i2").astype(float)
    match = [float((clean[MIC_RATE:-400] * said[MIC_RATE - late : -400 - late]).sum()) for late in range(400)]
    assert int(np.argmax(match)) == LATE_MS * MIC_RATE // 1000
    assert 10 * np.log10((clean**2).mean() / (said**2).mean()) == pytest.approx(0, abs=2)


def test_two_threads_lose_nothing():
    canceller, lengths = WebRtcEcho(), []

    def speaker():
        for _ in range(200):
            canceller.take_played(bytes(2 * VOICE_RATE // 100))

    def microphone():
        lengths.extend(len(canceller.clean(QUIET[:640])) for _ in range(200))

    threads = [threading.Thread(target=one) for one in (speaker, microphone)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert lengths == [640] * 200


def test_a_delay_that_cannot_be_is_brought_into_range():
    canceller = WebRtcEcho()
    for ms in (-5, 0, 120, 100_000):
        canceller.late(ms)
    assert len(canceller.clean(QUIET)) == len(QUIET)
