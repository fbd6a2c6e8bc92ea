"""Whose sound it is, and whether the bot hears at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.discord.voice.speakers import (
    DEAF_MS,
    DEAF_PACKETS,
    SELDOM,
    SSRCS,
    TRIED,
    Hearing,
    Speakers,
)

ANN, BOB, CAT = 11, 22, 33


class Keys:
    """Opens a frame for the user whom it names."""

    def __init__(self):
        self.asked = []

    def __call__(self, user, frame):
        self.asked.append(user)
        return b"opus" if frame == str(user).encode() else None


def test_what_discord_says_is_believed_also_when_it_says_otherwise_later():
    speakers = Speakers()
    assert speakers.user(1) is None
    speakers.speaking(ANN, 1)
    speakers.speaking(BOB, 2)
    speakers.speaking(ANN, 3)
    assert [speakers.user(ssrc) for ssrc in (1, 2, 3)] == [ANN, BOB, ANN]
    speakers.speaking(BOB, 1)
    assert speakers.user(1) == BOB
    assert (speakers.remove_user(BOB), speakers.remove_user(BOB), speakers.remove_user(CAT)) == (
        [2, 1],
        [],
        [],
    )
    assert [speakers.user(ssrc) for ssrc in (1, 2, 3)] == [None, None, ANN]


@pytest.mark.parametrize("who", [ANN, BOB, CAT])
def test_whoever_s_key_opens_a_frame_is_the_user_of_an_ssrc_that_was_never_named(who):
    speakers, keys = Speakers(), Keys()
    assert speakers.infer(1, b"never encrypted", [ANN, BOB, CAT], keys) is None
    assert speakers.user(1) is None
    assert speakers.infer(1, str(who).encode(), [ANN, BOB, CAT], keys) == b"opus"
    assert speakers.user(1) == who


def test_who_has_no_ssrc_yet_is_tried_first_and_who_has_one_may_have_another():
    speakers, keys = Speakers(), Keys()
    speakers.speaking(ANN, 1)
    assert speakers.infer(2, b"11", [ANN, BOB], keys) == b"opus"
    assert keys.asked == [BOB, ANN]
    assert (speakers.user(1), speakers.user(2)) == (ANN, ANN)


def test_an_ssrc_that_no_one_opens_is_tried_seldom_after_a_while():
    speakers, keys = Speakers(), Keys()
    for _ in range(TRIED + 10 * SELDOM):
        speakers.infer(1, b"?", [ANN], keys)
    assert len(keys.asked) == TRIED + 10
    for _ in range(SELDOM):
        speakers.infer(1, b"11", [ANN], keys)
    assert speakers.user(1) == ANN


@given(
    st.lists(st.tuples(st.sampled_from([ANN, BOB, CAT]), st.integers(0, 400), st.booleans()), max_size=600)
)
def test_no_more_is_kept_than_a_channel_can_have(events):
    speakers, named = Speakers(), set()
    for user, ssrc, says in events:
        if says:
            speakers.speaking(user, ssrc)
            named.add(ssrc)
        else:
            speakers.infer(ssrc, b"?", [], Keys())
    known = [ssrc for ssrc in range(401) if speakers.user(ssrc)]
    assert len(known) == min(SSRCS, len(named))
    assert sorted(one for user in (ANN, BOB, CAT) for one in speakers.remove_user(user)) == known


@pytest.mark.parametrize(
    ("packets", "every", "asked", "deaf"),
    [
        (DEAF_PACKETS, 100, DEAF_MS, True),
        (DEAF_PACKETS, 100, DEAF_MS - 1, False),
        (DEAF_PACKETS - 1, 100, 60_000, False),
        (250, 20, DEAF_MS, True),
        (0, 20, 60_000, False),
    ],
)
def test_packets_that_give_no_sound_mean_that_it_is_deaf(packets, every, asked, deaf):
    hearing = Hearing()
    for n in range(packets):
        hearing.note_packet(every * n)
    assert hearing.deaf(asked) == deaf


def test_it_says_so_again_after_as_long_and_no_more_once_it_hears():
    hearing, said = Hearing(), []
    for now in range(0, 4 * DEAF_MS, 20):
        hearing.note_packet(now)
        if hearing.deaf(now):
            said.append(now)
    assert said == [DEAF_MS, 2 * DEAF_MS, 3 * DEAF_MS]
    hearing.note_decoded()
    hearing.note_packet(4 * DEAF_MS)
    assert not hearing.deaf(10 * DEAF_MS)
