"""What a screen shows now: a fold over what was decided, and the few events that can be seen. No clock, no I/O.

A page, a terminal or a chat draws it; a page that was reloaded is sent it whole (`plain`), and goes on from there:
what was folded so far and the rest of the session give the same as the whole session.

Rule 1: all of it is bounded. The oldest turns, and the beginning of a very long answer, are left out.
Rule 2: the holds are what the core waits for, oldest first, and the drafts what it still takes a yes to (law A1).
Rule 3: the text of an answer is what was written, piece by piece (law N2). What was heard of it is counted apart (N4).
"""

from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Final, assert_never

import msgspec

from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.approvals.holds import DRAFTS
from solovox.core.commands import Command, SurfaceCommand
from solovox.core.events import Event
from solovox.view.shown import (
    NO_ACT,
    OVERHEARD,
    ShownCall,
    ShownHold,
    ShownNotice,
    ShownRead,
    ShownRun,
    ShownStep,
    ShownTurn,
    View,
)

__all__ = [
    "NO_ACT",
    "OVERHEARD",
    "ShownCall",
    "ShownHold",
    "ShownNotice",
    "ShownRead",
    "ShownRun",
    "ShownStep",
    "ShownTurn",
    "View",
    "after",
    "apply",
    "from_plain",
    "plain",
]

TURNS: Final = 32
RUNS: Final = 4
"""Askings of one turn."""
TEXT: Final = 64_000
"""Characters of one answer."""
FEW: Final = 8
"""Steps, failures, notices and tools, each."""
READS: Final = 16
DIFFS: Final = 8
"""Answers of which it is shown how they changed their files."""
LINE: Final = 4_000
"""Characters of a failure, of a step's detail, and of what a tool is given and gives. A hold is never shortened: the
yes is to all of it (law A3)."""


def plain(view: View) -> dict[str, object]:
    """The view as plain data, ready for JSON."""
    data: dict[str, object] = msgspec.to_builtins(view)
    return data


def from_plain(data: object) -> View:
    """The view that `plain` was made of. Raises `msgspec.ValidationError`."""
    return msgspec.convert(data, View)


def after(view: View, event: Event, commands: Iterable[Command]) -> View:
    """The view after one step of a session."""
    for one in (event, *commands):
        view = apply(view, one)
    return view


def apply(view: View, one: Command | Event) -> View:
    """The view after one command, or one event. What cannot be seen changes nothing."""
    return _fold_shown(view, one) if isinstance(one, SurfaceCommand) else _beside(view, one)


def _fold_shown(view: View, one: SurfaceCommand) -> View:
    match one:
        case do.ShowHeard():
            return _words(view, one)
        case do.ShowText() | do.ShowAnswered() | do.ShowStep() | do.ShowUsage() | do.ShowAmendment():
            return _run(view, one)
        case do.ShowChanges():
            return _few_diffs(_run(view, one))
        case do.ShowFailure() | do.ShowNotice() | do.ShowState() | do.ShowLeaving():
            return _fold_told(view, one)
        case do.ShowCall() | do.ShowResult() | do.ShowProgress():
            return _of_tool(view, one)
        case do.ShowHold() | do.CloseHold():
            return _held(view, one)
        case do.Play() | do.Flush() | do.ShowRead():
            return _voice(view, one)
        case do.Duck() | do.Unduck():
            return replace(view, ducked=isinstance(one, do.Duck))
        case do.Cue() | do.ShowAct():
            return view  # they are done at once, and not again after a reload
        case _:
            assert_never(one)


def _fold_told(view: View, one: do.ShowFailure | do.ShowNotice | do.ShowState | do.ShowLeaving) -> View:
    match one:
        case do.ShowFailure(text=text):
            return replace(view, failures=(*view.failures, text[:LINE])[-FEW:])
        case do.ShowNotice(text=text):
            notice = ShownNotice(text[:LINE], one.hold, one.run)
            return replace(view, notices=(*view.notices, notice)[-FEW:])
        case do.ShowState(state=state):
            return replace(view, state=state)
        case do.ShowLeaving(leaving=leaving):
            return replace(view, leaving=leaving)
        case _:
            assert_never(one)


def _of_tool(view: View, one: do.ShowCall | do.ShowResult | do.ShowProgress) -> View:
    match one:
        case do.ShowCall(effect=effect, tool=tool, arguments=arguments):
            return replace(view, calls=(*view.calls, ShownCall(effect, tool, arguments[:LINE]))[-FEW:])
        case do.ShowResult():
            return _fold_result(view, one)
        case do.ShowProgress(effect=effect, text=text):
            calls = (replace(o, progress=text[:LINE]) if o.effect == effect else o for o in view.calls)
            return replace(view, calls=tuple(calls))
        case _:
            assert_never(one)


def _beside(view: View, one: Command | Event) -> View:
    """What no command to the surface tells: who is there, what was typed and asked, how answers end, what is heard."""
    match one:
        case ev.SurfaceJoined(surface=surface):
            return replace(view, surfaces=(*(o for o in view.surfaces if o != surface), surface))
        case ev.SurfaceLeft(surface=surface):
            if left := tuple(o for o in view.surfaces if surface not in (None, o)):
                return replace(view, surfaces=left)
            return replace(view, surfaces=(), reads=(), ducked=False)
        case ev.Typed() | do.AskBrain() | do.SteerBrain():
            return _words(view, one)
        case ev.MendRefused(heard=heard, meant=meant):  # what waits is shown anew
            return replace(view, turns=tuple(_take_mend_back(o, heard, meant) for o in view.turns))
        case do.TellPlayed(run=run, shown_to=to):  # it is also how a read ends at a speaker without reports
            rest = (o for o in view.reads if o.run != run or not o.whole or o.shown_to > to)
            return _run(replace(view, reads=tuple(rest)), one)
        case do.CancelRun(run=run) | ev.BrainFinished(run=run) | ev.BrainFailed(run=run):
            return _run(_true(view, run=run), one)
        case do.CancelRead() | ev.Played() | ev.ReadRendered() | ev.ReadFailed():
            return _voice(view, one)
        case do.EndSession(why=why):
            return replace(view, ended=why)
        case _:
            return view


def _fold_result(view: View, one: do.ShowResult) -> View:
    """A tool has ended. Its receipt is one of whatever works: which answer asked for it is not told."""
    view = replace(view, calls=tuple(_result(o, one) for o in view.calls))
    if one.receipt is None:
        return view
    for n, turn in enumerate(view.turns):
        if any(run.working for run in turn.runs):
            runs = tuple(replace(run, acted=run.acted or run.working) for run in turn.runs)
            view = _put(view, n, replace(turn, runs=runs))
    return view


def _result(call: ShownCall, one: do.ShowResult) -> ShownCall:
    if call.effect != one.effect:
        return call
    return replace(call, result=one.result[:LINE], failed=one.failed, receipt=one.receipt)


def _held(view: View, one: do.ShowHold | do.CloseHold) -> View:
    if isinstance(one, do.ShowHold):
        hold = ShownHold(**{field.name: getattr(one, field.name) for field in fields(one)})
        if any(held.hold == one.hold for held in view.holds):  # it is shown again (A2)
            return replace(view, holds=tuple(hold if o.hold == one.hold else o for o in view.holds))
        return replace(view, holds=(*view.holds, hold))
    view = _true(view, hold=one.hold)
    ended = [replace(o, outcome=one.outcome) for o in (*view.holds, *view.drafts) if o.hold == one.hold]
    drafts = tuple(o for o in view.drafts if o.hold != one.hold)
    if one.draft:
        drafts = (*drafts, *ended[:1])[-DRAFTS:]
    return replace(view, holds=tuple(o for o in view.holds if o.hold != one.hold), drafts=drafts)


def _true(view: View, hold: u.HoldId | None = None, run: u.RunId | None = None) -> View:
    """Without what was said of a hold or a run that has ended."""
    over = [
        o
        for o in view.notices
        if (o.hold is not None and o.hold == hold) or (o.run is not None and o.run == run)
    ]
    return replace(view, notices=tuple(o for o in view.notices if o not in over)) if over else view


def _words(view: View, one: ev.Typed | do.ShowHeard | do.AskBrain | do.SteerBrain) -> View:
    """The person's words, and the asking that they become."""
    match one:
        case ev.Typed(text=text):
            if not text.strip():
                return view
            others = (o for o in view.turns if o.source != u.BEHIND or o.words != text)  # it is asked now
            return _fold_said(replace(view, turns=tuple(others)), ShownTurn(None, text))
        case do.ShowHeard(utterance=utterance, text=text, final=final, mends=mends):
            known = _turn(view, utterance)
            if not text and final:  # it is taken back
                left = (o for o in view.turns if o.utterance != utterance)
                return replace(view, turns=tuple(left))
            if known is None:  # what one who is no owner typed stands there already (A4)
                typed = view.turns[-1:] == (ShownTurn(None, text),)
                turn = ShownTurn(utterance, text, final, mends, source=one.source)
                return _put(view, -1, turn) if typed else _fold_said(view, turn)
            return _put(view, known, replace(view.turns[known], words=text, final=final, mends=mends))
        case do.AskBrain() | do.SteerBrain():
            return _fold_question(view, one)


def _fold_question(view: View, one: do.AskBrain | do.SteerBrain) -> View:
    """An asking stands below its words. It may have been announced below others (`ShowAmendment`)."""
    there = _turn_of_run(view, one.run)
    known = there if one.utterance is None else _turn(view, one.utterance)
    if known is None:
        known = _find_typed(view, one.instruction) if one.utterance is None else None
    run = next((o for o in view.runs if o.run == one.run), ShownRun(one.run))
    if isinstance(one, do.AskBrain):
        run = replace(run, instruction=one.instruction, by=one.by, amends=one.amends, working=True)
    else:  # the run that it is given to goes on, and this one has no answer
        run = replace(run, instruction=one.instruction, by=one.by, amends=one.into, working=False)
    if there is not None:
        others = tuple(o for o in view.turns[there].runs if o.run != one.run)
        view = _put(view, there, replace(view.turns[there], runs=others))
    if known is None:
        return _fold_said(view, ShownTurn(one.utterance, one.instruction, runs=(run,)))
    turn = view.turns[known]
    left = (old for old in turn.runs if not _is_taken_back(old, run))
    return _put(view, known, replace(turn, runs=(*left, run)[-RUNS:]))


def _is_taken_back(old: ShownRun, new: ShownRun) -> bool:
    """Whether the person went on, and nothing of the answer to the beginning was heard or done (law T2)."""
    goes_on = len(new.instruction) > len(old.instruction) > 0 and new.instruction.startswith(old.instruction)
    return goes_on and new.amends is None and not (old.heard_to or old.then or old.files)


def _take_mend_back(turn: ShownTurn, heard: str, meant: str) -> ShownTurn:
    return replace(turn, mends=tuple(o for o in turn.mends if not o.is_of(heard, meant)))


def _turn_of_run(view: View, run: u.RunId | None) -> int | None:
    return next((n for n, turn in enumerate(view.turns) if any(o.run == run for o in turn.runs)), None)


def _turn(view: View, utterance: u.UtteranceId) -> int | None:
    return next((n for n, turn in enumerate(view.turns) if turn.utterance == utterance), None)


def _find_typed(view: View, instruction: str) -> int | None:
    """The typed line that is asked now: the first of these words that has no answer yet."""
    open_lines = (n for n, turn in enumerate(view.turns) if turn.utterance is None and not turn.runs)
    return next((n for n in open_lines if view.turns[n].words == instruction), None)


def _fold_said(view: View, turn: ShownTurn) -> View:
    return replace(view, turns=(*view.turns, turn)[-TURNS:])


def _put(view: View, at: int, turn: ShownTurn) -> View:
    return replace(view, turns=(*view.turns[:at], turn, *view.turns[at:][1:]))


RunNews = (
    do.ShowText
    | do.ShowAnswered
    | do.ShowStep
    | do.ShowUsage
    | do.ShowChanges
    | do.ShowAmendment
    | do.TellPlayed
    | do.CancelRun
    | ev.BrainFinished
    | ev.BrainFailed
)


def _run(view: View, one: RunNews) -> View:
    """Something of an answer. An answer without an asking is the live model's own, to the newest words (law G7)."""
    there = _turn_of_run(view, one.run)
    if there is not None:
        turn = view.turns[there]
        runs = tuple(_news(o, one) if o.run == one.run else o for o in turn.runs)
        return _put(view, there, replace(turn, runs=runs))
    if not isinstance(one, do.ShowText | do.ShowAmendment):
        return view
    newest = max((n for n, turn in enumerate(view.turns) if turn.source != u.BEHIND), default=None)
    if newest is None:
        view, newest = _fold_said(view, ShownTurn()), -1
    turn = view.turns[newest]
    return _put(view, newest, replace(turn, runs=(*turn.runs, _news(ShownRun(one.run), one))[-RUNS:]))


def _few_diffs(view: View) -> View:
    old = {run.run for run in [run for run in view.runs if run.diff][:-DIFFS]}
    for n, turn in enumerate(view.turns):
        if old & {run.run for run in turn.runs}:
            runs = tuple(replace(run, diff="") if run.run in old else run for run in turn.runs)
            view = _put(view, n, replace(turn, runs=runs))
    return view


def _news(run: ShownRun, one: RunNews) -> ShownRun:
    match one:
        case do.ShowText(text=text):
            text = run.text + text
            return replace(run, text=text[-TEXT:], left_out=run.left_out + len(text[:-TEXT]))
        case do.ShowStep():
            title, detail = one.title[:LINE], one.detail[:LINE]
            step = ShownStep(one.step, one.kind, title, detail, one.state, one.effects, one.receipt)
            run = replace(run, acted=run.acted or one.effects)
            if any(o.step == one.step for o in run.steps):
                return replace(run, steps=tuple(step if o.step == one.step else o for o in run.steps))
            return replace(run, steps=(*run.steps, step)[-FEW:])
        case do.ShowUsage():
            return replace(run, usage=(one.input_tokens, one.output_tokens, one.cost))
        case do.ShowChanges(files=files, diff=diff):
            return replace(run, files=files, diff=diff, acted=run.acted or bool(files))
        case do.ShowAmendment(amends=amends, how=how):
            return replace(run, amends=amends, how=how)
        case do.TellPlayed(shown_to=shown_to, then=then):
            return replace(run, heard_to=shown_to, then=then) if shown_to >= run.heard_to else run
        case do.CancelRun(why=why):
            return replace(run, working=False, why=why)
        case ev.BrainFailed(reason=reason):
            return replace(run, working=False, why=reason)
        case ev.BrainFinished() | do.ShowAnswered():
            return replace(run, working=False)


def _voice(
    view: View,
    one: do.ShowRead | do.Play | do.Flush | do.CancelRead | ev.Played | ev.ReadRendered | ev.ReadFailed,
) -> View:
    """What is read now. A read is gone when it was played whole, or was cut."""
    unknown = all(o.read != one.read for o in view.reads)
    known = next((o for o in view.reads if o.read == one.read), ShownRead(one.read))
    match one:
        case do.ShowRead(read=read, run=run, said=said):
            new = ShownRead(read, said, run, one.shown_from, one.shown_to)
        case do.Play(span=span):
            new = replace(known, given=known.given + span.count)
        case _ if unknown:
            return view
        case do.Flush() | do.CancelRead():
            return replace(view, reads=tuple(o for o in view.reads if o.read != one.read))
        case ev.Played(samples=samples):
            new = replace(known, played=max(known.played, min(samples, known.given)))
        case ev.ReadRendered() | ev.ReadFailed():
            new = replace(known, whole=True)
    over = new.whole and new.played >= new.given
    if unknown:
        return replace(view, reads=(*view.reads, new)[-READS:])
    reads = (new if o.read == new.read else o for o in view.reads)
    return replace(view, reads=tuple(o for o in reads if not (over and o.read == new.read)))
