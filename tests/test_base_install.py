"""What a stranger gets from `pip install solovox`: small, whole, and without the engine's runtimes."""

import asyncio
import subprocess
import wave
import zipfile
from pathlib import Path

import numpy as np
import pytest

from cli.running import variables
from cli.serving import serving
from installing import built, installed, run
from live.gemini_double import Double
from live.gemini_ears import speech
from live.gemini_ways import Hear, Say, Way
from portions import sampled
from solovox.core import events as e
from solovox.recordings import journal_reader

LIMIT_MB = 100

pytestmark = [pytest.mark.slow, pytest.mark.weights]
"""One of them needs weights, and all share an installation."""


def megabytes(folder):
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return built(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def clean(tmp_path_factory, wheel):
    """A virtual environment with the base lock and the wheel, and nothing else."""
    return installed(tmp_path_factory.mktemp("clean"), wheel, "base")


def test_the_base_install_weighs_at_most_100_megabytes(clean, record_property):
    (packages,) = clean.glob("lib/python3*/site-packages")
    weight = megabytes(packages)
    record_property("megabytes", weight)
    heaviest = sorted(((megabytes(p), p.name) for p in packages.iterdir() if p.is_dir()), reverse=True)[:6]
    print(f"base install: {weight:.1f} MB; heaviest: " + ", ".join(f"{n} {mb:.1f}" for mb, n in heaviest))
    assert 10 < weight <= LIMIT_MB, heaviest


def test_the_lock_leaves_no_dependency_out(clean):
    run("scripts/uv", "pip", "check", "--python", clean / "bin" / "python")


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
@pytest.mark.parametrize("platform", ["x86_64-manylinux_2_28", "aarch64-apple-darwin"])
def test_the_lock_resolves_to_wheels_elsewhere(platform, python, tmp_path):
    """Where nothing has been run it is at least known that every package can be installed without a compiler."""
    told = run(
        *(
            "scripts/uv",
            "pip",
            "install",
            "--dry-run",
            "--no-deps",
            "--only-binary",
            ":all:",
            "--require-hashes",
        ),
        *("--python-platform", platform, "--python-version", python, "--target", tmp_path / "nowhere"),
        *("-r", "requirements/dev.txt"),
    )
    assert "Would install" in told


def test_the_base_install_has_none_of_the_engine_and_nothing_under_the_gpl(clean):
    installed = run(
        "scripts/uv", "pip", "list", "--python", clean / "bin" / "python", "--format", "freeze"
    ).lower()
    assert "numpy==" in installed
    for package in (
        "onnxruntime",
        "ctranslate2",
        "torch",
        "uvloop",
        "cryptography",
        "discord-py",
        "pynacl",
        "phonemizer",
        "espeakng",
    ):
        assert f"{package}==" not in installed


def test_the_wheel_is_typed_licensed_and_carries_no_weights(wheel):
    with zipfile.ZipFile(wheel) as held:
        names = held.namelist()
        assert "solovox/py.typed" in names
        assert any(name.endswith("licenses/LICENSE") for name in names)
        assert any(name.endswith("licenses/NOTICE") for name in names)
        assert not [name for name in names if name.endswith((".onnx", ".bin", ".pt"))]
        assert not [name for name in names if name.startswith(("tests/", "scripts/"))]
    assert Path(wheel).stat().st_size < 10e6


ENGINE = ("onnxruntime", "ctranslate2", "pocketsphinx")
ENGINE_AT = ("solovox.speech.", "solovox.narrators.")
SDKS = ("claude_agent_sdk", "acp")
SDKS_AT = ("solovox.brains.",)
WEB = ("starlette", "uvicorn", "anyio", "prometheus_client", "opentelemetry", "segno", "trustme")
WEB_AT = ("solovox.http.", "solovox.cli.serve", "solovox.cli.demo", "solovox.demo.")


SCREEN = ("textual",)
SCREEN_AT = ("solovox.cli.screen.",)
MCP = ("mcp", "mcp_types", "anyio")
MCP_AT = ("solovox.http.mcp_server", "solovox.cli.mcp", "solovox.tools.mcp.")
DISCORD = ("discord", "davey", "nacl", "cryptography", "aiohttp")
DISCORD_AT = ("solovox.discord.", "solovox.cli.discord")
TESTS, TESTS_AT = ("pytest",), ("solovox.testing.pytest_plugin",)
PLACES = (
    *((ENGINE, ENGINE_AT), (WEB, WEB_AT), (SDKS, SDKS_AT)),
    (TESTS, TESTS_AT),
    *((SCREEN, SCREEN_AT), (MCP, MCP_AT), (DISCORD, DISCORD_AT)),
)


def test_the_package_can_be_used_without_the_engine(clean, tmp_path):
    """Every module of the base imports where the extra is not installed, or says which extra it needs."""
    program = (
        "import importlib, pkgutil, solovox\n"
        "for m in pkgutil.walk_packages(solovox.__path__, 'solovox.'):\n"
        "    try: importlib.import_module(m.name)\n"
        "    except ModuleNotFoundError as e:\n"
        f"        at = [a for n, a in {PLACES} if e.name.split('.')[0] in n]\n"
        "        assert at and m.name.startswith(at[0]), (m.name, e)\n"
        "print('ok')\n"
    )
    assert run(clean / "bin" / "python", "-W", "error", "-c", program, cwd=tmp_path).strip() == "ok"


def sound(path, samples):
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, 16_000, 0, "NONE", ""))
        file.writeframes(samples.astype("<i2").tobytes())


async def asks(clean, folder, question, *settings):
    """`solovox ask` as the base install has it, without any weights: exit code, what it told, and the events."""
    chosen = [part for one in settings for part in ("--set", one)]
    program = (clean / "bin" / "python", "-m", "solovox", "ask", question, "--out", "a.wav", "--journal", "j")
    environment = variables(folder, SOLOVOX_CACHE=str(folder / "none"))
    environment.pop("PYTHONPATH", None)
    process = await asyncio.create_subprocess_exec(
        *map(str, program),
        *chosen,
        cwd=folder,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    told, _ = await asyncio.wait_for(process.communicate(), 120)
    journal = folder / "j"
    events = [one.event for one in journal_reader.read(journal).entries] if journal.exists() else []
    return process.returncode, told.decode(), events


def of(kind, events):
    return [event for event in events if isinstance(event, kind)]


async def test_the_base_install_holds_a_session_with_a_live_ear(clean, tmp_path):
    """The double hears words as loudness; a constant would be no sound to whoever listens for somebody who speaks."""
    words = "what now please"
    said = speech(words.split(), 400, sorted(words.split()))
    said[1::2] *= -1
    sound(tmp_path / "q.wav", np.concatenate([said, np.zeros(32_000, "<i2")]))
    way = Way(heard=(Hear(), Say("It is noon.")), later=None)
    async with Double(way, sorted(words.split())) as double:
        settings = ("ear.kind=gemini", f"ear.url={double.url}", "narrator.kind=self")
        code, told, events = await asks(clean, tmp_path, tmp_path / "q.wav", *settings)
    assert (code, [talk.transcripts for talk in double.talks]) == (0, [[words]]), told
    assert [
        type(event) for event in events if isinstance(event, e.OnsetHeard | e.SpeechConfirmed | e.SpeechEnded)
    ]
    assert [event.text for event in of(e.LocalTranscript, events)] == [""]
    assert of(e.EarAudio, events)
    assert f"heard: {words}" in told
    assert "It is noon." in told


async def test_without_a_live_ear_the_base_install_says_in_a_line_what_it_lacks(clean, tmp_path):
    sound(tmp_path / "q.wav", np.zeros(16_000))
    code, told, _ = await asks(clean, tmp_path, tmp_path / "q.wav")
    assert (code, told.count("\n")) == (2, 1), told
    assert f"run: {clean}/bin/python -m solovox install talk" in told


def test_what_serves_the_page_is_an_extra_and_says_so(clean, tmp_path):
    done = subprocess.run(
        [clean / "bin" / "solovox", "serve"], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "solovox: solovox serve needs packages that are not installed; "
        f"run: {clean}/bin/solovox install talk\n"
    )


def test_the_doctor_says_what_the_base_install_would_use(clean, tmp_path):
    live = ("--set", "ear.url=ws://127.0.0.1:9/")
    environment = {"SOLOVOX_CACHE": str(tmp_path), "PYTHONPATH": ""}
    told = run(clean / "bin" / "python", "-m", "solovox", "doctor", *live, cwd=tmp_path, **environment)
    assert "speech is detected by its loudness; only the live ear transcribes it" in told
    assert "what it does not say right is only shown" in told


@pytest.mark.parametrize("narrator", sampled(("reader", "relay", "self"), ["reader"]))
async def test_the_base_install_talks_with_our_own_live_server(clean, tmp_path, narrator):
    """Real speech, which the server hears, answers and reads aloud."""
    question = Path(__file__).parent.parent / "examples" / "question.wav"
    with serving(tmp_path / "server", "--voice", "joe") as server:
        settings = ("ear.kind=gemini", f"ear.url={server.told['ws']}", f"narrator.kind={narrator}")
        code, told, events = await asks(clean, tmp_path, question, *settings)
    assert code == 0, told
    assert "heard: What time is it?" in told
    assert {event.text for event in of(e.LocalTranscript, events)} == {""}
    with wave.open(str(tmp_path / "a.wav")) as file:
        assert np.abs(np.frombuffer(file.readframes(file.getnframes()), "<i2")).max() > 1_000
