"""`solovox corrections test`: the stored sounds are heard again, before and after what was taught, and it is counted."""

import json
from dataclasses import replace

import pytest

from cli.running import here, one_line
from http_server.coded_speech import CodedStt, Loud, spoken
from solovox.live.local.cascade_types import MS, CascadeTuning
from solovox.live.local.recogniser import LocalRecogniser
from solovox.parts import registry
from solovox.ports import ReasoningCorrection, SttCorrection
from solovox.speech.smart_turn import PauseOnly
from solovox.store.exchange import write

pytestmark = pytest.mark.slow

AT = "2026-01-31T09:00:0{}.000Z"


def mending(given):
    """Hears coded sound exactly, and finds what was meant as the recogniser of this machine does."""
    made = given.settings.get("mends")
    find = made() if made else lambda text: ()

    class Mended(CodedStt):
        def transcribe(self, pcm):
            heard = super().transcribe(pcm)
            return replace(heard, mends=find(heard.text))

    return LocalRecogniser(Loud(), PauseOnly(), Mended(), tuning=CascadeTuning(draft_every=3_600_000 * MS))


def deaf(given):
    """Fails at every sound."""

    class Fails(CodedStt):
        def transcribe(self, pcm):
            raise RuntimeError("the model\nis broken")

    return LocalRecogniser(Loud(), PauseOnly(), Fails(), tuning=CascadeTuning(draft_every=3_600_000 * MS))


def stt(n, heard, meant, sound=None):
    return SttCorrection(f"{n}-made", AT.format(n), b"" if sound is None else spoken(sound), heard, meant)


TAUGHT = (
    stt(1, "Open the cube folder.", "Open the kube folder.", "Open the cube folder."),
    stt(2, "Is it red?", "Is it right?", "Is it right?"),
    stt(3, "get hub", "GitHub"),
    stt(4, "Show user services.", "Show user_service.py.", "Show user service dot py."),
    ReasoningCorrection("5-made", AT.format(5), "i", "ls talks", "list the talks"),
)


@pytest.fixture
def run(tmp_path, monkeypatch, capfd):
    (tmp_path / "user_service.py").write_text("")
    (tmp_path / "taught.json").write_text(write(TAUGHT))

    def do(*arguments, heard_by="mending", **more):
        made = {"local": f"cli.test_retest:{heard_by}"}
        monkeypatch.setitem(registry.BUILT_IN, registry.RECOGNISERS, made)
        return here(("corrections", *arguments), tmp_path, monkeypatch, capfd, more)

    assert do("import", "taught.json").returncode == 0
    return do


def line(name, before, after, heard, now, meant):
    """Of a sound that is mended to what was meant."""
    change = "better" if after < before else "same  "
    texts = f'heard "{heard}", now "{now}", mended "{meant}", meant "{meant}"'
    return f"{name}  {change}  {before:3}% → {after:3}%  {texts}"


def test_K2_each_sound_is_heard_before_and_after_and_the_words_that_are_wrong_are_counted(run):
    done = run("test")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        line("1-made", 25, 0, "Open the cube folder.", "Open the cube folder.", "Open the kube folder."),
        line("2-made", 0, 0, "Is it red?", "Is it right?", "Is it right?"),
        line("4-made", 25, 0, "Show user services.", "Show user service dot py.", "Show user_service.py."),
        "3 sounds, 11 words meant; word error rate 18.2% before, 0.0% after; better: 1-made, 4-made; worse: none",
    ]
    assert "solovox: 3-made is skipped: no sound is kept with it" in done.stderr
    assert [line for line in done.stderr.splitlines() if line.startswith("hearing")] == [
        f"hearing {n} of 3: {seconds} s of sound" for n, seconds in ((1, 1.1), (2, 0.6), (3, 1.2))
    ]


def test_K2_those_that_are_named_are_tested_for_programs(run):
    done = run("test", "1-", "1-made", "5-made", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told.pop("corrections") == [
        {
            "id": "1-made",
            "heard": "Open the cube folder.",
            "now": "Open the cube folder.",
            "mended": "Open the kube folder.",
            "meant": "Open the kube folder.",
            "words": 4,
            "werBefore": 0.25,
            "werAfter": 0.0,
            "change": "better",
        }
    ]
    assert told == {
        "skipped": [{"id": "5-made", "why": "no sound is kept with it"}],
        "words": 4,
        "werBefore": 0.25,
        "werAfter": 0.0,
        "better": ["1-made"],
        "worse": [],
    }


def test_K2_a_correction_that_does_harm_is_told(run):
    assert run("add", "--heard", "right", "--meant", "write").returncode == 0
    done = run("test", "2-made")
    assert done.returncode == 0
    assert done.stdout.endswith("; better: none; worse: 2-made\n"), done.stdout


def test_where_the_recogniser_fails_it_is_one_line_and_the_others_are_heard(run):
    done = run("test", "2-made", heard_by="deaf")
    assert done.returncode == 1
    assert "2-made is skipped: the recogniser failed: RuntimeError('the model\\nis broken')" in one_line(done)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("x",), "no correction is called 'x': see solovox corrections list"),
        (("--set", "workspace=nowhere"), "workspace = nowhere is not a folder"),
        (("--profile", "nobody"), "nobody"),
    ],
)
def test_bad_input_is_one_line(run, arguments, says):
    done = run("test", *arguments)
    assert done.returncode == 2
    assert says in one_line(done)


def test_without_sounds_nothing_is_loaded(run):
    done = run("test", "3-made", heard_by="missing")
    assert (done.returncode, done.stdout) == (0, "no sound was heard\n")
