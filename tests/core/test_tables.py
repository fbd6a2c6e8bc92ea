"""Transition tables: no step is without an answer, nothing leads out of what is over, and our own mistakes are loud."""

from itertools import product

import pytest

from solovox.core import generation, lifecycle, reading, runs, tool_calls
from solovox.core.errors import Misuse
from solovox.core.reading import Reading, ReadState, Step
from solovox.core.units import Instant, ReadId

TABLES = (
    (runs.RUNS, runs.RunState, runs.Step),
    (tool_calls.EFFECTS, tool_calls.EffectState, tool_calls.Step),
    (generation.GENERATIONS, generation.GenerationState, generation.Step),
    (lifecycle.LINES, lifecycle.Line, lifecycle.Step),
)
CUT = {ReadState.CUT, ReadState.LEFT}
LASTING = {
    "T4 a run": (runs.RUNS, {runs.RunState.FINISHED}),
    "T4 a run that failed": (runs.RUNS, {runs.RunState.FAILED}),
    "T4 a run that was cancelled": (runs.RUNS, {runs.RunState.CANCELLED}),
    "C1 an effect": (tool_calls.EFFECTS, {tool_calls.EffectState.DONE}),
    "G4 a read that was cut": (reading.READS, CUT),
}


@pytest.mark.parametrize(("table", "states", "steps"), TABLES)
def test_every_step_of_a_peer_finds_an_answer_in_every_state(table, states, steps):
    for state, step in product(states, steps):
        assert table[state][step] in states


@pytest.mark.parametrize("what", LASTING)
def test_what_is_over_stays_over(what):
    table, over = LASTING[what]
    assert {after for state in over for after in table[state].values()} <= over


def test_L1_a_hopeless_line_is_never_opened_again():
    assert lifecycle.LINES[lifecycle.Line.HOPELESS][lifecycle.Step.OPEN] is lifecycle.Line.HOPELESS


@pytest.mark.parametrize(("state", "step"), list(product(ReadState, Step)))
def test_what_a_peer_does_out_of_place_changes_nothing_and_a_step_of_ours_is_loud(state, step):
    read = Reading(ReadId(1), Instant(0), state=state)
    if step in reading.READS[state] or step not in reading.OURS:
        assert read.step(step).state is reading.READS[state].get(step, state)
    else:
        with pytest.raises(Misuse, match=state.value):
            read.step(step)
