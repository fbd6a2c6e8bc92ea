"""Joint rules of a brain's answer: what it writes is shown, and what it offers waits for the mouth.

G3  What was offered before a failure is said, then that it failed.
C4  "Done" is cued for a step of its own only with a receipt.
G5  Only `BrainWrote` becomes the answer's text. (What a live model says of itself: `generating`.)
N2  What is said and what is shown are kept apart.
T5  An empty answer is a failure: silence is never ambiguous.
"""

from dataclasses import replace

from solovox.core import runs
from solovox.core.commands import CancelRun, CueKind, ShowChanges, ShowStep, ShowText, ShowUsage, TellSkipped
from solovox.core.events import (
    BrainChanged,
    BrainFinished,
    BrainOffered,
    BrainStep,
    BrainThought,
    BrainUsed,
    BrainWrote,
)
from solovox.core.runs import Run, RunState
from solovox.core.speaking import announcing, speaking
from solovox.core.speaking.reading import Piece
from solovox.core.talk import Talk
from solovox.core.units import StepState


def wrote(talk: Talk, run: Run, event: BrainWrote) -> None:
    """The brain's text is shown whole, whether or not it will be said (N2)."""
    run = replace(run, written=run.written + len(event.text), tells=run.tells or bool(event.text.strip()))
    talk.work.runs = runs.put(talk.work.runs, run)
    if run.written > talk.policy.limits.answer_chars:
        fail_run(talk, run, "the answer is too long; the rest was cut off", cancel=True)
    elif event.text:
        talk.say(ShowText(run.id, event.text))


def take_piece(talk: Talk, run: Run, event: BrainOffered) -> None:
    """A speakable piece has come. It waits for the mouth."""
    shown_to = max(event.shown_to, run.offered_to)
    talk.work.runs = runs.put(talk.work.runs, replace(run, offered_to=shown_to))
    if run.voiced and event.said.strip():
        piece = Piece(run.id, event.said.strip(), run.offered_to, shown_to, paragraph=event.paragraph)
        speaking.offer(talk, piece)


def take_back_thought(talk: Talk, run: Run, event: BrainThought) -> None:
    """What was taken for an answer was none: no more of it is heard, and it counts as nothing (N2, T5)."""
    talk.work.runs = runs.put(talk.work.runs, replace(run, tells=run.tells and event.since > 0))
    speaking.take_back(talk, run.id, event.since)
    talk.say(TellSkipped(run.id, event.since, run.written))


def show_step(talk: Talk, run: Run, event: BrainStep) -> None:
    """A step of its own work is shown. One with effects counts as an effect of ours does (T2, C4)."""
    proven = event.receipt is not None and event.state is StepState.DONE
    if event.effects or proven:
        talk.work.runs = runs.did(talk.work.runs, run.id)
    if (script := talk.voice.script).closed == run.id:  # what follows has a limit of its own
        script.run, script.closed = None if script.run == run.id else script.run, None
    if run.id == talk.work.activity.run:
        talk.work.activity = replace(talk.work.activity, step=event.title)
    talk.say(
        ShowStep(
            run.id,
            event.step,
            event.kind,
            event.title,
            event.detail,
            event.state,
            event.effects,
            event.receipt,
        )
    )
    if proven:
        talk.cue(CueKind.DONE)


def show_usage(talk: Talk, run: Run, event: BrainUsed) -> None:
    """What it has used is shown. Less than nothing was never used."""
    cost = None if event.cost is None else max(0, event.cost)
    talk.say(ShowUsage(run.id, max(0, event.input_tokens), max(0, event.output_tokens), cost))


def show_changes(talk: Talk, run: Run, event: BrainChanged) -> None:
    """What it has changed is shown, also when it has ended. It cannot be taken back then (T2, C6)."""
    if event.files:
        talk.work.runs = runs.did(talk.work.runs, run.id)
    if event.files or run.id == talk.work.activity.changed_by:
        talk.work.activity = replace(talk.work.activity, changed=event.files, changed_by=run.id)
    talk.say(ShowChanges(run.id, event.files, event.diff))


def finish_answer(talk: Talk, run: Run, _: BrainFinished) -> None:
    """The answer is complete. An empty one is a failure, but for one that a person's no left empty (T5)."""
    talk.work.runs = runs.put(talk.work.runs, run.becomes(RunState.FINISHED))
    script = talk.voice.script
    asked_at = script.asked_at if script.run == run.id else None
    if asked_at is not None and talk.at > asked_at + talk.policy.timing.more:
        script.asked_at = None  # it is asked again: there may be more than there was
    if not run.tells:
        _tell(talk, run, "the brain gave no answer")


def fail_run(talk: Talk, run: Run, reason: str, *, cancel: bool = False, said: str | None = None) -> None:
    """The run has failed. What was offered before is said (G3)."""
    talk.work.runs = runs.put(talk.work.runs, run.becomes(RunState.FAILED))
    if cancel:
        talk.say(CancelRun(run.id, reason))
    _tell(talk, run, reason, said)


def _tell(talk: Talk, run: Run, reason: str, said: str | None = None) -> None:
    """Show that it failed, and sound the cue. If the answer would be heard, say so, too (T5)."""
    talk.fail(reason)
    if run.voiced:
        ours = dict(talk.policy.sentences.reasons).get(reason, reason)
        announcing.tell_failure(talk, ours if said is None else said)
