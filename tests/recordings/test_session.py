"""R1 on the conversation itself: an eventful session replays identically, anywhere."""

import json
import os
import shutil
import subprocess
import sys

import pytest
from click.testing import CliRunner

from portions import some
from solovox.cli.replay import replay as command
from solovox.core.events import BrainFailed
from solovox.recordings import reading
from solovox.recordings.replay import Identical, replay


def test_R1_the_session_replays_identically(session):
    recorded = reading.read(session)
    verdict = replay(recorded)
    assert verdict == Identical(len(recorded.entries), verdict.commands, ended=True)
    assert verdict.commands > 100
    assert any(isinstance(one.event, BrainFailed) for one in recorded.entries)


PROGRAM = "from solovox.cli.replay import replay; replay()"


@pytest.mark.parametrize("seed", some(["0", "1", "4242"], {"4242"}))
def test_R1_in_a_fresh_process_with_another_hash_seed(session, seed):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(session)],
        env=os.environ | {"PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("identical: ")


def test_R1_without_its_sound_it_replays_too(session, tmp_path):
    shutil.copy(session / "journal.jsonl", tmp_path)
    assert isinstance(replay(reading.read(tmp_path)), Identical)


def changed(session, tmp_path, change):
    """The same journal with one line changed."""
    lines = (session / "journal.jsonl").read_text().splitlines()
    for number, line in enumerate(lines):
        fields = json.loads(line)
        if change(fields):
            lines[number] = json.dumps(fields)
            (tmp_path / "journal.jsonl").write_text("\n".join(lines) + "\n")
            return number
    raise AssertionError("nothing to change")


def ask_otherwise(fields):
    if fields.get("event") != "LocalHeard" or fields["text"] != "Stop.":
        return False
    fields["text"] = "Stop the server."
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
