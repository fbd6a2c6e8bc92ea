"""A bot in a room of strangers: who owns it, what of its machine can be read there, and whose voice is kept. The engines hear nothing;
all else is real."""

import numpy as np
import pytest

from cli.quiet_engines import in_place
from solovox.core.units import StreamId
from solovox.recordings import journal_reader, sound_files
from solovox.recordings.replay import Identical, replay

from .double.tones import tone
from .double.world import VOICE, user
from .talking import talking

pytestmark = pytest.mark.slow

START, STOP = "start_live_voice_discord", "stop_live_voice_discord"
INSIDE = {"list_files", "read_file_head", "search_files", "get_project_status", "list_sessions"}
SECRET = "income 1234"


@pytest.fixture(autouse=True)
def engines(monkeypatch):
    in_place(monkeypatch)


async def there(bot, number, name):
    """Someone who is in the voice channel."""
    person = bot.double.person(number, name)
    await person.join(VOICE)
    return person


def team(*members):
    """A team as Discord's REST has it: number, state of membership (2: accepted), role."""
    return {
        "id": "7", "name": "Makers", "icon": None, "owner_user_id": str(members[0][0]),
        "members": [
            {"user": user(one, f"Maker{one}"), "team_id": "7", "membership_state": state, "permissions": ["*"], "role": role}
            for one, state, role in members
        ],
    }  # fmt: skip


async def test_A4_nobody_is_an_owner_who_was_not_named_and_the_line_says_how_to_name_them(tmp_path):
    async with talking(tmp_path, world={"made_by": 1}) as bot:
        ann = await there(bot, 2001, "Ann")
        for command in (START, "join", STOP, "leave"):
            line = await bot.asks(ann, command)
            assert line.startswith("only my owner may do that: Maker (1).")
            assert "owners = 1, 2001" in line
        assert bot.posted() == []
        assert bot.sessions == ()
        assert not bot.double.happenings.every("seated")


async def test_A4_a_bot_without_an_owner_tells_how_to_name_one(tmp_path):
    async with talking(tmp_path, world={"team": team((9, 1, "admin"))}) as bot:
        line = await bot.asks(await there(bot, 2001, "Ann"), START)
        assert line == "I have no owner: whoever runs me names one, as in solovox discord --set owners=2001"


async def test_A4_of_a_team_those_own_it_who_may_change_it(tmp_path, caplog):
    made = team((2001, 2, "admin"), (2002, 2, "read_only"), (2003, 1, "developer"))
    with caplog.at_level("INFO", "solovox.discord"):
        async with talking(tmp_path, world={"team": made}) as bot:
            for number, name in ((2002, "Ben"), (2003, "Cat")):
                line = await bot.asks(await there(bot, number, name), START)
                assert line.startswith("only my owner may do that: Maker2001 (2001).")
            assert "I talk in" in await bot.asks(await there(bot, 2001, "Ann"), START)
    assert [line for line in caplog.messages if "Maker2001 (2001), who made the bot at Discord" in line]


async def test_A4_a_guest_stops_no_talk_and_may_leave(tmp_path):
    async with talking(tmp_path) as bot:
        ann, ben = await there(bot, 2001, "Ann"), await there(bot, 2002, "Ben")
        assert "I talk in" in await bot.asks(ann, START)
        await bot.double.happenings.until(lambda: bot.voice.line.connected)
        for command in (STOP, "leave"):
            assert "only my owner may do that" in await bot.asks(ben, command)
        await ben.leave()
        await bot.double.happenings.until(lambda: bot.voice.line.humans == [ann.id])
        assert len(bot.sessions) == 1
        assert "have left" in await bot.asks(ann, STOP)


@pytest.mark.parametrize("shows", [False, True], ids=["no folder is named", "a folder is named"])
async def test_A4_in_a_server_nothing_of_this_machine_is_read_unless_a_folder_was_named_for_it(
    tmp_path, shows
):
    room = tmp_path / "room"
    room.mkdir()
    for folder, text in ((tmp_path, SECRET), (room, "for all")):
        (folder / "taxes.txt").write_text(text)
    async with talking(
        tmp_path, f"workspace={tmp_path}", options={"workspace": str(room) if shows else None}
    ) as bot:
        ann = await there(bot, 2001, "Ann")
        (read,) = await bot.written(ann, "read taxes.txt")
        await bot.written(ann, "list the files")
        assert "I talk in" in await bot.asks(ann, START)
        (directly,) = await bot.written(ann, "read taxes.txt", directly=True)
        assert "have left" in await bot.asks(ann, STOP)
    assert SECRET in directly, "nobody else reads what is written directly"
    assert ("for all" in read) is shows
    assert not [line for line in (read, *bot.posted()[1:]) if SECRET in line and line != directly]
    held = [
        {tool.name for tool in journal_reader.read(path).header.policy.tools}
        for path in tmp_path.glob("journals/*/journal.jsonl")
    ]
    assert len(held) == 3
    assert sum(tools >= INSIDE for tools in held) == (3 if shows else 1)
    assert shows or sum(not INSIDE & tools for tools in held) == 2


async def test_A4_an_agent_with_hands_of_its_own_works_in_a_named_folder_or_not_in_a_server(tmp_path):
    flags = ("brain.kind=acp", "brain.command=agent")
    async with talking(tmp_path, *flags) as bot:
        ann = await there(bot, 2001, "Ann")
        refused = (
            "in a server nothing of this machine is looked into: name a folder by surface.discord.workspace"
        )
        assert refused in await bot.asks(ann, START)
        assert refused in (await bot.written(ann, "read taxes.txt"))[0]
        assert bot.sessions == ()


def kept(folder, user):
    """The seconds of sound that are kept of what a user said; and how loud the microphone's sound is."""
    own = np.frombuffer(sound_files.read(folder / "sound", StreamId(f"mic/{user}")), "<i2")
    whole = np.frombuffer(sound_files.read(folder / "sound", StreamId("mic")), "<i2")
    return np.count_nonzero(abs(own) > 500) / 16_000, np.count_nonzero(abs(whole) > 500) / 16_000


async def spoken(bot, person, seconds=1.0):
    """They say something, and it has been heard."""
    await person.say(tone(440, seconds), paced=True)
    floor = bot.voice.line._hearing._floor
    await bot.double.happenings.until(lambda: not (floor.holder or floor.waiting_ms))


async def test_R2_a_guests_voice_is_kept_from_their_consent_until_they_leave(tmp_path):
    async with talking(tmp_path) as bot:
        ann, ben = await there(bot, 2001, "Ann"), await there(bot, 2002, "Ben")
        assert "nothing to agree to" in await bot.asks(ben, "agree")
        assert "I talk in" in await bot.asks(ann, START)
        (notice,) = bot.posted()
        assert "for 30 days" in notice
        assert "/agree" in notice
        await bot.double.happenings.until(lambda: bot.voice.line.connected)
        await spoken(bot, ben)
        assert "from now on I keep your voice, too, for 30 days" in await bot.asks(ben, "agree")
        await spoken(bot, ben, 0.5)
        await ben.leave()
        await bot.double.happenings.until(lambda: bot.voice.line.humans == [ann.id])
        await ben.join(VOICE)
        await bot.double.happenings.until(lambda: len(bot.voice.line.humans) == 2)
        await bot.double.happenings.until(lambda: not bot.voice.kept.agreed)
        await spoken(bot, ben, 0.8)
        assert "have left" in await bot.asks(ann, STOP)
    (folder,) = (tmp_path / "journals").iterdir()
    own, whole = kept(folder, 2002)
    assert 0.3 < own < 0.6, "only what he said while he agreed"
    assert 0.3 < whole < 0.6
    assert isinstance(replay(journal_reader.read(folder / "journal.jsonl")), Identical)


async def test_R2_the_owners_voice_is_kept_and_a_guests_is_silence_of_the_same_length(tmp_path):
    async with talking(tmp_path) as bot:
        ann, ben = await there(bot, 2001, "Ann"), await there(bot, 2002, "Ben")
        assert "I talk in" in await bot.asks(ann, START)
        await bot.double.happenings.until(lambda: bot.voice.line.connected)
        await spoken(bot, ben)
        await spoken(bot, ann)
        assert "have left" in await bot.asks(ann, STOP)
    (folder,) = (tmp_path / "journals").iterdir()
    assert kept(folder, 2002)[0] == 0
    own, whole = kept(folder, 2001)
    assert own == pytest.approx(whole, abs=0.05)
    assert own > 0.7
    assert len(sound_files.read(folder / "sound", StreamId("mic/2002"))) > 2 * 0.7 * 16_000


async def test_R2_who_comes_late_is_told_what_the_first_were_told_and_once(tmp_path):
    async with talking(tmp_path) as bot:
        ann = await there(bot, 2001, "Ann")
        assert "I talk in" in await bot.asks(ann, START)
        await bot.double.happenings.until(lambda: bot.voice.line.connected)
        ben = bot.double.person(2002, "Ben")
        await ben.join(VOICE)
        await bot.double.happenings.until(lambda: len(bot.posted()) == 2)
        first, late = bot.posted()
        assert late == f"Ben (2002): I listen in voice-1002. {first.partition('. ')[2]}"
        await ben.leave()
        await bot.double.happenings.until(lambda: bot.voice.line.humans == [ann.id])
        await ben.join(VOICE)
        await bot.double.happenings.until(lambda: len(bot.voice.line.humans) == 2)
        assert "have left" in await bot.asks(ann, STOP)
        assert len(bot.posted()) == 3


async def test_R2_where_nothing_is_kept_the_notice_says_so(tmp_path):
    async with talking(tmp_path, "journal.keep=never") as bot:
        ann, ben = await there(bot, 2001, "Ann"), await there(bot, 2002, "Ben")
        assert "I talk in" in await bot.asks(ann, START)
        assert bot.posted()[0].endswith("Nothing of it is kept.")
        assert await bot.asks(ben, "agree") == "I keep nothing of what is said here"
    assert not list(tmp_path.glob("journals/*"))
