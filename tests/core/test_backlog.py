"""The line of pieces: it is a list to whoever looks, and copies little."""

from hypothesis import given
from hypothesis import strategies as st

from solovox.core.backlog import Backlog

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("joined"), st.integers()),
        st.tuples(st.just("without"), st.integers(0, 5)),
        st.tuples(st.just("behind"), st.lists(st.integers(), max_size=3)),
    ),
    max_size=60,
)


@given(STEPS)
def test_it_is_a_list_to_whoever_looks(steps):
    line, plain = Backlog(), []
    for step, value in steps:
        if step == "joined":
            line, plain = line.joined(value), [*plain, value]
        elif step == "without":
            count = min(value, len(plain))
            line, plain = line.without(count), plain[count:]
        else:
            line, plain = line.behind(value), [*value, *plain]
        assert list(line) == plain
        assert len(line) == len(plain)
        assert bool(line) is bool(plain)
        if plain:
            assert line.first == plain[0]


def copied(before, after):
    """How many values stand in tuples that were made by the step."""
    old = {id(chunk) for chunk in before.chunks}
    return sum(len(chunk) for chunk in after.chunks if id(chunk) not in old) + len(after.chunks)


def test_what_joins_and_leaves_a_long_line_copies_little():
    line, total, count = Backlog(), 0, 1 << 14
    for value in range(count):
        before, line = line, line.joined(value)
        total += copied(before, line)
        if value % 3 == 0:
            before, line = line, line.without(1)
            total += copied(before, line)
    while line:
        before, line = line, line.without(2)
        total += copied(before, line)
    assert total < 40 * count
