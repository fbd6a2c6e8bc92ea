"""The socket itself, in memory: what a first frame may be, who may come back, and how it ends. No network, no time."""

import asyncio
import logging

import pytest

from http_server.lines_in_memory import LOUD, START, hall, virtual
from solovox.config.schema import Config, ConfigError
from solovox.core import events as ev
from solovox.core.conversation import Conversation
from solovox.recordings import journal_reader
from solovox.recordings.codec import JournalError

pytestmark = pytest.mark.slow

# The first frame.


@pytest.mark.parametrize(
    ("first", "code", "says"),
    [
        ("{", 1008, "must be start or resume: a frame that is not JSON"),
        ('{"type":"dance"}', 1008, "must be start or resume"),
        ({"type": "text", "text": "hi"}, 1008, "must be start or resume"),
        (LOUD, 1008, "must be start or resume"),
        (None, 1008, "no start within 10 s"),
        ({"type": "resume", "token": "x.y"}, 4404, "not known"),
        ({"type": "resume", "token": ""}, 4404, "not known"),
        (START | {"session": "gone"}, 4404, "start a new one"),
        ({"type": "start", "session": "gone"}, 4404, "start a new one"),
        (START | {"speaker_rate": 96_000}, 1008, "speaker_rate"),
    ],
)
def test_what_is_no_first_frame_is_told_in_one_line_and_closes(coded, tmp_path, first, code, says):
    async def scene():
        async with hall(tmp_path) as at:
            line = at.line()
            if first is not None:
                line.say(first)
            await asyncio.sleep(11)
            assert line.closed == code
            assert says in line.error
            assert line.serving.done()
            assert at.talks.running() == []

    virtual(scene)


def test_who_leaves_before_the_first_frame_or_cannot_be_told_ends_quietly(coded, tmp_path):
    async def scene():
        async with hall(tmp_path) as at:
            one, two, three = at.line(), at.line(), at.line()
            one.leaves()
            two.broken = True
            three.broken = True
            await two.asks("{")
            await three.asks(START)
            await asyncio.sleep(5)
            assert all(line.serving.done() for line in (one, two, three))

    virtual(scene)


def test_no_room_is_told_before_anything_is_made(coded, tmp_path):
    async def scene():
        async with hall(tmp_path, limit=1) as at:
            first = await at.page()
            second = await at.page()
            assert (second.closed, len(at.talks.running())) == (4429, 1)
            assert "all 1 sessions of this server are taken" in second.error
            third = await at.page(session=first.of("ready")[0]["sessionId"])
            assert third.of("state"), "another page of a session takes no place"

    virtual(scene)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda _: (_ for _ in ()).throw(ConfigError("brain.kind: there is no such brain")), "no such brain"),
        (lambda _: Config(recogniser="nothing"), "nothing"),
    ],
)
def test_a_session_that_cannot_begin_is_told_and_leaves_nothing(coded, tmp_path, wrong, says):
    async def scene():
        async with hall(tmp_path, limit=1, configured=wrong) as at:
            for _ in range(2):
                line = await at.page()
                assert (line.closed, line.of("ready")) == (1011, [])
                assert says in line.error
            assert at.talks.running() == []
            assert at.talks.process.sessions.names == ()

    virtual(scene)


def test_a_session_that_fails_after_its_surface_was_made_is_told_too(coded, tmp_path):
    def folds(name, clock):
        raise JournalError("no room on the disk")

    async def scene():
        async with hall(tmp_path, folds=folds) as at:
            line = await at.page()
            assert (line.closed, line.error, line.of("ready")) == (1011, "no room on the disk", [])

    virtual(scene)


# Frames that are none.


@pytest.mark.parametrize(
    "bad", ["{", b"x", b"\0" * 200_002, '{"type":"text"}', '{"type":"accept","hold":-1,"text":"x"}', ""]
)
def test_ten_bad_frames_close_the_socket_and_nine_do_not(coded, tmp_path, bad):
    async def scene():
        async with hall(tmp_path) as at:
            line = await at.page()
            await line.asks(*[bad] * 9)
            assert (line.closed, len(line.of("error"))) == (None, 9)
            await line.asks({"type": "text", "text": "what now"})
            assert line.of("typed") == [{"type": "typed", "text": "what now"}]
            await line.asks(bad, bad)
            assert (line.closed, len(line.of("error"))) == (1008, 10)

    virtual(scene)


def test_start_twice_is_an_error_and_no_more(coded, tmp_path):
    async def scene():
        async with hall(tmp_path) as at:
            line = await at.page()
            await line.asks(START, {"type": "resume", "token": line.token})
            assert [one["message"] for one in line.of("error")] == [
                "start and resume are first frames: dial again"
            ] * 2
            assert (line.closed, len(line.of("ready"))) == (None, 1)

    virtual(scene)


@pytest.mark.parametrize("kind", ["text", "stop", "take", "set", "played", "accept"])
def test_S8_one_of_the_first_clients_can_say_what_it_knows_and_no_more(coded, tmp_path, kind):
    rest = {
        "text": {"text": "x"},
        "set": {"key": "barge_in", "value": "true"},
        "played": {"read": 1, "samples": 1},
        "accept": {"hold": 1, "text": "x"},
    }

    async def scene():
        async with hall(tmp_path) as at:
            line = await at.line().asks({"type": "start", "theme": "expert"})
            await line.asks({"type": "mute", "muted": True}, {"type": kind, **rest.get(kind, {})})
            assert line.of("ready")[0].keys() == {"type", "sessionId"}
            assert "solovox" in line.error
            await line.asks({"type": "end"})
            assert line.of("session_end") == [{"type": "session_end", "reason": "user"}]
            assert line.closed == 1000

    virtual(scene)


# Who comes back.


def test_S3_a_page_that_is_back_is_the_same_page_and_its_first_socket_is_closed(coded, tmp_path):
    async def scene():
        async with hall(tmp_path) as at:
            line = await at.page()
            await line.asks(LOUD)
            again = await at.resumed(line.token)
            assert line.closed == 1000
            assert again.of("ready")[0]["page"] == line.of("ready")[0]["page"]
            assert again.of("ready")[0]["samples"] == len(LOUD) // 2
            line.say(LOUD)
            line.say({"type": "end"})
            await again.asks(LOUD)
            third = await at.resumed(again.token)
            assert third.of("ready")[0]["samples"] == len(LOUD), "of its first socket nothing counts any more"
            assert third.of("state")[0]["holder"] == third.of("ready")[0]["page"]

    virtual(scene)


def test_S3_a_token_is_good_until_the_page_is_heard_of_with_the_next(coded, tmp_path):
    """The `ready` with the new token may be lost with its socket."""

    async def scene():
        async with hall(tmp_path) as at:
            line = await at.page()
            lost = await at.resumed(line.token)
            lost.leaves()
            again = await at.resumed(line.token)
            assert again.of("state")
            await again.asks({"type": "played", "read": 1, "samples": 0})
            for old in (line, lost):
                refused = await at.resumed(old.token)
                assert (refused.closed, refused.of("ready")) == (4404, [])
            assert (again.closed, at.talks.running()[0].pages) == (None, 1)

    virtual(scene)


def test_S3_two_that_come_back_at_once_are_one_page(coded, tmp_path):
    async def scene():
        async with hall(tmp_path) as at:
            line = await at.page()
            line.leaves()
            resume = {"type": "resume", "token": line.token}
            one, two = at.line(), at.line()
            one.say(resume)
            two.say(resume)
            await asyncio.sleep(1)
            assert (one.closed, two.closed) == (1000, None)
            assert at.talks.running()[0].pages == 1

    virtual(scene)


def test_S3_a_token_of_another_session_or_after_the_grace_is_refused(coded, tmp_path):
    async def scene():
        async with hall(tmp_path) as at:
            one, two = await at.page(), await at.page()
            name = one.of("ready")[0]["sessionId"]
            for token in (f"{name}.{two.token.partition('.')[2]}", name, f"{name}.", one.token + "x"):
                assert (await at.resumed(token)).closed == 4404
            one.leaves()
            await asyncio.sleep(3.1)
            late = await at.resumed(one.token)
            assert (late.closed, late.of("ready")) == (4404, [])
            assert "away for too long" in late.error
            assert (await at.page(session=name)).of("state"), "the session is still there"

    virtual(scene)


def test_a_session_that_is_ending_takes_no_page(coded, tmp_path):
    async def scene():
        async with hall(tmp_path) as at:
            line = await at.page()
            name = line.of("ready")[0]["sessionId"]
            line.say({"type": "end"})
            while line.closed is None:
                await asyncio.sleep(0)
            late, back = at.line(), at.line()
            late.say(START | {"session": name})
            back.say({"type": "resume", "token": line.token})
            await asyncio.sleep(1)
            assert (late.closed, back.closed) == (4404, 4404)
            assert late.of("ready") == back.of("ready") == []

    virtual(scene)


# The end.


def test_a_server_that_goes_away_tells_each_page_takes_no_other_and_leaves_its_journals_whole(
    coded, tmp_path
):
    async def scene():
        async with hall(tmp_path, journals=tmp_path / "journals") as at:
            one, two, three = (
                await at.page(),
                await at.page(),
                await at.line().asks({"type": "start", "theme": "warm"}),
            )
            for line in (one, two):
                await line.asks({"type": "text", "text": "what now"})
            two.leaves()
            at.talks.say_goodbye()
            stopping = asyncio.ensure_future(at.talks.process.sessions.stop())
            late = await at.page()
            await stopping
            for line in (one, three):
                assert [one["reason"] for one in line.of("session_end")] == ["timeout"]
                assert line.closed == 1000
            assert late.closed == 4429
            assert "going away" in late.error
            return [line.of("ready")[0]["sessionId"] for line in (one, two, three)]

    for name in virtual(scene):
        journal = journal_reader.read(tmp_path / "journals" / name)
        again = Conversation(journal.header.policy)
        for entry in journal.entries:
            again.handle(entry.at, entry.event)
        assert again.has_ended
        assert isinstance(journal.entries[0].event, ev.SurfaceJoined)


def test_a_session_that_crashes_tells_its_pages_and_no_other(coded, tmp_path):
    class Breaks:
        def see(self, event, commands):
            if isinstance(event, ev.Typed) and event.text == "break":
                raise ZeroDivisionError("of a fold")

    async def scene():
        async with hall(tmp_path, folds=lambda *_: (Breaks(),)) as at:
            one, two = await at.page(), await at.page()
            await one.asks({"type": "text", "text": "break"})
            await asyncio.sleep(20)
            assert one.of("session_end") == [
                {"type": "session_end", "reason": "error", "detail": "the session could not go on"}
            ]
            assert (one.closed, two.closed) == (1000, None)
            assert [talk.name for talk in at.talks.running()] == [two.of("ready")[0]["sessionId"]]

    virtual(scene)


def test_tokens_are_neither_logged_nor_kept(coded, tmp_path, caplog):
    caplog.set_level(logging.DEBUG)

    async def scene():
        async with hall(tmp_path, journals=tmp_path / "journals") as at:
            line = await at.page()
            again = await at.resumed(line.token)
            await again.asks({"type": "text", "text": "what now"}, "{", {"type": "resume", "token": "x"})
            return [line.token, again.token]

    tokens = virtual(scene)
    kept = b"".join(file.read_bytes() for file in (tmp_path / "journals").rglob("*") if file.is_file())
    assert b"what now" in kept
    for token in tokens:
        secret = token.partition(".")[2]
        assert secret not in caplog.text
        assert secret.encode() not in kept
