"""`solovox corrections`: what was taught is listed, changed, removed, and taken elsewhere and back."""

import json
import subprocess
import sys

import pytest

from cli.running import here, one_line, variables
from solovox.parts.stores import PersonsStore
from solovox.surfaces.wav import WavFile

pytestmark = pytest.mark.slow

SEED = {
    "type": "stt",
    "id": "seed",
    "createdAt": "2026-02-18T10:11:12.345Z",
    "audio": "AAAB",
    "heard": "does the current",
    "meant": "are the current",
}
GOOD = [{**SEED, "id": f"same-{n}", "audio": "AAABAA==", "meant": f"meant {n}"} for n in range(3)]


@pytest.fixture
def run(tmp_path, monkeypatch, capfd):
    """In this process: each of these tests runs several commands."""
    return lambda *arguments, **more: here(arguments, tmp_path, monkeypatch, capfd, more)


@pytest.fixture
def teach(run):
    """One of each kind; their ids."""

    def taught():
        one = run("corrections", "add", "--heard", "get hub", "--meant", "GitHub")
        other = run(
            "corrections", "add", "--input", "i", "--proposed", "ls talks", "--corrected", "list the talks"
        )
        assert one.returncode == other.returncode == 0, (one.stderr, other.stderr)
        return one.stdout.strip(), other.stdout.strip()

    return taught


def listed(run):
    return json.loads(run("corrections", "list", "--json").stdout)


def test_K2_what_is_added_is_listed_for_people_and_programs(run, teach):
    stt, reasoning = teach()
    done = run("corrections", "list")
    one, other = done.stdout.splitlines()
    assert one.startswith(stt[:6])
    assert one.endswith("  stt        get hub → GitHub")
    assert other.startswith(reasoning[:6])
    assert other.endswith("  reasoning  ls talks → list the talks")
    assert "2 corrections in " in done.stderr
    assert done.stderr.endswith("learning is off\n")
    assert [{**one, "createdAt": ""} for one in listed(run)] == [
        {"type": "stt", "id": stt, "createdAt": "", "heard": "get hub", "meant": "GitHub", "seconds": 0.0},
        {
            "type": "reasoning",
            "id": reasoning,
            "createdAt": "",
            "input": "i",
            "proposed": "ls talks",
            "corrected": "list the talks",
        },
    ]


def test_K2_one_is_edited_and_removed_by_the_beginning_of_its_id(run, teach):
    stt, reasoning = teach()
    assert run("corrections", "edit", stt[:8], "--meant", "GitLab").returncode == 0
    assert listed(run)[0]["meant"] == "GitLab"
    assert run("corrections", "rm", stt[:8], stt).stdout == f"removed {stt}\n"
    assert [one["id"] for one in listed(run)] == [reasoning]


def test_its_sound_is_kept_with_it(run, tmp_path):
    file = WavFile(tmp_path / "said.wav")
    file.write(bytes(48_000))
    file.close()
    done = run("corrections", "add", "--heard", "get hub", "--meant", "GitHub", "--audio", "said.wav")
    assert done.returncode == 0, done.stderr
    assert [one["seconds"] for one in listed(run)] == [1.0]
    assert "get hub → GitHub  (1.0 s)" in run("corrections", "list").stdout


def test_what_is_known_already_keeps_its_id(run, teach):
    stt, _ = teach()
    done = run("corrections", "add", "--heard", "get hub", "--meant", "GitHub")
    assert (done.returncode, done.stdout) == (0, f"{stt}\n")
    assert "it was known already" in done.stderr


def test_K2_what_is_exported_is_imported_elsewhere_once(run, teach, tmp_path):
    teach()
    assert run("corrections", "export", "taught.json").returncode == 0
    text = (tmp_path / "taught.json").read_text("utf-8")
    assert (tmp_path / "taught.json").stat().st_mode & 0o777 == 0o600
    elsewhere = {"SOLOVOX_STATE": str(tmp_path / "elsewhere")}
    for counted in ("2 new, 0 known already, 0 refused\n", "0 new, 2 known already, 0 refused\n"):
        done = run("corrections", "import", "taught.json", **elsewhere)
        assert (done.returncode, done.stdout) == (0, counted)
    assert run("corrections", "export", **elsewhere).stdout == text


def test_what_a_page_kept_is_imported_and_bad_entries_are_named(run, tmp_path):
    entries = [GOOD[0], SEED, GOOD[1], {**GOOD[2], "id": "other", "meant": ""}, GOOD[2]]
    (tmp_path / "storage.json").write_text(json.dumps({"claude-talks:corrections": json.dumps(entries)}))
    done = run("corrections", "import", "storage.json")
    assert (done.returncode, done.stdout) == (1, "3 new, 0 known already, 2 refused\n")
    assert done.stderr.splitlines() == [
        "solovox: storage.json: entry 2: audio is not whole samples of 16 bits",
        "solovox: storage.json: entry 4: meant is empty",
    ]
    assert [one["id"] for one in listed(run)] == [one["id"] for one in GOOD]


def test_many_bad_entries_are_a_few_lines(run, tmp_path):
    (tmp_path / "bad.json").write_text(json.dumps([{}] * 500))
    done = run("corrections", "import", "bad.json")
    assert (done.returncode, done.stdout) == (1, "0 new, 0 known already, 500 refused\n")
    assert len(done.stderr.splitlines()) == 21
    assert done.stderr.endswith("solovox: bad.json: and 480 more\n")


def test_learning_is_off_until_it_is_turned_on(run, tmp_path):
    state = {"XDG_STATE_HOME": str(tmp_path / "state")}
    assert PersonsStore(state).learning() is False
    assert not (tmp_path / "state").exists(), "to ask makes nothing"
    assert run("corrections", "learning").stdout == "learning is off\n"
    assert PersonsStore(state).learning() is False
    assert run("corrections", "learning", "on").stdout == "learning is on\n"
    assert run("corrections", "learning").stdout == "learning is on\n"
    assert PersonsStore(state).learning() is True
    assert run("corrections", "learning", "off").stdout == "learning is off\n"
    assert PersonsStore(state).learning() is False


def test_K2_the_instruction_of_a_live_model_shows_what_was_taught(run, teach):
    def told():
        frame = json.loads(run("instruction").stdout)
        return frame["setup"]["systemInstruction"]["parts"][0]["text"]

    untaught = told()
    assert "CORRECTIONS" not in untaught
    teach()
    assert told().startswith(f"{untaught}\n")
    for line in (
        'You transcribed: "get hub" → They said: "GitHub"',
        '"ls talks" → They wanted: "list the talks"',
    ):
        assert line in told()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("add",), "say what was wrong: --heard TEXT --meant TEXT"),
        (("add", "--heard", "a"), "say what was wrong: --heard TEXT --meant TEXT"),
        (("add", "--heard", "a", "--meant", "b", "--proposed", "c"), "say what was wrong: "),
        (
            ("add", "--heard", "a", "--meant", "b", "--audio", "none.wav"),
            "none.wav does not exist; give the path",
        ),
        (("edit", "made-1"), "say what to change in it: --heard, --meant"),
        (("edit", "made-1", "--corrected", "x"), "say what to change in it: --heard, --meant"),
        (("edit", "made-1", "--meant", ""), "meant is empty"),
        (("edit", "made-1", "--meant", "meant 2"), "correction made-2 says that already"),
        (("edit", "x", "--meant", "b"), "no correction is called 'x': see solovox corrections list"),
        (("rm", "made"), "3 corrections begin with 'made': write more of the id"),
        (("rm", ""), "no correction is called ''"),
        (("rm", "made-1", "x"), "no correction is called 'x'"),
        (("import", "none.json"), "none.json: No such file or directory"),
        (("import", "text.txt"), "text.txt: it is no JSON; give what solovox corrections export wrote"),
        (("export", "nowhere/a.json"), "nowhere/a.json cannot be written: No such file or directory"),
        (("learning", "maybe"), "'maybe' is not one of 'on', 'off'"),
    ],
)
def test_bad_input_is_one_line_and_changes_nothing(arguments, says, run, tmp_path):
    made = [{**one, "id": f"made-{n}"} for n, one in enumerate(GOOD)]
    (tmp_path / "made.json").write_text(json.dumps(made))
    (tmp_path / "text.txt").write_text("dear diary")
    assert run("corrections", "import", "made.json").returncode == 0
    done = run("corrections", *arguments)
    assert done.returncode == 2
    assert says in one_line(done)
    assert [(one["id"], one["meant"]) for one in listed(run)] == [(one["id"], one["meant"]) for one in made]


def test_a_store_that_cannot_be_used_is_one_line(run, tmp_path):
    (tmp_path / "store").mkdir()
    (tmp_path / "store" / "store.sqlite").write_bytes(b"dear diary" * 1_000)
    done = run("corrections", "list", SOLOVOX_STATE=str(tmp_path))
    assert done.returncode == 2
    assert "is damaged: move it away, and import what you have exported" in one_line(done)
    (tmp_path / "state").write_text("a file")
    done = run("corrections", "list", SOLOVOX_STATE=str(tmp_path / "state"))
    assert done.returncode == 2
    assert "name another folder with SOLOVOX_STATE" in one_line(done)


@pytest.mark.slow
def test_what_is_imported_may_come_through_a_pipe(run, teach, tmp_path):
    teach()
    done = subprocess.run(
        [sys.executable, "-m", "solovox", "corrections", "import", "-"],
        cwd=tmp_path,
        env=variables(tmp_path, SOLOVOX_STATE=str(tmp_path / "elsewhere")),
        input=run("corrections", "export").stdout,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (0, "2 new, 0 known already, 0 refused\n"), done.stderr


def test_K1_how_a_word_is_said_is_taught_changed_and_taken_elsewhere(run, tmp_path):
    own = run("corrections", "say", "Solovox", "solo vox").stdout.strip()
    assert "speech     Solovox → solo vox" in run("corrections", "list").stdout
    run("corrections", "edit", own[:6], "--spoken", "/ˈsoʊloʊ/")
    run("corrections", "export", str(tmp_path / "taught.json"))
    (told,) = json.loads((tmp_path / "taught.json").read_text())
    assert (told["type"], told["written"], told["spoken"]) == ("speech", "Solovox", "/ˈsoʊloʊ/")
    assert run("corrections", "say", "same", "same").returncode == 2
