"""The doctor says what is there and what would really be used, and is right about it."""

import json
import re

import pytest

from cli.running import here, solovox

pytestmark = pytest.mark.slow

KEY = "sk-a-key-that-must-not-be-shown"


@pytest.fixture
def doctor(tmp_path, monkeypatch, capfd):
    """`solovox doctor` in an empty folder with an empty cache: finished, and its checks by name."""
    (tmp_path / "cache").mkdir()

    def look(*arguments, **more):
        variables = {"SOLOVOX_CACHE": str(tmp_path / "cache"), **more}
        done = here(("doctor", "--quick", "--json", *arguments), tmp_path, monkeypatch, capfd, variables)
        return done, {one["name"]: one for one in json.loads(done.stdout)["checks"]}

    return look


def test_weights_that_are_missing_are_named_with_what_to_run(doctor):
    done, checks = doctor()
    assert done.returncode == 1
    assert checks["weights kokoro"]["found"] == "bad"
    assert checks["weights kokoro"]["todo"] == "solovox models install --only kokoro"
    assert checks["weights piper-joe"]["found"] == "neutral"


def test_it_says_which_engines_would_be_used_and_why(doctor):
    _, checks = doctor()
    assert checks["ear"]["seen"].startswith("local (gemini needs ear.api_key (")
    assert checks["narrator"]["seen"].startswith("voice af_bella (")
    lacks = re.compile(r"local \(claude_code needs its package; run: (\S+ -m )?solovox install ")
    assert lacks.match(checks["brain"]["seen"])
    assert "the current folder, because none is set" in checks["workspace"]["seen"]


def test_R2_it_says_where_a_value_was_set_and_shows_no_secret(doctor):
    done, checks = doctor(
        "--set", "brain.url=http://127.0.0.1:1/v1", "--set", "brain.model=m", SOLOVOX_BRAIN__API_KEY=KEY
    )
    assert checks["set brain.api_key"]["seen"] == "******** (SOLOVOX_BRAIN__API_KEY)"
    assert checks["set brain.model"]["seen"] == "m (--set)"
    assert KEY not in done.stdout + done.stderr


def test_R2_a_vendors_key_is_said_and_not_shown(doctor):
    done, checks = doctor(GEMINI_API_KEY=KEY)
    assert checks["ear"]["seen"] == "gemini (GEMINI_API_KEY is set), not tried"
    assert checks["set ear.gemini.api_key"]["seen"] == "******** (GEMINI_API_KEY)"
    assert KEY not in done.stdout + done.stderr


def test_the_folder_of_the_person_is_no_setting(doctor):
    _, checks = doctor("--set", "brain.kind=acp", "--set", "brain.command=cat", HOME="/elsewhere")
    assert [one for one in checks if one.startswith("set ")] == ["set brain.command", "set brain.kind"]


def test_an_address_that_nobody_uses_is_said_to_be_so(doctor):
    _, checks = doctor("--set", "brain.kind=local", "--set", "brain.url=http://127.0.0.1:1/v1")
    assert checks["brain"]["found"] == "neutral"
    assert "it needs no server, so brain.url is not used" in checks["brain"]["seen"]


def test_a_brain_that_cannot_be_reached_is_bad(doctor):
    _, checks = doctor("--set", "brain.url=http://127.0.0.1:1/v1", "--set", "brain.model=m")
    assert checks["brain"]["found"] == "bad"
    assert "cannot be reached" in checks["brain"]["seen"]


@pytest.mark.parametrize(
    ("flag", "name", "says"),
    [
        ("ear.kind=gemini", "ear", "needs ear.api_key"),
        ("brain.kind=openai_compatible", "brain", "needs brain.url"),
        ("workspace=/no/such/place", "workspace", "is not a folder"),
        ("narrator.voice=jo", "narrator", "did you mean joe?"),
        ("routing=cod", "configuration", "did you mean code?"),
        ("narrator.kind=reader", "configuration", "needs a live model"),
    ],
)
def test_what_cannot_work_is_bad_and_says_what_to_do(doctor, flag, name, says):
    done, checks = doctor("--set", flag)
    assert done.returncode == 1
    assert checks[name]["found"] == "bad"
    assert says in checks[name]["todo"]


@pytest.mark.slow
def test_for_people_there_is_a_line_a_check(tmp_path):
    done = solovox("doctor", "--quick", cwd=tmp_path, SOLOVOX_CACHE=str(tmp_path))
    assert done.returncode == 1
    assert "✓ python" in done.stdout
    assert "✗ weights whisper-base" in done.stdout
    assert re.search(r"→ \S+ -m solovox models install --only whisper-base$", done.stdout, re.MULTILINE), (
        "as it was called"
    )
    assert "– sound devices" in done.stdout


@pytest.mark.weights
@pytest.mark.slow
def test_it_speaks_and_understands_itself(tmp_path):
    done = solovox("doctor", "--json", cwd=tmp_path)
    checks = {one["name"]: one for one in json.loads(done.stdout)["checks"]}
    assert done.returncode == 0, [one for one in checks.values() if one["found"] == "bad"]
    assert "first sound after" in checks["voice"]["seen"]
    assert "word error rate 0%" in checks["recogniser"]["seen"]
    assert checks["weights kokoro"]["seen"] == "92.4 MB, verified"


def test_it_says_who_the_model_is_and_what_is_wrong_with_the_file(doctor, tmp_path):
    file = tmp_path / "luna.md"
    file.write_text("# Luna\nYou love the sea.\n")
    _, checks = doctor("--set", f"persona={file}")
    assert re.fullmatch(r"Luna: \d+ of 6000 characters", checks["persona"]["seen"])
    file.write_text("# Luna\n" + "sea " * 2_000)
    _, checks = doctor("--set", f"persona={file}")
    assert re.search(r"; left out are \d+ characters of the character$", checks["persona"]["seen"])
    file.write_text("You are Luna.")
    _, checks = doctor("--set", f"persona={file}")
    assert checks["persona"]["found"] == "bad"
    assert checks["persona"]["todo"].endswith("write its name as the first line, such as # Luna")
    assert "tools" not in checks
