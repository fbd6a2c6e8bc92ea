"""Law A4 by ear: who grows softer loses no words, and what is far softer is told apart. The clip is of LibriVox, in the public domain."""

import math
import os
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import soundfile

from live.whole_ear import told_by
from solovox.core.events import LocalTranscript, Overheard
from solovox.core.transcripts import plain
from solovox.parts.engines.local import models
from solovox.shell.clock import run
from solovox.weights import Cache, default_root

pytestmark = [pytest.mark.slow, pytest.mark.weights]

CLIP = Path(__file__).parent / "read_aloud.ogg"
SECOND = 56_000
"""The sample at which the second of its three sentences begins."""
QUIET = np.zeros(32_000)


@cache
def engines():
    return models(Cache(default_root(os.environ)))


def told(sound):
    """What the whole ear tells of it, in the order in which it was said."""
    pcm = (np.concatenate([sound, QUIET]) * 32_767).astype("<i2").tobytes()

    events = run(told_by(engines().recogniser(), pcm), math.inf)
    final = [one for one in events if isinstance(one, Overheard) or getattr(one, "final", False)]
    return sorted(final, key=lambda one: one.span.first)


def words(events):
    return plain(" ".join(one.text for one in events)).split()


@pytest.mark.parametrize("softer", [6, 10, 14])
def test_A4_who_turns_away_after_the_first_sentence_loses_no_words(softer):
    even, _ = soundfile.read(CLIP)
    turned = np.concatenate([even[:SECOND], even[SECOND:] * 10 ** (-softer / 20)])
    heard = told(turned)
    assert all(isinstance(one, LocalTranscript) for one in heard)
    assert abs(len(words(heard)) - len(words(told(even)))) <= 1


def test_A4_what_is_far_softer_is_overheard_and_its_words_are_kept():
    even, _ = soundfile.read(CLIP)
    heard = told(np.concatenate([even[:SECOND], even[SECOND:] * 10 ** (-26 / 20)]))
    kinds = [type(one) for one in heard]
    assert kinds[0] is LocalTranscript
    assert set(kinds[1:]) == {Overheard}
    assert len(words(heard)) >= len(words(told(even))) - 2
