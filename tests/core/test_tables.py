"""The core's tables: each event has one rule; a life reaches each of its states, and no others."""

from typing import get_args

import pytest

from solovox.core import connection, conversation, runs
from solovox.core.errors import Misuse
from solovox.core.events import Event
from solovox.core.moves import move
from solovox.core.speaking import reading

LIVES = {"reads": reading.READS, "runs": runs.RUNS, "connections": connection.CONNECTIONS}


def test_each_event_has_one_rule():
    assert set(conversation.RULES) == set(get_args(Event))


@pytest.mark.parametrize("name", LIVES)
def test_each_state_is_reached_from_the_first(name):
    moves = LIVES[name]
    reached, new = set(), {next(iter(moves))}
    while new:
        reached |= new
        new = {after for state in new for after in moves[state]} - reached
    assert reached == set(moves) == set(type(next(iter(moves))))


@pytest.mark.parametrize("name", LIVES)
def test_a_move_that_is_not_listed_is_loud(name):
    moves = LIVES[name]
    for state, listed in moves.items():
        for then in moves:
            if then in listed:
                assert move(moves, state, then) is then
            else:
                with pytest.raises(Misuse, match=f"{state.value!r} cannot become {then.value!r}"):
                    move(moves, state, then)


def test_G4_no_sound_leads_out_of_a_cut_read():
    states = reading.ReadState
    silent = {states.CUT, states.LEFT, states.DROPPED}
    assert {then for state in silent for then in reading.READS[state]} <= silent


def test_nothing_leads_out_of_a_run_that_is_over():
    over = set(runs.RunState) - runs.ALIVE - {runs.RunState.GIVEN}
    assert not any(runs.RUNS[state] for state in over)


def test_L1_a_hopeless_connection_is_never_opened_again():
    states = connection.ConnectionState
    assert set(connection.CONNECTIONS[states.HOPELESS]) == {states.DOWN}
