"""Every transition table is complete: each state has a row for each step, and rows lead to states."""

import pytest

from solovox.core import gate, generation, lifecycle, runs, tool_calls, verbatim

TABLES = {
    "gate": (gate.READS, gate.ReadState, gate.Step),
    "runs": (runs.RUNS, runs.RunState, runs.Step),
    "tool calls": (tool_calls.EFFECTS, tool_calls.EffectState, tool_calls.Step),
    "verbatim": (verbatim.CHECKS, verbatim.CheckState, verbatim.Step),
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


def test_G4_nothing_leads_out_of_a_cut_read():
    assert set(gate.READS[gate.ReadState.CUT].values()) == {gate.ReadState.CUT}


def test_C1_nothing_leads_out_of_a_finished_effect():
    assert set(tool_calls.EFFECTS[tool_calls.EffectState.DONE].values()) == {tool_calls.EffectState.DONE}


@pytest.mark.parametrize("over", [runs.RunState.FINISHED, runs.RunState.FAILED, runs.RunState.CANCELLED])
def test_nothing_leads_out_of_a_run_that_is_over(over):
    assert set(runs.RUNS[over].values()) == {over}


def test_L1_a_hopeless_line_is_never_opened_again():
    assert lifecycle.LINES[lifecycle.Line.HOPELESS][lifecycle.Step.OPEN] is lifecycle.Line.HOPELESS
