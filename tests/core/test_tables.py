"""Transition tables: each state can be reached, rows lead to states, and nothing leads out of what is over."""

import pytest

from solovox.core import generation, lifecycle, reading, runs, tool_calls
from solovox.core.errors import Misuse
from solovox.core.reading import Reading, ReadState, Step
from solovox.core.units import Instant, ReadId

TABLES = {
    "runs": (runs.RUNS, runs.RunState, runs.Step),
    "tool calls": (tool_calls.EFFECTS, tool_calls.EffectState, tool_calls.Step),
    "generation": (generation.GENERATIONS, generation.GenerationState, generation.Step),
    "lifecycle": (lifecycle.LINES, lifecycle.Line, lifecycle.Step),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_has_a_row_for_every_state_and_step(name):
    table, states, steps = TABLES[name]
    assert set(table) == set(states)
    for state, row in table.items():
        assert set(row) == set(steps), state
        assert set(row.values()) <= set(states), state


@pytest.mark.parametrize("name", TABLES)
def test_every_state_can_be_reached(name):
    table, states, _ = TABLES[name]
    first = next(iter(states))
    reached, new = {first}, {first}
    while new:
        new = {after for state in new for after in table[state].values()} - reached
        reached |= new
    assert reached == set(states)


def test_the_life_of_a_read_lists_only_moves_and_reaches_every_state():
    moves = reading.READS
    assert set(moves) == set(ReadState)
    assert {after for row in moves.values() for after in row.values()} | {ReadState.ASKED} == set(ReadState)


def test_G4_no_sound_leads_out_of_a_cut_read():
    cut = {ReadState.CUT, ReadState.LEFT}
    assert {after for state in cut for after in reading.READS[state].values()} <= cut


@pytest.mark.parametrize("state", ReadState)
@pytest.mark.parametrize("step", Step)
def test_what_a_peer_does_out_of_place_changes_nothing_and_a_step_of_ours_is_loud(state, step):
    read = Reading(ReadId(1), Instant(0), state=state)
    if step in reading.READS[state] or step not in reading.OURS:
        assert read.step(step).state is reading.READS[state].get(step, state)
    else:
        with pytest.raises(Misuse, match=state.value):
            read.step(step)


def test_C1_nothing_leads_out_of_a_finished_effect():
    assert set(tool_calls.EFFECTS[tool_calls.EffectState.DONE].values()) == {tool_calls.EffectState.DONE}


@pytest.mark.parametrize("over", [runs.RunState.FINISHED, runs.RunState.FAILED, runs.RunState.CANCELLED])
def test_nothing_leads_out_of_a_run_that_is_over(over):
    assert set(runs.RUNS[over].values()) == {over}


def test_L1_a_hopeless_line_is_never_opened_again():
    assert lifecycle.LINES[lifecycle.Line.HOPELESS][lifecycle.Step.OPEN] is lifecycle.Line.HOPELESS
