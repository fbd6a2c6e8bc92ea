"""How a job goes: a table of what follows from what, and what holds whatever happens."""

import itertools
import random

import pytest

from solovox.core.errors import Misuse
from solovox.ports.workshop import JobCancelled, JobDone, JobFailed, Phase, PhaseBegan
from solovox.studio.checking import Finding
from solovox.studio.making import (
    MOVES,
    NOTHING,
    PHASE_OF,
    AskWriter,
    CancelAsked,
    CheckFiles,
    FilesChecked,
    JobAsked,
    JobBroke,
    JobState,
    MakePlan,
    Making,
    Planned,
    ProjectRead,
    ReadProject,
    SaveVersion,
    TellStep,
    VersionSaved,
    WriterEnded,
    decide,
)

pytestmark = pytest.mark.slow

FILES = {"index.html": "<p>1</p>"}
GRAVE, LIGHT = Finding("there is no index.html"), Finding("style.css asks for a font", grave=False)
WROTE = WriterEnded(FILES, line="A tip calculator.")
CHECKING = (JobAsked(), ProjectRead(), Planned(), WROTE)


def after(*events):
    """The job, and all that was to be done."""
    making, works = Making(), []
    for event in events:
        making, more = decide(making, event)
        works += more
    return making, works


def last(*events):
    return after(*events)[1][-1]


@pytest.mark.parametrize(
    ("events", "then"),
    [
        ((JobAsked(),), ReadProject()),
        ((JobAsked(), ProjectRead("a new app")), MakePlan()),
        ((JobAsked(), ProjectRead(), Planned("templates write")), AskWriter()),
        (CHECKING, CheckFiles(FILES)),
        ((*CHECKING, FilesChecked()), SaveVersion(FILES, "A tip calculator.")),
        ((*CHECKING, FilesChecked(), VersionSaved(3)), TellStep(JobDone(3, "A tip calculator."))),
        ((*CHECKING, FilesChecked([GRAVE])), AskWriter(FILES, (GRAVE.line,))),
        ((*CHECKING, FilesChecked([LIGHT, GRAVE])), AskWriter(FILES, (GRAVE.line, LIGHT.line))),
        (
            (*CHECKING, FilesChecked([LIGHT]), WROTE, FilesChecked([LIGHT])),
            SaveVersion(FILES, f"A tip calculator. One thing does not work: {LIGHT.line}."),
        ),
        (
            (*CHECKING, FilesChecked([GRAVE]), WROTE, FilesChecked([GRAVE]), WROTE, FilesChecked([GRAVE])),
            TellStep(JobFailed(f"What was written does not work: {GRAVE.line}.")),
        ),
        (
            (*CHECKING[:3], WriterEnded(FILES, cut=("app.js broke off",)), FilesChecked()),
            AskWriter(FILES, ("app.js broke off",)),
        ),
        ((*CHECKING[:3], WriterEnded({}, changed=False, line="I cannot.")), TellStep(JobFailed("I cannot."))),
        ((*CHECKING[:3], WriterEnded({}, changed=False)), TellStep(JobFailed(NOTHING))),
        ((*CHECKING, JobBroke("The disk is full.")), TellStep(JobFailed("The disk is full."))),
        ((*CHECKING, CancelAsked()), TellStep(JobCancelled())),
    ],
)
def test_M1_M2_what_follows_from_what(events, then):
    assert last(*events) == then


def test_M4_what_is_being_saved_is_not_cancelled():
    making, works = decide(after(*CHECKING, FilesChecked())[0], CancelAsked())
    assert (making.end, works) == (None, ())
    assert decide(making, VersionSaved(1))[0].end == JobDone(1, "A tip calculator.")


def test_M1_nothing_follows_an_end():
    for end in (CancelAsked(), JobBroke("it broke")):
        ended, _ = after(JobAsked(), end)
        for event in (CancelAsked(), JobBroke("again")):
            assert decide(ended, event) == (ended, ())
        for event in (JobAsked(), ProjectRead(), Planned(), WROTE, FilesChecked(), VersionSaved(1)):
            with pytest.raises(Misuse):
                decide(ended, event)


def any_answer(chance, work):
    """What may come of what is to be done."""
    match work:
        case ReadProject():
            return ProjectRead("x")
        case MakePlan():
            return Planned("x")
        case AskWriter():
            cut = ("x broke off",) * (chance.random() < 0.3)
            return WriterEnded(FILES, changed=chance.random() < 0.9, cut=cut)
        case CheckFiles():
            grave, light = [GRAVE] * (chance.random() < 0.5), [LIGHT] * (chance.random() < 0.3)
            return FilesChecked([*grave, *light])
        case SaveVersion():
            return VersionSaved(1)


def any_job(chance):
    """One job whatever happens: how it ended, what was told, and how often it saved. What holds at each step is asserted."""
    making, event, told, saved, good = Making(), JobAsked(), [], 0, False
    while making.end is None:
        if chance.random() < 0.05:
            event = chance.choice((CancelAsked(), JobBroke("it broke")))
        before = making.state
        making, works = decide(making, event)
        assert making.state is before or making.state in MOVES[before]
        if making.state is not before and making.state in PHASE_OF:
            assert works[0] == TellStep(PhaseBegan(PHASE_OF[making.state], works[0].step.about))
        if isinstance(event, FilesChecked):
            good = not making.cut and not any(one.grave for one in event.findings)
        told += [one.step for one in works if isinstance(one, TellStep)]
        follows = [one for one in works if not isinstance(one, TellStep)]
        saves = [one for one in follows if isinstance(one, SaveVersion)]
        assert good or not saves
        saved += len(saves)
        event = any_answer(chance, follows[0]) if follows else VersionSaved(1)  # nothing: it came too late
    return making.end, told, saved


def test_M1_M2_M3_M4_hold_whatever_happens():
    chance, ends = random.Random(11), set()
    for _ in range(3_000):
        end, told, saved = any_job(chance)
        phases = [one.phase for one in told if isinstance(one, PhaseBegan)]
        assert phases.count(Phase.ITERATE) <= 2
        assert phases[:3] == [Phase.ANALYSE, Phase.PLAN, Phase.GENERATE][: len(phases[:3])]
        assert all(a is not b for a, b in itertools.pairwise(phases))
        assert told[-1] == end
        assert [type(one) for one in told].count(type(end)) == 1
        assert saved <= 1
        assert saved or not isinstance(end, JobDone)
        assert not saved or not isinstance(end, JobCancelled)
        ends.add(type(end))
    assert ends == {JobDone, JobFailed, JobCancelled}


def test_M1_each_state_has_its_moves():
    assert MOVES.keys() == {*JobState}
