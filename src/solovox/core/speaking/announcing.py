"""Joint rules of our own words: what no brain wrote. They are few, and marked as ours.

N5  A question of how things stand ("status"), or of what was changed, is answered from what is known here, and touches
    no run. What is announced is shown at once. It is read when the person is silent, and nothing is read, asked or waits for a yes.
"""

from dataclasses import replace

from solovox.core import runs
from solovox.core.commands import AskEar, ShowNotice
from solovox.core.events import Announced
from solovox.core.rules import connecting, generating
from solovox.core.sentences import brief
from solovox.core.speaking.reading import Piece
from solovox.core.speaking.script import Going
from solovox.core.talk import Talk
from solovox.core.transcripts import plain
from solovox.core.units import HoldId, Instant, RunId


def announce_words(talk: Talk, event: Announced) -> None:
    """Words that the person did not ask for. If too many wait already, they are only shown."""
    text = event.text.strip()
    if not text:
        return
    talk.say(ShowNotice(text))
    if event.aloud and talk.policy.own_words and len(talk.voice.announced) < talk.policy.limits.announcements:
        talk.voice.announced = (*talk.voice.announced, text)


def announce(talk: Talk) -> bool:
    """Read the next announcement, or have the live model say it, if this is the moment."""
    works = (
        talk.work.runs.alive
        or talk.approvals.waiting
        or talk.link.generation.busy
        or (
            talk.policy.alone
            and (talk.link.generation.hushed or not talk.link.ear.is_live or connecting.find_owed(talk))
        )
    )
    if not talk.voice.announced or works or not _is_quiet(talk):
        return False
    text, talk.voice.announced = talk.voice.announced[0], talk.voice.announced[1:]
    if talk.policy.alone:
        generating.await_answer(talk, told := talk.policy.sentences.news.format(text))
        talk.say(AskEar(talk.link.ear.id, told))
    else:
        talk.voice.script.offer(Piece(None, text, 0, 0), 0)
    return True


def _is_quiet(talk: Talk) -> bool:
    """Whether the person is there and silent, and nothing is read."""
    silent = talk.turn.open is None and talk.turn.taken_at is None and talk.turn.stirred is None
    voice = talk.voice.busy or talk.voice.reads.is_open or talk.voice.reads.flushing
    return silent and not voice and talk.presence.caps is not None


def may_speak(talk: Talk) -> bool:
    """Whether words of ours can be said now: there is a voice for them, and nothing else is heard."""
    return _can_say(talk) and _is_quiet(talk)


def say(
    talk: Talk,
    shown: str,
    said: str,
    *,
    exact: bool = False,
    ahead: bool = True,
    hold: HoldId | None = None,
    run: RunId | None = None,
) -> None:
    """Show words of ours, and say them if there is a voice for them, before all that waits (`ahead`). What is said has no marks
    that cannot be said (N2). `exact`: beside a live reader, by the exact voice. `hold`, `run`: what they are true of (T5)."""
    talk.say(told := ShowNotice(shown, hold, run))
    if said and _can_say(talk):
        script, piece = talk.voice.script, Piece(None, said, 0, 0, exact=exact, told=told)
        script.queue = (piece, *script.queue) if ahead else (*script.queue, piece)


def tell_failure(talk: Talk, why: str) -> None:
    """Say that a run has failed, where there is a voice of ours, behind all that is to be said before (G3, T5)."""
    words = talk.policy.sentences
    said = (
        words.failed.format(why) if why else words.failed_here if talk.presence.blind else words.failed_there
    )
    if said and _can_say(talk) and not talk.says(said):
        say(talk, said, said, ahead=False)


def ask_more(talk: Talk) -> bool:
    """Ask whether the person wants more, when what may be said unasked was said (N6). What would not take long is
    said, too. A yes to something that waits for one must not be taken for a yes to this."""
    script, timing = talk.voice.script, talk.policy.timing
    if not script.rest or script.going is Going.END:
        return False
    ends = script.asked_at is None and all(run.id != script.run for run in talk.work.runs.asked)
    tail = sum(len(one.said) for one in script.rest) * timing.character * 100
    if not talk.spoken_most or (ends and tail < timing.tail * talk.voice.pace):
        script.grant(0)
        return True
    free = not talk.approvals.waiting and talk.voice.line is None
    if script.asked_at is None and free and _is_quiet(talk):
        script.asked_at = talk.at
        words = talk.policy.sentences.more
        say(talk, words, words)
        return True
    return False


def goes_on_at(talk: Talk) -> Instant | None:
    """When it is next said that work goes on: while nothing else is heard, and nothing waits for a yes."""
    activity = talk.work.activity
    works = any(run.id == activity.run for run in talk.work.runs.asked) and not talk.approvals.waiting
    if not works or activity.told_at is None or not may_speak(talk):
        return None
    return Instant(max(activity.told_at, talk.voice.cues.loud_at) + talk.policy.timing.activity)


def goes_on(talk: Talk) -> None:
    """Say that work goes on, and at which step."""
    words, step = talk.policy.sentences, brief(talk.work.activity.step)
    talk.work.activity = replace(talk.work.activity, told_at=talk.at)
    say(talk, words.works_on(step), words.works_on(plain(step)), run=talk.work.activity.run)


def tell_status(talk: Talk) -> None:
    """Say how things stand."""
    words, activity = talk.policy.sentences, talk.work.activity
    works = next((run.id for run in talk.work.runs.asked if run.id == activity.run), None)
    since, steps = talk.at - activity.since, (activity.step, plain(activity.step))
    if waits := talk.approvals.waiting:
        say(talk, words.waits, words.waits, hold=waits[0].id)
    elif works is None:
        say(talk, words.idle, words.idle)
    else:
        shown, said = (words.works(since, step) for step in steps)
        say(talk, shown, said, run=works)


def tell_changes(talk: Talk) -> None:
    """Say what was changed: by the newest run that told of changes. What a later one has done is said, too."""
    words, last = talk.policy.sentences.changes, talk.work.activity
    newest, run = last.changed_by == last.run, runs.find(talk.work.runs, last.run)
    if not newest and run is not None and run.acted:
        say(talk, words.untold, words.untold)
    else:
        say(talk, *(words.tell_changes(last.changed, newest=newest, aloud=aloud) for aloud in (False, True)))


def _can_say(talk: Talk) -> bool:
    """Whether there is a voice of ours, and it is wanted."""
    return talk.policy.own_words and not talk.policy.alone
