"""The scripts that set things up say in one line what is missing, and pass on what failed."""

import json
import os
import shutil
import subprocess

import pytest

import house_rules as house


def run(*command, cwd=house.ROOT, **environment):
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        capture_output=True,
        text=True,
        env={**os.environ, **{name: str(value) for name, value in environment.items()}},
    )


@pytest.fixture
def bare(tmp_path):
    """A PATH with a shell and nothing else: no apt-get, no Python."""
    for program in ("sh", "id", "dirname", "env", "date"):
        (tmp_path / program).symlink_to(shutil.which(program))
    return tmp_path


def test_what_is_there_is_not_installed_again():
    done = run("scripts/system-packages", "sh", "git")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_missing_system_package_is_named_in_one_line(bare):
    done = run("scripts/system-packages", "sh", "no-such-program", PATH=bare)
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "solovox: needs no-such-program; install them with this system's package manager"
    ]


def test_a_missing_python_is_said_in_one_line(bare):
    done = run("scripts/python", PATH=bare, PYTHON="")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "3.11 or newer" in done.stderr


@pytest.mark.parametrize("status", [0, 3])
def test_a_part_is_timed_noted_and_passes_its_status_on(tmp_path, status):
    done = run(house.ROOT / "scripts" / "part", "a name", "sh", "-c", f"exit {status}", cwd=tmp_path)
    assert done.returncode == status
    name, seconds, cpu, result = (tmp_path / ".parts").read_text().rstrip("\n").split("\t")
    assert (name, result) == ("a name", "ok" if status == 0 else "FAILED (3)")
    assert 0 <= int(cpu) <= int(seconds) + 1 < 60


def test_talk_answers_the_recording_it_is_given():
    plan = run("make", "-n", "talk", "WAV=my question.wav").stdout
    assert 'solovox ask "my question.wav" --out out/answer.wav --journal out/journal' in plan
    assert "solovox timeline out/journal/journal.jsonl --html out/timeline.html" in plan


def test_talk_opens_a_page_where_no_recording_is_given():
    plan = run("make", "-n", "talk", "TALK=--limit 2").stdout
    assert "solovox talk --limit 2" in plan
    assert "solovox ask" not in plan


def test_every_target_is_explained():
    told = run("make", "help").stdout
    for target in ("talk", "test", "check", "mutants", "browser", "devices", "strangers", "sim", "bench"):
        assert f"make {target} " in told


def test_a_stranger_that_there_is_not_is_one_line():
    done = run("scripts/strangers", "nobody")
    assert done.returncode == 2
    assert done.stderr == (
        "scripts/strangers: there is no stranger called nobody: genai-3, genai-2, js, strands, llama-index, vision-agents, mcp, mcp-js, "
        "adk-js, livekit-js, turns\n"
    )


@pytest.mark.parametrize(
    "folder",
    [
        *("web", "src/solovox/studio/vite"),
        *(f"tests/strangers/{one}" for one in ("js", "adk_js", "livekit_js", "mcp_js")),
        *("tests/browser", "tests/brains_sdk/js"),
    ],
)
def test_the_lock_of_npm_has_hashes_and_no_registry(folder):
    lock = json.loads((house.ROOT / folder / "package-lock.json").read_text())
    packages = [one for path, one in lock["packages"].items() if path]
    assert packages
    assert all(one["integrity"].startswith("sha512-") and "resolved" not in one for one in packages)


def test_the_howto_names_the_versions_of_the_strangers():
    howto = (house.ROOT / "docs/howto/offline-gemini-live.md").read_text()
    python = [
        (house.ROOT / f"requirements/strangers-{name}.in").read_text().strip()
        for name in ("genai-3", "genai-2")
    ]
    assert f"| google-genai | {', '.join(one.partition('==')[2] for one in python)} |" in howto
    asked = json.loads((house.ROOT / "tests/strangers/js/package.json").read_text())["dependencies"]
    versions = asked["@google/genai"], asked["genai-2"].rpartition("@")[2]
    assert f"| @google/genai | {', '.join(versions)} |" in howto
