"""What is said of what agents write (N2): on some 250 replies, each with what should be said of it.

`replies/README.md` says what they are. Those apart are counted and never looked at, so no case of theirs is named here.
"""

from itertools import pairwise

import pytest

from solovox.text.speakable import Speakable
from text.reply_sets import AgentReply, judge, replies

TUNED, APART = replies("tuned"), replies("apart")


def converted(*deltas):
    speakable = Speakable()
    pieces = [piece for delta in deltas for piece in speakable.feed(delta)]
    return pieces + speakable.finish()


def said(reply):
    return " ".join(piece.said for piece in converted(reply.shown) if piece.said)


@pytest.mark.parametrize("reply", TUNED + APART, ids=lambda one: one.name)
def test_N2_a_reply_is_said_the_same_however_it_arrives(reply):
    whole = converted(reply.shown)
    for step in (1, 7, 64):
        edges = [*range(0, len(reply.shown), step), len(reply.shown)]
        assert converted(*(reply.shown[a:b] for a, b in pairwise(edges))) == whole
    assert [piece.shown_to for piece in whole][-1:] == [len(reply.shown)]


NOT_AS_JUDGED = {"css": "the dot of a class is said, as that of a file whose name begins with one"}


@pytest.mark.parametrize("reply", TUNED, ids=lambda one: one.name)
def test_N2_what_is_said_of_a_reply_is_what_should_be(reply):
    assert judge(reply, said(reply)).exact == (reply.name not in NOT_AS_JUDGED), said(reply)


@pytest.mark.parametrize("reply", TUNED + APART, ids=lambda one: one.name)
def test_N2_of_no_reply_is_a_mark_said_or_a_number_or_a_negation_lost(reply):
    found = judge(reply, said(reply))
    assert (found.forbidden, found.lost_numbers, found.lost_negations) == ((), (), ())


def test_N2_what_was_never_looked_at_is_said_as_well():
    """The rules were not made on these; `benches/results/said.md` has the figures."""
    assert sum(judge(reply, said(reply)).exact for reply in APART) >= 64


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("Run `x` 5 times, not 6.", "forbidden"),
        ("See https://a.dev 5 6 not.", "forbidden"),
        ("Run x 5 times, not 7.", "lost_numbers"),
        ("Run x 5 times, 6.", "lost_negations"),
    ],
)
def test_a_judgement_finds_what_is_wrong(said, wrong):
    reply = AgentReply("one", "", "Run x 5 times, not 6.")
    assert getattr(judge(reply, said), wrong)
    assert not judge(reply, said).exact
    assert judge(reply, "run x 5 times — not 6").exact
