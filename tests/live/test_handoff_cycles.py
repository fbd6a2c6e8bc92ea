"""Twenty questions in one session of the profile `handoff`: listen, hand over, read, listen anew; with a service that fails."""

import io
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType

import numpy as np
import pytest

from live.gemini_rig import Live
from live.gemini_voice import TONE
from live.gemini_ways import Call, Chatter, Hear, Way
from solovox.cli.telling import SeedLog
from solovox.config.profile import profile
from solovox.core import commands as c
from solovox.core import events as e
from solovox.ports import Wrote
from solovox.recordings.handoffs import Handoffs
from solovox.tools.time_of_day import GetTime

CYCLES = 20
FEW = 6
"""Where something goes wrong in each of them."""
EVERY_MS = 10_000
NUMBERS = "one two three four five six seven eight nine ten".split()
TIME = "The time is 3:05 PM."


def time_of_day():
    return GetTime(lambda: datetime(2026, 11, 1, 15, 5, tzinfo=UTC))


def question(cycle):
    """What is said in a cycle: the time, and in between something for the brain."""
    return "what time is it" if cycle % 2 == 0 else f"tell me of {NUMBERS[cycle // 2]}"


def answer(cycle):
    return TIME if cycle % 2 == 0 else f"Of {NUMBERS[cycle // 2]} there is much to tell, and little time."


def called(cycle):
    if cycle % 2 == 0:
        return Call(f"time-{cycle}", "get_time", argument="")
    return Call(f"brain-{cycle}", "ask_brain", question(cycle), "query")


@dataclass(frozen=True)
class Turned(Way):
    """A way that says what it does for each question."""

    turns: tuple = ()


class Handoff(Live):
    """A session whose brain knows the answers."""

    scripts = MappingProxyType({question(cycle): [Wrote(answer(cycle))] for cycle in range(1, CYCLES, 2)})


def talk(turns=lambda cycle: (Hear(), called(cycle)), faults=(), cycles=CYCLES, **more):
    always = profile("handoff").always
    return Handoff(
        Turned(turns=tuple(turns(cycle) for cycle in range(cycles))),
        said=tuple(
            (400 + cycle * EVERY_MS, f"computer {question(cycle)}", f"computer {question(cycle)}")
            for cycle in range(cycles)
        ),
        mic_ms=cycles * EVERY_MS,
        tools=(time_of_day(),),
        ear={key: always[f"ear.{key}"] for key in ("after_read", "hand_over")},
        choices={"routing": always["routing"], "wake": "computer", "barge_in": False},
        faults=faults,
        **more,
    ).held()


def check(held):
    """What holds for each cycle, whatever the service does."""
    assert held.why == "the person hung up"
    assert held.asked == [question(cycle) for cycle in range(CYCLES)]
    assert held.read == " ".join(answer(cycle) for cycle in range(CYCLES))
    assert np.count_nonzero(held.samples == TONE) == 0, "the ear was heard"
    reads = b"".join(held.tts.sound(one.said) for one in held.did(c.Read))
    assert held.samples[held.samples != 0].tobytes() == reads, "reads overlap, or are not whole"
    assert held.wrong_sums == []
    assert held.double.most_open == 1, "two connections at a time"
    assert not held.happened(e.RecogniserLost)
    answers = [(one.connection, one.call) for one in held.did(c.AnswerCall)]
    assert len(answers) == len(set(answers))


@pytest.fixture(scope="module")
def held():
    """A session with a service that does what it is told."""
    return talk()


@pytest.mark.slow
def test_L1_T3_each_answer_is_read_whole_and_a_fresh_connection_listens_to_the_next_question(held):
    check(held)
    assert len(held.double.talks) == CYCLES + 1
    assert not any(one.setup.session_resumption.handle for one in held.double.talks)
    assert held.happened(e.EarLost) == []
    looked = [one.look is not None for one in held.did(c.AskBrain)]
    assert looked == [cycle % 2 == 0 for cycle in range(CYCLES)]


@pytest.mark.wide
@pytest.mark.slow
def test_T3_C2_a_call_is_answered_at_once_and_says_that_the_reader_speaks(held):
    told = [
        response.response
        for one in held.double.talks
        for message in one.messages
        for response in getattr(message, "function_responses", ())
    ]
    assert told == [{"status": "handled_by_reader_agent", "do_not_speak_further": True}] * CYCLES


def folded(held):
    found = Handoffs()
    for at, event, commands in held.journal.entries:
        found.see(at, event, commands)
    return found


@pytest.mark.wide
@pytest.mark.slow
def test_each_handoff_is_counted_to_the_moment_where_a_fresh_listener_is_there(held):
    told = folded(held).told(output_restarts=2)
    assert len(told["handoffs_ms"]) == told["listener_restarts"] == CYCLES
    assert all(500 < one < EVERY_MS for one in told["handoffs_ms"])
    assert {name: len(times) for name, times in told["tools_ms"].items()} == {"get_time": 10, "ask_brain": 10}
    assert (told["reconnects"], told["output_restarts"]) == (0, 2)


def lines_of(held):
    out = io.StringIO()
    log = SeedLog(out, live=True)
    for _, event, commands in held.journal.entries:
        log.see(event, commands)
    return out.getvalue().splitlines()


@pytest.mark.wide
@pytest.mark.slow
def test_the_lines_of_a_cycle_are_those_that_a_person_greps_for(held):
    lines = lines_of(held)
    ends = [at for at, line in enumerate(lines) if line == "[handoff] restarting main listener session"]
    assert len(ends) == CYCLES
    cycle = [line for line in lines[ends[0] + 1 : ends[1] + 1] if not line.startswith("[mic]")]
    heard = [line.removeprefix("[heard] ") for line in cycle if line.startswith("[heard]")]
    assert " ".join(heard) == "computer tell me of one"
    spoken = [line.removeprefix("[reader_spoken] ") for line in cycle if line.startswith("[reader_spoken]")]
    assert " ".join(spoken) == answer(1)
    assert f"[tool_result] ask_brain: {answer(1)}" in cycle
    steps = [line for line in cycle if not line.startswith(("[heard]", "[reader_spoken]", "[tool_result]"))]
    assert steps == [
        '[tool_call] ask_brain {"query": "tell me of one"}',
        "[reader] start fresh reader session",
        "[reader] done",
        "[handoff] restarting main listener session",
    ]
    assert "[tool_call] get_time {}" in lines
    assert f"[tool_result] get_time: {TIME}" in lines
    assert "[mic] streaming..." in lines


@pytest.mark.wide
@pytest.mark.slow
@pytest.mark.parametrize(
    "turns",
    [
        pytest.param(lambda cycle: (Hear(),), id="never calls"),
        pytest.param(lambda cycle: (Hear(), Chatter(2_000)), id="answers instead of calling"),
        pytest.param(lambda cycle: (Hear(), called(cycle), Chatter(2_000)), id="calls and answers"),
    ],
)
def test_T3_G5_without_a_call_the_person_is_answered_and_the_ears_own_words_are_not_read(turns):
    held = talk(turns, cycles=FEW)
    assert held.asked == [question(cycle) for cycle in range(FEW)]
    assert np.count_nonzero(held.samples == TONE) == 0
    assert held.wrong_sums == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "fault",
    [
        "close:1008@tool",
        *(pytest.param(one, marks=pytest.mark.slow) for one in ("close:1011@result", "duplicate_tool_call")),
    ],
)
def test_L1_a_service_that_fails_in_each_cycle_loses_no_question_and_doubles_none(fault):
    held = talk(faults=(fault,), cycles=FEW)
    assert bool(held.happened(e.EarLost)) is ("close" in fault or "silence" in fault), (
        "the fault did not strike"
    )
    assert bool(folded(held).reconnects) is bool(held.happened(e.EarLost))
    lost = [line for line in lines_of(held) if line.startswith("[session_error] ")]
    assert len(lost) == len(held.happened(e.EarLost))
    assert all(line.endswith(" Reconnecting ...") for line in lost)
    assert held.why == "the person hung up"
    assert held.asked == [question(cycle) for cycle in range(FEW)]
    assert np.count_nonzero(held.samples == TONE) == 0
    assert held.wrong_sums == []
    assert held.double.most_open == 1
