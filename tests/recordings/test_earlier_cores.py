"""R1.6: a journal of a release before is decided again by the core of that release, whatever today's core decides.

`before/VERSION/` has journals that a release wrote: talks with real sound, and random histories of each world.
"""

import gzip
from pathlib import Path

import pytest
from click.testing import CliRunner

from sealing import sealed_anew
from solovox.cli.replay import replay as command
from solovox.core.conversation import Conversation
from solovox.recordings import codec, cores, journal_reader
from solovox.recordings.journal_reader import parse
from solovox.recordings.replay import Differs, Identical, replay, screen
from solovox.recordings.timeline import build

pytestmark = pytest.mark.slow

BEFORE = Path(__file__).parent / "before"
JOURNALS = sorted(BEFORE.glob("*/*.gz"))
QUESTION = BEFORE / "0.1.0+5182c07a" / "question.jsonl.gz"


def text_of(path):
    return gzip.decompress(path.read_bytes())


def named(path):
    return f"{path.parent.name}/{path.name.partition('.')[0]}"


@pytest.mark.parametrize("path", JOURNALS, ids=named)
def test_R1_a_journal_of_an_earlier_release_is_decided_again_as_it_was(path):
    recorded = parse(text_of(path))
    assert recorded.header.core == path.parent.name
    assert recorded.core is not None or recorded.header.core == codec.core_version()
    verdict = replay(recorded)
    assert verdict == Identical(len(recorded.entries), verdict.commands, ended=True)
    assert build(recorded).differs_at is None


def test_R1_each_kept_core_is_as_its_release_had_it():
    """The name of a core is the digest of its files: so a kept one cannot be changed."""
    kept = sorted(cores.KEPT.glob("*.zip"))
    assert [path.stem for path in kept] == sorted({path.parent.name for path in JOURNALS})
    for path in kept:
        assert cores.digest_of(path) == path.stem.rpartition("+")[2]


def test_R1_what_an_earlier_core_decided_is_shown_as_it_was():
    recorded = parse(text_of(QUESTION))
    (turn,) = build(recorded).turns
    assert (turn.heard, turn.text) == ("What time is it?", "The time is 10:50 PM.")
    assert [one.text for one in screen(recorded, recorded.entries[-1].at).runs] == [turn.text]


def test_R1_a_changed_line_of_an_earlier_release_is_found_though_it_is_sealed_anew():
    lines = text_of(QUESTION).splitlines()
    at = next(n for n, line in enumerate(lines) if b'"LocalTranscript"' in line and b'"final":true' in line)
    lines[at] = lines[at].replace(b"What time is it?", b"What day is it?")
    verdict = replay(parse(b"\n".join(sealed_anew(lines)) + b"\n"))
    assert isinstance(verdict, Differs)
    assert verdict.then.n == at


def test_R1_a_core_that_is_not_kept_is_decided_again_by_todays():
    text = text_of(QUESTION).replace(b"0.1.0+5182c07a", b"0.0.9+00000000", 1)
    lines = [line for line in text.splitlines() if b'"end"' not in line]
    assert journal_reader.core_of("0.0.9+00000000") is None
    for name in ("../cores/0.1.0+5182c07a", "/etc/passwd", ""):
        assert cores.core_of(name) is None
    with pytest.raises(codec.JournalError, match="unknown field"):  # of words that today's core does not have
        parse(b"\n".join(sealed_anew(lines)) + b"\n")


def test_R1_the_command_says_which_core_decided(tmp_path):
    (tmp_path / "journal.jsonl").write_bytes(text_of(QUESTION))
    result = CliRunner().invoke(command, [str(tmp_path)])
    assert result.exit_code == 0
    assert ", by the core of then, 0.1.0+5182c07a" in result.stdout


def test_R1_todays_journals_are_decided_by_todays_core(session):
    recorded = journal_reader.read(session)
    assert recorded.core is None
    assert isinstance(replay(recorded, Conversation), Identical)
