"""Sound on its way to a speaker: whatever happens in between, each sample is sent once, in order, until it is taken back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solovox.surfaces.web.voice_queue import REMEMBERED, VoiceQueue

pytestmark = pytest.mark.slow

READS = st.integers(1, 4)
FEW = st.integers(0, 40)
MOST = 6_000


def sample(read, number):
    """Every sample tells itself from all others."""
    return (read * 7_919 + number).to_bytes(4, "little")[:2]


class Model:
    """What a far end has, and what it should have."""

    def __init__(self):
        self.queue = VoiceQueue()
        self.came = {}
        self.has = {}
        """How far each read has come at the far end: what was played, and then what was sent since the last rewind."""
        self.played = {}
        self.flushed = set()
        self.told = []

    def play(self, read, count):
        first = self.came.get(read, 0)
        self.queue.play(read, b"".join(sample(read, first + n) for n in range(count)))
        if read not in self.flushed:
            self.came[read] = first + count

    def take(self, room, least):
        piece = self.queue.take(room, least)
        if piece is None:
            return
        read, count = piece.read, len(piece.pcm) // 2
        assert read not in self.flushed, "nothing of a read after it was flushed"
        assert count <= max(room, 0)
        assert piece.first == self.has.get(read, self.played.get(read, 0)), (
            "a hole, or sound that comes twice"
        )
        assert piece.pcm == b"".join(sample(read, piece.first + n) for n in range(count))
        self.has[read] = piece.first + count
        assert self.has[read] <= self.came[read]
        if count < min(least, room):
            assert self.has[read] == self.came[read], "a small piece though there is more"
        if piece.last:
            assert self.has[read] == self.came[read]

    def counted(self, changed):
        for read, samples in changed:
            assert self.played.get(read, 0) < samples <= self.has.get(read, 0)
            self.played[read] = samples

    def flush(self, read):
        played, sent = self.queue.flush(read)
        assert played == self.played.get(read, 0)
        if read not in self.flushed:
            assert sent in (played, self.has.get(read, played))
        self.flushed.add(read)

    def rewind(self):
        self.queue.rewind()
        self.has = dict(self.played)

    def ahead(self):
        return sum(
            self.has.get(read, 0) - self.played.get(read, 0) for read in self.came if read not in self.flushed
        )


DO = {
    "play": st.tuples(READS, st.integers(1, 60)),
    "take": st.tuples(st.integers(-5, 50), st.integers(1, 20)),
    "report": st.tuples(READS, st.integers(0, 120)),
    "reckon": st.tuples(FEW),
    "end": st.tuples(READS),
    "flush": st.tuples(READS),
    "rewind": st.tuples(),
}
STEPS = st.lists(st.one_of(*(st.tuples(st.just(name), given_) for name, given_ in DO.items())), max_size=60)


def played_out(model):
    """Send and play all that is left; what the far end then has heard of each read, in order."""
    order = []
    while (piece := model.queue.take(1_000, 1)) is not None:
        assert piece.first == model.has.get(piece.read, model.played.get(piece.read, 0))
        model.has[piece.read] = piece.first + len(piece.pcm) // 2
        order.append(piece.read)
        model.counted(model.queue.report(piece.read, MOST))
    return order


@settings(max_examples=400)
@given(STEPS)
def test_S2_what_is_sent_is_each_sample_once_from_the_played_one_on(steps):
    model = Model()
    for name, arguments in steps:
        match name:
            case "report" | "reckon":
                model.counted(getattr(model.queue, name)(*arguments))
            case "end" | "rewind" | "flush" | "take" | "play":
                getattr(model, name, getattr(model.queue, name))(*arguments)
        assert model.queue.ahead == model.ahead()
        assert model.queue.held == 2 * sum(
            model.came[read] - model.played.get(read, 0) for read in model.came if read not in model.flushed
        )
    model.rewind()
    played_out(model)
    assert model.queue.idle
    for read, count in model.came.items():
        if read not in model.flushed:
            assert model.played.get(read, 0) == count


def queue(**reads):
    made = VoiceQueue()
    for name, count in reads.items():
        made.play(int(name[1:]), bytes(2 * count))
    return made


def sent(made, room=1_000, least=1):
    out = []
    while (piece := made.take(room, least)) is not None:
        out.append((piece.read, piece.first, len(piece.pcm) // 2, piece.last))
    return out


def test_a_read_that_was_rendered_before_its_sound_was_let_through_goes_on_and_ends():
    made = VoiceQueue()
    made.end(1)
    made.play(1, bytes(20))
    assert sent(made) == [(1, 0, 10, True)]
    made.report(1, 10)
    made.play(1, bytes(20))
    assert sent(made) == [(1, 10, 10, True)]


def test_a_read_whose_end_comes_after_all_was_played_is_told_to_have_ended_once():
    made = queue(r1=10)
    assert sent(made) == [(1, 0, 10, False)]
    made.report(1, 10)
    made.end(1)
    assert sent(made) == [(1, 10, 0, True)]
    made.rewind()
    assert sent(made) == []


def test_the_sound_of_a_later_read_ends_the_one_before():
    """A read that goes on with sound which was there, and one of a live model, have no end of their own."""
    made = queue(r1=10)
    sent(made)
    made.play(2, bytes(20))
    assert sent(made) == [(1, 10, 0, True), (2, 0, 10, False)]


def test_who_has_played_some_of_a_read_has_played_what_was_sent_before():
    """A page that is back says only what it played last."""
    made = queue(r1=10, r2=10)
    sent(made)
    assert made.report(2, 4) == [(1, 10), (2, 4)]
    made.rewind()
    assert sent(made) == [(2, 4, 6, False)]


def test_S2_memory_is_bounded_by_what_is_not_played():
    made = VoiceQueue()
    for read in range(1, 3 * REMEMBERED):
        made.play(read, bytes(20))
        sent(made)
        made.report(read, 10)
        made.end(read)
        sent(made)
    assert made.held == 0
    assert made.ahead == 0
    assert sum(1 for read in range(1, 3 * REMEMBERED) if made.flush(read) == (10, 10)) <= REMEMBERED
