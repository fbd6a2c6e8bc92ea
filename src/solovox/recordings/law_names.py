"""Which law stands behind a decision, where one can be named. For the reader of a timeline."""

from typing import Final

from solovox.core import commands as do
from solovox.core import events
from solovox.core.commands import Command, DropReason
from solovox.core.events import Event

OF_COMMANDS: Final[dict[type, str]] = {
    do.OpenEar: "L1",
    do.SendMicrophone: "L2",
    do.AnswerCall: "C2",
    do.NudgeEar: "T3",
    do.AskEar: "G7",
    do.BeginActivity: "T1",
    do.EndActivity: "T1",
    do.EndSpeech: "T1",
    do.HearAll: "T6",
    do.GiveContext: "C2",
    do.TellHeard: "G7",
    do.Read: "N1",
    do.CancelRead: "G4",
    do.SetPace: "N7",
    do.Play: "G1",
    do.Flush: "G4",
    do.Duck: "T1",
    do.Unduck: "T1",
    do.Cue: "T5",
    do.ShowHeard: "G5",
    do.ShowText: "N2",
    do.ShowAnswered: "G7",
    do.ShowStep: "T5",
    do.ShowAmendment: "T2",
    do.ShowNotice: "N5",
    do.ShowState: "T5",
    do.ShowRead: "N2",
    do.ShowLeaving: "L1",
    do.ShowFailure: "T5",
    do.ShowCall: "C6",
    do.ShowUsage: "C6",
    do.ShowChanges: "C6",
    do.ShowResult: "C6",
    do.ShowProgress: "C6",
    do.ShowAct: "C6",
    do.ShowHold: "A1",
    do.CloseHold: "A1",
    do.ProposeWording: "A1",
    do.AskBrain: "T3",
    do.SteerBrain: "T2",
    do.TellPlayed: "N4",
    do.TellSkipped: "N7",
    do.FindLine: "N7",
    do.AnswerBrain: "C1",
    do.Teach: "K2",
    do.RunTool: "C1",
    do.CancelTool: "T4",
    do.EndSession: "L5",
}
AMENDED: Final = ("the person went on speaking", "a new instruction replaces it")
_OF_DROPS: Final[dict[DropReason, str]] = {
    DropReason.NOT_A_READ: "G1",
    DropReason.CUT: "G4",
    DropReason.LATE: "G1",
    DropReason.STRAYED: "G6",
    DropReason.STALE: "L1",
    DropReason.NO_SURFACE: "G2",
    DropReason.ENDED: "L5",
    DropReason.DRAINED: "L2",
    DropReason.STRANGER: "A4",
}


def law_of(event: Event, command: Command) -> str:
    """The id of the law that decided this command, or nothing."""
    match command:
        case do.Drop(why=why):
            return _OF_DROPS.get(why, "G2")
        case do.CancelRun():
            return "T2" if command.why in AMENDED else "T4"
        case do.GiveContext() if isinstance(event, events.EarOpened) and not event.resumed:
            return "L3"
        case do.CloseEar() if isinstance(event, events.DeadlineReached | events.SoundCaptured):
            return "L4"
        case do.CloseEar():
            return "L1"
        case _:
            return OF_COMMANDS.get(type(command), "")
