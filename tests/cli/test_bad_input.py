"""Whatever is wrong with what was given: one clear line that says what to do, exit code 2, no traceback."""

import re
import subprocess
import wave
from importlib.util import find_spec

import pytest

from cli.running import one_line, solovox

WITHOUT = (
    "import sys; sys.modules[{0!r}] = None; from solovox.cli.main import main; sys.exit(main(sys.argv[1:]))"
)


@pytest.fixture
def folder(tmp_path):
    """A folder with a question of a second of silence, and an empty cache for weights."""
    with wave.open(str(tmp_path / "q.wav"), "wb") as file:
        file.setparams((1, 2, 16_000, 0, "NONE", ""))
        file.writeframes(bytes(32_000))
    (tmp_path / "empty.wav").write_bytes(b"")
    (tmp_path / "text.wav").write_text("this is not sound\n" * 100)
    (tmp_path / "cache").mkdir()
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "journal.jsonl").write_text("{}\n")
    return tmp_path


ASK = ("ask", "q.wav", "--out", "a.wav")
VOICE = ("--set", "narrator.kind=voice")
TABLE = [
    (("ask", "none.wav", "--out", "a.wav"), "none.wav does not exist; give the path of a sound file"),
    (("ask", ".", "--out", "a.wav"), "is not a file"),
    (("ask", "text.wav", "--out", "a.wav"), "text.wav cannot be read as sound; give a WAV"),
    (("ask", "empty.wav", "--out", "a.wav"), "empty.wav cannot be read as sound"),
    (("ask", "--out", "a.wav"), 'give what is asked: either a sound file, or --text "What time is it?"'),
    (("ask", "q.wav", "--text", "hello"), "either a sound file, or --text"),
    (("ask", "--text", " "), "--text: give 1 to 20000 characters"),
    (
        ("ask", "--text", "hello", "--play"),
        "--play needs a player, and there is none: install one of pw-play",
    ),
    ((*ASK, "--journal", "j", "--no-journal"), "leave one out"),
    ((*ASK, "--journal", ""), "Invalid value for '--journal': it is empty: name a folder"),
    ((*ASK, "--journal", "text.wav"), "text.wav is not a folder: name another with --journal"),
    (
        (*ASK, "--set", "journal.keep=a while"),
        "journal.keep cannot be 'a while' (--set): write never, forever, or",
    ),
    (
        (*ASK, *VOICE, "--set", "ear.url=ws://me:word@h"),
        "ear.url: the address holds a name or a password: leave them out",
    ),
    (("sessions", "purge"), "say which: NAME..., --older-than DAYS, or --all"),
    (("sessions", "purge", "--older-than", "0"), "--older-than 0: write for example 7 days"),
    (("sessions", "purge", "x"), "no session is called 'x': there is none"),
    (("models", "verify", "kokor"), "no weights are called 'kokor': did you mean kokoro?"),
    (
        (*ASK, "--set", "workspace=~nobody-of-that-name/x"),
        "is not a folder: name one that exists",
    ),
    (("capture", "q.wav", "--out", "c", "--linger", "nan"), "--linger nan: give a number"),
    (("capture", "q.wav", "--out", "c", "--linger", "inf"), "inf is not in the range"),
    (("live-server", "--limit", "-5"), "-5 is not in the range x>=1"),
    (
        ("ask", "q.wav", "--out", "nowhere/a.wav"),
        "nowhere/a.wav cannot be written: No such file or directory; name",
    ),
    (("ask", "q.wav", "--out", "."), "cannot be written: Is a directory"),
    (("ask", "q.wav", "--out", "q.wav"), "q.wav is what is asked: name another file"),
    (("agent", "--set", "brain.kind=local", "list"), "brain.kind = local keeps no sessions of its own: set"),
    (
        (*ASK, "--set", "brain.kind=local", "--set", "brain.session=last"),
        "brain.session is set (--set), and brain.kind = local has no such setting: leave it out",
    ),
    (
        (*ASK, "--set", "brain.permissions=al"),
        "brain.permissions cannot be 'al' (--set): there is ask, edits, plan",
    ),
    ((*ASK, "--profile", "tallk"), "unknown profile 'tallk': did you mean talk?"),
    ((*ASK, "--set", "ear.knd=local"), "unknown key 'ear.knd' (--set): did you mean ear.kind?"),
    ((*ASK, "--set", "routing=nugde"), "routing cannot be 'nugde' (--set): did you mean nudge?"),
    ((*ASK, "--set", "brain.kind=lokal"), "brain.kind cannot be 'lokal' (--set): did you mean local?"),
    ((*ASK, "--set", "narrator.voice=af_bela"), "narrator.voice cannot be 'af_bela': did you mean af_bella?"),
    ((*ASK, "--set", "routing"), "--set routing: write key=value"),
    (
        (*ASK, "--set", "brain.kind=claud_code"),
        "brain.kind cannot be 'claud_code' (--set): did you mean claude_code?",
    ),
    ((*ASK, "--set", "ear.kind=gemini"), "ear.kind = gemini needs ear.api_key"),
    ((*ASK, *VOICE, "--set", "ear.url=localhost:1"), "ear.url: the address must begin with ws:// or wss://"),
    ((*ASK, *VOICE, "--set", "ear.api_key=a key"), "ear.api_key: the key has characters that no key has"),
    (
        (*ASK, *VOICE, "--set", "ear.url=ws://h", "--set", "ear.model=lyria-2"),
        "ear.model = lyria-2 cannot be talked with",
    ),
    (
        (*ASK, *VOICE, "--set", "ear.url=ws://h", "--speed", "inf"),
        "ear.kind = gemini answers in its own time",
    ),
    ((*ASK, "--set", "narrator.kind=reader"), "narrator.kind = reader needs a live model"),
    ((*ASK, "--set", "brain.url=localhost:1"), "openai_compatible needs brain.model"),
    ((*ASK, "--set", "brain.url=localhost:1", "--set", "brain.model=m"), "brain.url must begin with http://"),
    ((*ASK, "--set", "workspace=/no/such/place"), "workspace = /no/such/place is not a folder"),
    ((*ASK, "--speed", "0"), "--speed 0: give a number of at least 0.1"),
    (
        (*ASK, "--speed", "inf", "--set", "brain.url=http://x", "--set", "brain.model=m"),
        "--speed inf does not wait, and brain.kind = openai_compatible answers in its own time",
    ),
    ((*ASK, "--journal", "kept"), "kept/journal.jsonl exists: name another folder with --journal"),
    ((*ASK, "--speed", "nan"), "--speed nan: give a number"),
    ((*ASK, "--speed", "fast"), "'fast' is not a valid float"),
    ((*ASK, "--barge-in", "q.wav"), "'q.wav' is not WAV@SECONDS"),
    ((*ASK, "--barge-in", "none.wav@1"), "none.wav does not exist"),
    ((*ASK, "--barge-in", "q.wav@-1"), "is not WAV@SECONDS"),
    ((*ASK, "--do", "agree@4"), "'agree@4' is nothing that can be done; write accept@4.2, edit:TEXT@4.2"),
    ((*ASK, "--do", "stop@-1"), "'stop@-1': '-1' is no time from 0 to 7200 seconds; write"),
    ((*ASK, "--do", "away:1-3", "--do", "away:2-4"), "overlap: write them as one"),
    ((*ASK, "--spead", "2"), "No such option '--spead'"),
    (("asc", "q.wav"), "no command is called 'asc': did you mean ask?"),
    (("profiles", "studoi"), "unknown profile 'studoi': did you mean studio?"),
    (("doctor", "--profile", "x"), "unknown profile 'x': there is talk"),
    (("replay", "none"), "none"),
    (("timeline", "none"), "none"),
]


@pytest.mark.parametrize(("arguments", "says"), TABLE, ids=lambda v: v if isinstance(v, str) else " ".join(v))
def test_bad_input_gets_one_line_and_leaves_nothing(arguments, says, folder, run):
    done = run(*arguments, PATH=str(folder))
    line = one_line(done)
    assert says in line
    assert done.returncode == 2
    assert "abcdefghijkl" not in line
    assert not (folder / "a.wav").exists()


@pytest.mark.parametrize(
    ("files", "variables", "says"),
    [
        ({"solovox.toml": 'routin = "code"'}, {}, "unknown key 'routin' (solovox.toml): did you mean routing?"),
        ({"solovox.toml": "[ear"}, {}, "solovox.toml is not TOML"),
        ({"solovox.toml": "routing = 3"}, {}, "routing is not text (solovox.toml): write it in quotes"),
        ({".env": "SOLOVOX_ROUTING=cod"}, {}, "routing cannot be 'cod' (SOLOVOX_ROUTING in .env): did you mean code?"),
        ({".env": "SOLOVOX_ROUTING code"}, {}, "line 1 of .env is not NAME=value"),
        ({".env": "\nSOLOVOX_ROUTING='code"}, {}, "line 2 of .env opens a quote that is never closed"),
        ({}, {"SOLOVOX_FOO": "1"}, "unknown variable SOLOVOX_FOO (environment): there is SOLOVOX_EAR__KIND, "),
        ({}, {"SOLOVOX_EAR__KNID": "local"}, "unknown variable SOLOVOX_EAR__KNID (environment): did you mean SOLOVOX_EAR__KIND?"),
        ({}, {"SOLOVOX_BRAIN__API_KEY": "abcdefghijkl"}, "brain.api_key is set, but nothing says whose it is"),
    ],
)  # fmt: skip
def test_a_wrong_configuration_is_named_where_it_stands(files, variables, says, folder, run):
    for name, text in files.items():
        (folder / name).write_text(text)
    done = run(*ASK, **variables)
    line = one_line(done)
    assert says in line
    assert done.returncode == 2
    assert "abcdefghijkl" not in line


def test_missing_weights_are_named_with_the_command_that_brings_them(folder, run):
    done = run(*ASK, SOLOVOX_CACHE=str(folder / "cache"))
    assert re.search(r"needs the weights whisper-base: run: (.+ -m )?solovox models install$", one_line(done))
    assert done.returncode == 2


@pytest.mark.weights
def test_a_python_without_a_spotter_reads_the_wake_phrase_and_speaks(tmp_path):
    said = "computer what time is it"
    subprocess.run(["flite", "-voice", "slt", "-t", said, "-o", tmp_path / "q.wav"], check=True)
    asked = ("ask", "q.wav", "--out", "a.wav", "--set", "wake.phrase=computer")
    done = solovox(*asked, cwd=tmp_path, program=("-c", WITHOUT.format("pocketsphinx")))
    assert done.returncode == 0, done.stderr
    assert "The time is" in done.stdout
    with wave.open(str(tmp_path / "a.wav")) as answer:
        assert answer.getnframes() > answer.getframerate()


@pytest.mark.parametrize(
    "wrong", [("--set", "ear.kind=gemini", "--journal", "new"), ("--journal", "kept")], ids=" ".join
)
def test_what_was_there_is_not_touched_when_nothing_can_begin(wrong, folder, run):
    (folder / "a.wav").write_bytes(b"an older answer")
    assert run(*ASK, *wrong).returncode == 2
    assert (folder / "a.wav").read_bytes() == b"an older answer"
    assert (folder / "kept" / "journal.jsonl").read_text() == "{}\n"
    assert not (folder / "new").exists()


def test_without_the_agents_sdk_it_says_what_to_install(run):
    assert find_spec("claude_agent_sdk") is None
    done = run("demo", "--no-open")
    assert done.returncode == 2
    assert "install talk claude" in one_line(done)
