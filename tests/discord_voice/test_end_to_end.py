"""End-to-end encryption, frame by frame: with a session of ours, and with davey's own words."""

from types import SimpleNamespace

import davey
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.discord.voice.packets import CLEAR, LOST, MARK, SILENCE, FrameOpener

ANN, BOB = 11, 22


class Session:
    """Encrypts with the user's number: easy to see through."""

    def __init__(self, ready=True):
        self.ready = ready

    def encrypt(self, user, frame):
        return bytes(byte ^ user for byte in frame) + bytes([user]) + MARK

    def decrypt(self, user, _kind, frame):
        if not frame.endswith(MARK):
            raise ValueError(f"Failed to decrypt: {CLEAR}")
        if frame[-3:-2] != bytes([user]):
            raise ValueError("Failed to decrypt: NoValidCryptorFound")
        return bytes(byte ^ user for byte in frame[:-3])


SESSION = Session()
SEALED = SESSION.encrypt(ANN, b"opus")


@pytest.mark.parametrize(
    ("session", "frame", "opus", "counts"),
    [
        (SESSION, SEALED, b"opus", (0, 0)),
        (SESSION, SILENCE, SILENCE, (0, 0)),
        (SESSION, b"clear", b"clear", (0, 1)),
        (SESSION, SESSION.encrypt(BOB, b"opus"), None, (1, 0)),
        (SESSION, b"torn" + MARK, None, (1, 0)),
        (None, b"clear", b"clear", (0, 1)),
        (None, SILENCE, SILENCE, (0, 0)),
        (None, SEALED, None, (1, 0)),
        (Session(ready=False), b"clear", b"clear", (0, 1)),
        (Session(ready=False), SEALED, None, (1, 0)),
    ],
)
def test_what_a_frame_becomes(session, frame, opus, counts):
    opener = FrameOpener(lambda: session)
    assert opener.open(ANN, frame) == opus
    assert (opener.dropped, opener.passed) == counts


@given(st.lists(st.sampled_from([SEALED, b"clear", SILENCE, b"torn" + MARK, SESSION.encrypt(BOB, b"x")])))
def test_what_says_that_it_is_encrypted_is_never_given_to_opus(frames):
    opener = FrameOpener(lambda: SESSION)
    assert {opener.open(ANN, frame) for frame in frames} <= {b"opus", b"clear", SILENCE, None}


def test_36_failures_of_a_user_one_after_another_ask_for_recovery_and_36_more_ask_again():
    opener, asked = FrameOpener(lambda: SESSION), []
    for n in range(1, 2 * LOST + 2):
        opener.open(ANN, b"torn" + MARK)
        opener.open(BOB, SESSION.encrypt(BOB, b"others are heard well"))
        if opener.asks_for_recovery():
            asked.append(n)
    assert asked == [LOST, 2 * LOST]


@pytest.mark.parametrize("between", [SEALED, b"clear"])
def test_a_frame_that_is_heard_begins_the_count_anew(between):
    opener = FrameOpener(lambda: SESSION)
    for frame in [b"torn" + MARK] * (LOST - 1) + [between] + [b"torn" + MARK] * (LOST - 1):
        opener.open(ANN, frame)
    assert not opener.asks_for_recovery()
    opener.forget(ANN)
    opener.open(ANN, b"torn" + MARK)
    assert not opener.asks_for_recovery()


def test_a_frame_tried_with_a_user_is_theirs_or_nothing_and_is_not_counted():
    opener = FrameOpener(lambda: SESSION)
    assert [opener.try_open(user, SEALED) for user in (BOB, ANN)] == [None, b"opus"]
    assert opener.try_open(ANN, b"clear") is None
    assert opener.try_open(ANN, SILENCE) is None
    assert FrameOpener(lambda: None).try_open(ANN, SEALED) is None
    assert (opener.dropped, opener.passed) == (0, 0)


def test_the_session_is_that_of_the_moment():
    sessions = [None]
    opener = FrameOpener(lambda: sessions[-1])
    assert opener.open(ANN, SEALED) is None
    sessions.append(SESSION)
    assert opener.open(ANN, SEALED) == b"opus"


@pytest.mark.parametrize("frame", [b"", b"x", b"sound", b"sound" + MARK, bytes(40) + b"\x0b" + MARK])
def test_davey_s_failures_are_failures(frame):
    """No user is in its group: nothing can be decrypted, and nothing is raised."""
    session = SimpleNamespace(ready=True, decrypt=davey.DaveSession(1, ANN, 33).decrypt)
    opener = FrameOpener(lambda: session)
    assert opener.open(ANN, frame) is None
    assert opener.dropped == 1
