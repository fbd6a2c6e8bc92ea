"""The sound store against a model: everything put and not forgotten comes back, wherever it lies."""

import os
import random
import tempfile
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.core.units import AudioSpan, StreamId
from solovox.shell.sound import BLOCK, MOST, SoundStore

MIC, VOICE = StreamId("mic"), StreamId("voice/1")


def noise(count, seed=0):
    return random.Random(seed).randbytes(2 * count)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("put"), st.sampled_from([MIC, VOICE]), st.integers(0, 90_000)),
        st.tuples(st.just("forget"), st.sampled_from([MIC, VOICE]), st.integers(0, 200_000)),
    ),
    max_size=12,
)


@given(STEPS, st.sampled_from([0, BLOCK, 3 * BLOCK, 10**9]), st.randoms(use_true_random=False))
def test_L2_what_was_put_and_not_forgotten_comes_back(steps, memory, chance):
    with closing(SoundStore(memory)) as store:
        against_a_model(store, steps, chance)


def against_a_model(store, steps, chance):
    model, gone = {MIC: b"", VOICE: b""}, {MIC: 0, VOICE: 0}
    for what, stream, number in steps:
        if what == "put":
            pcm = noise(number, number)
            span = store.put(stream, pcm)
            assert span == AudioSpan(stream, len(model[stream]) // 2, number)
            model[stream] += pcm
        else:
            store.forget(stream, number)
            gone[stream] = max(gone[stream], min(number, len(model[stream]) // 2))
    for stream, pcm in model.items():
        assert store.count(stream) == len(pcm) // 2
        if not pcm:
            continue
        kept = range(gone[stream], len(pcm) // 2 + 1)
        first, end = sorted((chance.choice(kept), chance.choice(kept)))
        for low, high in ((first, end), (kept[0], kept[-1])):
            assert store.get(AudioSpan(stream, low, high - low)) == pcm[2 * low : 2 * high]
        if gone[stream]:
            with pytest.raises(KeyError):
                store.get(AudioSpan(stream, gone[stream] - 1, 1))
        with pytest.raises(KeyError):
            store.get(AudioSpan(stream, len(pcm) // 2, 1))


def test_memory_stays_within_its_limit_and_the_rest_is_in_one_nameless_file():
    before = set(os.listdir("/proc/self/fd"))
    store = SoundStore(memory=4 * BLOCK)
    for n in range(400):
        store.put(MIC, noise(8000, n))
        assert store.held <= 5 * BLOCK
    assert store.spilled >= 400 * 16_000 - 5 * BLOCK
    assert len(set(os.listdir("/proc/self/fd")) - before) == 1
    assert store.get(AudioSpan(MIC, 8000 * 7, 8000)) == noise(8000, 7)
    store.close()
    assert set(os.listdir("/proc/self/fd")) == before


def test_places_in_the_file_are_used_again():
    store = SoundStore(memory=0)
    for n in range(300):
        span = store.put(MIC, noise(BLOCK // 2, n))
        store.forget(MIC, span.first - BLOCK)
    assert store.spilled <= 5 * BLOCK
    assert store.get(span) == noise(BLOCK // 2, 299)
    store.close()


@pytest.fixture
def temporary(tmp_path):
    """Where temporary files go: it is not there."""
    before, tempfile.tempdir = tempfile.tempdir, str(tmp_path / "nowhere")
    yield tmp_path / "nowhere"
    tempfile.tempdir = before


def test_R1_while_no_disk_takes_it_sound_stays_in_memory_and_then_the_oldest_is_silence(temporary):
    store = SoundStore(memory=2 * BLOCK)
    loud = b"\1\2" * (BLOCK // 2)
    for _ in range(8):
        store.put(MIC, loud)
    assert store.get(AudioSpan(MIC, 0, BLOCK // 2)) == loud
    for _ in range(41):
        store.put(MIC, loud)
    assert store.held <= (MOST * 2 + 1) * BLOCK
    assert store.lost == 49 * BLOCK - store.held
    assert store.get(AudioSpan(MIC, 0, BLOCK // 2)) == bytes(BLOCK)
    assert store.get(AudioSpan(MIC, 48 * BLOCK // 2, BLOCK // 2)) == loud
    temporary.mkdir()
    store.put(MIC, loud)
    assert store.held <= 2 * BLOCK
    assert store.get(AudioSpan(MIC, 48 * BLOCK // 2, BLOCK // 2)) == loud
    store.forget(MIC, 50 * BLOCK // 2)
    assert (store.held, store.spilled) == (0, 0)
    store.close()
