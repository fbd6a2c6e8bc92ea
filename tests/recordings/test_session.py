"""R1 on the conversation itself: an eventful session replays identically, anywhere."""

import json
import shutil

import pytest
from click.testing import CliRunner

from sealing import sealed_anew, unsealed
from solovox.cli.replay import replay as command
from solovox.core.events import BrainFailed
from solovox.recordings import journal_reader
from solovox.recordings.replay import Identical, replay

pytestmark = pytest.mark.slow


def test_R1_the_session_replays_identically(session):
    recorded = journal_reader.read(session)
    verdict = replay(recorded)
    assert verdict == Identical(len(recorded.entries), verdict.commands, ended=True)
    assert verdict.commands > 100
    assert any(isinstance(one.event, BrainFailed) for one in recorded.entries)


def test_R1_without_its_sound_it_replays_too(session, tmp_path):
    shutil.copy(session / "journal.jsonl", tmp_path)
    assert isinstance(replay(journal_reader.read(tmp_path)), Identical)


def changed(session, tmp_path, change):
    """The same journal with one line changed."""
    lines = (session / "journal.jsonl").read_bytes().splitlines()
    for number, line in enumerate(lines):
        fields = json.loads(line)
        if change(fields):
            lines[number] = json.dumps(fields, separators=(",", ":")).encode()
            (tmp_path / "journal.jsonl").write_bytes(b"\n".join(sealed_anew(lines)) + b"\n")
            return number
    raise AssertionError("nothing to change")


def ask_otherwise(fields):
    if fields.get("event") != "LocalTranscript" or fields["text"] != "Stop.":
        return False
    fields["text"] = "Stop the server."
    fields["sense"] |= {"kind": "words", "text": fields["text"], "rest": fields["text"]}
    return True


def other_policy(fields):
    if "policy" not in fields:
        return False
    fields["policy"]["barge_in"] = False
    return True


def other_digest(fields):
    if "AskBrain" not in fields.get("commands", ()):
        return False
    fields["did"] = "00000000"
    return True


def other_names(fields):
    if "AskBrain" not in fields.get("commands", ()):
        return False
    fields["commands"].append("RunTool")
    return True


def test_R1_names_that_are_not_those_of_the_commands_are_found(session, tmp_path):
    line = changed(session, tmp_path, other_names)
    result = CliRunner().invoke(command, [str(tmp_path)])
    assert result.exit_code == 1
    first, *rest = result.stdout.splitlines()
    assert first.startswith(f"differs at event {line} (line {line + 1})")
    assert "RunTool" in rest[1]
    assert rest[1].split()[1] == rest[2].split()[1]
    assert "RunTool" not in rest[2]
    assert rest[3] == "  the digests agree: the names that the line gives are not those of its commands"


def test_R1_of_an_older_journal_it_is_said_what_is_not_noticed(session, tmp_path):
    lines = (session / "journal.jsonl").read_bytes().splitlines()
    lines = [lines[0].replace(b'"journal":2', b'"journal":1'), *map(unsealed, lines[1:])]
    (tmp_path / "journal.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    result = CliRunner().invoke(command, [str(tmp_path)])
    assert result.exit_code == 0
    assert result.stdout.endswith("; an older journal: what changed without another command is not noticed\n")


def test_R1_a_line_changed_by_hand_is_one_line_and_exit_2(session, tmp_path):
    text = (session / "journal.jsonl").read_bytes()
    number = text[: text.index(b'"event":"Played"')].count(b"\n") + 1
    before, _, after = text.partition(b'"event":"Played","read":1,"samples":')
    (tmp_path / "journal.jsonl").write_bytes(before + b'"event":"Played","read":1,"samples":1' + after)
    result = CliRunner().invoke(command, [str(tmp_path)])
    assert (result.exit_code, result.stdout) == (2, "")
    path = tmp_path / "journal.jsonl"
    assert result.stderr == f"solovox: {path}: line {number}: this line was changed after it was written\n"


@pytest.mark.parametrize("change", [ask_otherwise, other_policy, other_digest])
def test_R1_a_changed_word_policy_or_digest_is_found(session, tmp_path, change):
    line = changed(session, tmp_path, change)
    result = CliRunner().invoke(command, [str(tmp_path)])
    assert result.exit_code == 1
    first, *rest = result.stdout.splitlines()
    assert first.startswith("differs at event ")
    assert int(first.split()[3]) >= line
    assert [one.split()[0] for one in rest[:4]] == ["event", "then", "now", "the"]
    if change is other_digest:
        assert f"differs at event {line} (line {line + 1})" in first
        assert "00000000" in rest[1]
        assert "AskBrain {" in rest[2]
