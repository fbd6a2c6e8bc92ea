"""Joint rules of what the live model says of itself.

G1 G7  It was not asked for, and is dropped, unless the profile is `self`. Then each generation is a read of
    its own, which the core mints, and its transcription is the answer's text.
G4  A model that speaks into the person's speech is cut. After a stop nothing is heard until the person speaks
    again. Where there is a wake phrase, a person who did not say it is not answered aloud.
G7  What it gives as text, and without sound, our own voice says when it has ended.
G5  Under every other narrator its text belongs to no answer.
L2  What the person said to the model is answered when a generation begins; until then it is owed.
"""

from dataclasses import replace
from typing import Final

from solovox.core import generation, retelling, runs
from solovox.core.approvals import returning
from solovox.core.commands import AskEar, Drop, DropReason, ShowFailure, ShowText, SoundOrigin
from solovox.core.events import EarAudio, EarOutputTranscript
from solovox.core.generation import GenerationState
from solovox.core.listening.decision import is_addressed
from solovox.core.runs import RunState
from solovox.core.speaking import speaking
from solovox.core.speaking.reading import Piece
from solovox.core.talk import Talk
from solovox.core.units import ReadId, RunId

UNSAID: Final = "the live model gave this answer as text alone, and there is no voice here to say it"


def spoke(talk: Talk, event: EarAudio) -> None:
    """The live model made sound. Under `self` it belongs to a read of its own, else to none (G1, G7)."""
    heard = _note_sign(talk)
    if not talk.policy.alone or talk.presence.caps is None:
        talk.say(Drop(SoundOrigin.EAR, event.span, DropReason.NOT_A_READ))
    elif not heard:
        talk.say(Drop(SoundOrigin.EAR, event.span, DropReason.CUT))
    else:
        read, _ = _begin_read(talk)
        talk.sound(SoundOrigin.EAR, read, event.span)


def take_transcript(talk: Talk, event: EarOutputTranscript) -> None:
    """Under `self` the transcription is the answer's text. Else it belongs to no answer (G5)."""
    if not talk.policy.alone or not _note_sign(talk):
        return
    if talk.link.generation.answer is None and not event.text:
        return  # the end of one that counts as over
    _, answer = _begin_read(talk)
    run = runs.find(talk.work.runs, answer)
    assert run is not None
    run = replace(run, written=run.written + len(event.text))
    talk.work.runs = runs.put(talk.work.runs, run)
    if run.written > talk.policy.limits.answer_chars:
        talk.say(ShowFailure("the answer is too long; the rest was cut off"))
        _cut_generation(talk)
        return
    if event.said:
        before = talk.link.generation.written
        shown_from = before[-1].shown_to if before else 0
        # `known`: the model need not be told of what it has written itself.
        piece = Piece(answer, event.said, shown_from, event.shown_to, exact=True, known=len(event.said))
        talk.link.generation = replace(talk.link.generation, written=(*before, piece))
    if event.text:
        talk.say(ShowText(answer, event.text))
        talk.link.retelling = retelling.add_answer(talk.link.retelling, event.text)


def ask(talk: Talk, text: str) -> None:
    """Give typed words to the live model, now or when it is connected. It answers for itself (G7)."""
    if len(talk.work.runs.of_the_ear) >= talk.policy.limits.waiting_runs:
        talk.fail("too many instructions wait already; this one was not sent")
        return
    await_answer(talk, text)
    talk.work.calls = replace(talk.work.calls, typed=RunId(talk.work.runs.count))
    talk.link.retelling = retelling.add_question(talk.link.retelling, text)
    if talk.link.ear.is_live:
        talk.say(AskEar(talk.link.ear.id, text))


def await_answer(talk: Talk, typed: str = "") -> None:
    """The live model was told something, by the person or by us (N5), and its answer is waited for."""
    talk.link.generation = replace(talk.link.generation, hushed=False)
    talk.work.runs = runs.await_ear(talk.work.runs, talk.at, typed, anew=True)


def over(talk: Talk) -> None:
    """The generation has ended, or its connection has. What was released plays out."""
    _say_for(talk)
    _cut_generation(talk)
    talk.link.generation = generation.end_generation(talk.link.generation, talk.at)
    returning.answer_deferred(talk)


def _say_for(talk: Talk) -> None:
    """What the model has given as text alone, our own voice says (G7)."""
    answer, written = talk.link.generation.answer, talk.link.generation.written
    reading = None if answer is None else talk.voice.reads.find(answer[0])
    if reading is None or reading.sounded or not written or talk.presence.caps is None:
        return
    if talk.policy.exact_voice:
        talk.voice.script.queue = (*talk.voice.script.queue, *written)
    else:
        talk.fail(UNSAID)


def _note_sign(talk: Talk) -> bool:
    """Note a sign of a generation. Returns whether it is to be heard (G4)."""
    if talk.policy.alone and not talk.link.generation.busy:
        speaking.give_way(talk)
    talk.link.generation = generation.sign(talk.link.generation, talk.at)
    talk.link.ear = (
        replace(talk.link.ear, told_at=None) if talk.link.ear.told_at is not None else talk.link.ear
    )
    said = talk.turn.open
    over = talk.turn.taken_at is not None or (talk.turn.speaks and said is not None and not said.deaf)
    if talk.link.generation.hushed or over or _is_unasked(talk):
        _cut_generation(talk)
    return talk.link.generation.state is not GenerationState.CUT


def _is_unasked(talk: Talk) -> bool:
    """Whether the model answers words that, as far as is known, were not said to it (G7)."""
    said = talk.turn.open or talk.turn.last
    answers = talk.work.runs.typed or talk.link.generation.answer is not None
    return not answers and said is not None and not is_addressed(said, talk.policy)


def _cut_generation(talk: Talk) -> None:
    """Nothing more of the generation is heard or shown. What was released plays out."""
    answer = talk.link.generation.answer
    if answer is not None and (reading := talk.voice.reads.find(answer[0])) is not None:
        talk.voice.reads.mark_given(reading)
    talk.cut_generation()


def _begin_read(talk: Talk) -> tuple[ReadId, RunId]:
    """The read (without a script) and the run of this generation; they begin with its first sign.

    What the person said before counts as answered then (G7, L2).
    """
    if talk.link.generation.answer is not None:
        return talk.link.generation.answer
    talk.work.runs = runs.await_ear(talk.work.runs, talk.at)
    run = talk.work.runs.of_the_ear[-1]
    talk.work.runs = runs.end_ear(talk.work.runs, RunState.FINISHED)
    reading = talk.voice.reads.ask(talk.at)
    answer = (reading.id, run.id)
    talk.link.generation = replace(talk.link.generation, answer=answer)
    speaking.dealt_with(talk)
    return answer
