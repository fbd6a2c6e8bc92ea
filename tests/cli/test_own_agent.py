"""`solovox.run`: a person's own agent, with engines that need no weights. What goes wrong is one line."""

import subprocess
import sys
import threading
import wave

import pytest

import solovox

pytestmark = pytest.mark.slow


async def agent(text):
    yield f"You said: {text}. "
    yield "Yes, **you**."


@pytest.fixture
def engines(quiet, monkeypatch, tmp_path):
    """Quiet ones, in a folder of the test's own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ended(capfd, *arguments, **more):
    """The one line with which it ended, and its exit code."""
    with pytest.raises(SystemExit) as caught:
        solovox.run(*arguments, **more)
    told = capfd.readouterr()
    assert "Traceback" not in told.err
    (line,) = [one for one in told.err.splitlines() if one.startswith("solovox: ")]
    return line.removeprefix("solovox: "), caught.value.code


def test_it_answers_a_line_and_returns(engines, capfd):
    text = "--help"
    assert solovox.run(agent, text=text, out="answer.wav") is None
    told = capfd.readouterr()
    assert told.out.strip() == f"You said: {text}. Yes, **you**."
    assert "thinks: python (agent)" in told.err
    with wave.open("answer.wav") as file:
        assert file.getframerate() == 24_000
        assert any(file.readframes(file.getnframes()))


async def breaks(text):
    yield "One. "
    raise ValueError("no more")


@pytest.mark.parametrize(
    ("arguments", "given", "code", "line"),
    [
        (
            ("agent",),
            {"text": "x"},
            2,
            "an agent is a function, and this is a value of the kind str: write async",
        ),
        (("agent",), {}, 2, "an agent is a function"),
        ((breaks,), {"text": "x"}, 1, "breaks failed: ValueError: no more (test_own_agent.py, line "),
        ((agent,), {"text": ""}, 2, "give 1 to 20000 characters"),
        ((agent,), {"text": "x", "wav": "y"}, 2, "give wav= or text=, not both"),
        ((agent,), {"wav": "not-there.wav"}, 2, "not-there.wav"),
        ((agent,), {"wav": "--help"}, 2, "--help"),
        ((agent,), {"out": "x.wav"}, 2, "out= and play= are for an answer: give wav= or text= with them"),
        ((agent,), {"text": "x", "port": 1}, 2, "port= is for the page"),
        ((agent,), {"text": "x", "profile": "tolk"}, 2, "did you mean talk?"),
        ((agent,), {"port": 99999}, 2, "'99999': write 0 to 65535"),
    ],
)
def test_what_goes_wrong_is_one_line_and_ends_the_program(engines, capfd, arguments, given, code, line):
    said, ended_with = ended(capfd, *arguments, **given)
    assert line in said
    assert ended_with == code


async def test_in_a_loop_it_says_where_to_call_it(engines, capfd):
    line, code = ended(capfd, agent, text="x")
    assert (line, code) == (
        "solovox.run runs a loop of its own: call it outside of async functions and notebooks",
        2,
    )


def test_a_page_is_served_in_the_main_thread_only(engines, capfd):
    ends = []
    thread = threading.Thread(target=lambda: ends.append(ended(capfd, agent)))
    thread.start()
    thread.join(10)
    assert ends == [("solovox.run serves its page in the main thread only: call it there", 2)]


def test_what_is_set_for_another_brain_is_said_and_not_obeyed(engines, capfd):
    (engines / "solovox.toml").write_text('[brain]\nkind = "sse"\npermissions = "plan"\n')
    line, code = ended(capfd, agent, text="x")
    assert "brain.permissions is set" in line
    assert code == 2


def test_importing_it_imports_nothing_else_of_ours():
    program = "import sys, solovox; print([one for one in sys.modules if one.startswith('solovox.')], solovox.run.__name__)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[] run"
