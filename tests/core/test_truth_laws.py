"""The watchers of a plausible world can see: made-up histories, each with one wrong step.

That they leave alone what is fair, each random history shows: one false alarm turns it red.
"""

import pytest

from core.made_up import ask, cancel, done, played, span, speech, then, tick
from laws.law_broken import LawBroken
from laws.truth_laws import TruthLaws
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.policy import Amendment, EarKind, NarratorKind, Policy, Risk, ToolSpec
from solovox.core.units import MIC

LOCAL = Policy()
LIVE = Policy(ear=EarKind.LIVE)
QUEUE = Policy(amendment=Amendment.QUEUE)
LOOK = ToolSpec(name="look")
STARTING = [(0, ev.SurfaceJoined(u.SurfaceCaps()), [])]


OSLO, BOTH = "find oslo", "find oslo and then lima"
HOLD = do.ShowHold(u.HoldId(1), OSLO)
VOID, GRANTED = (do.CloseHold(u.HoldId(1), one) for one in (do.Outcome.VOID, do.Outcome.GRANTED))
CODED = do.ShowHold(u.HoldId(1), "rm", do.HoldKind.PERMISSION, code="apple hotel")
UNHEARD = do.ShowFailure("no words were heard; please say it again")
FULL = do.ShowFailure("too many instructions wait already; this one was not sent")
OPENED = [(5, ev.DeadlineReached(), [do.OpenEar(1, False)]), (9, ev.EarOpened(1), [])]
GHOST = "please subscribe lima"
SHOWN = do.ShowHeard(u.UtteranceId(1), GHOST, final=True)
OFFERED = [
    (2_000, ev.BrainWrote(u.RunId(1), "It is noon."), []),
    (2_000, ev.BrainOffered(u.RunId(1), "It is noon.", 11), [do.Read(u.ReadId(1), "It is noon.")]),
]

BROKEN = {
    "words come to nothing": (LOCAL, speech(100, OSLO), "T3: 'find oslo'.*came to nothing"),
    "words come to nothing in time": (LOCAL, speech(100, OSLO) + tick(61_200), "T3: .*by 61200 ms$"),
    "typed words come to nothing": (LOCAL, then(100, ev.Typed(OSLO)), "T3: .*came to nothing"),
    "a code of nothing that waits comes to nothing": (
        LOCAL,
        tick(100, CODED) + then(200, ev.ConsentDenied(u.HoldId(1), u.InputMeans.KEY), VOID) + then(300, ev.Typed("apple hotel")),
        "T3: 'apple hotel'.*came to nothing",
    ),
    "no words were heard, says who heard them": (LOCAL, speech(100, OSLO, UNHEARD), "T3: .*came to nothing"),
    "the second part is lost": (
        LOCAL,
        speech(100, OSLO, ask(1, OSLO)) + speech(2_000, "and then lima"),
        "T3: 'and then lima'.*came to nothing",
    ),
    "a hold is void, and nothing takes its place": (
        LOCAL,
        speech(100, OSLO, HOLD) + tick(3_000, VOID),
        "T3: .*came to nothing",
    ),
    "a hold is granted by a voice, and nothing is asked": (
        LOCAL,
        speech(100, OSLO, HOLD) + speech(3_000, "yes", GRANTED),
        "T3: .*came to nothing",
    ),
    "a hold is void before its words are known": (
        LIVE,
        speech(100, None)
        + tick(1_000, HOLD)
        + tick(1_200, VOID)
        + then(1_500, ev.LocalTranscript(span(100), OSLO, final=True)),
        "T3: .*came to nothing",
    ),
    "words are shortened": (
        LOCAL,
        speech(100, "find all but oslo", ask(1, "find all")),
        "T3: .*shortened to 'find all'",
    ),
    "words are shortened before they are known": (
        LIVE,
        speech(100, None)[:3]
        + tick(1_000, ask(1, "find"))
        + then(1_100, ev.LocalTranscript(span(100), OSLO, final=True)),
        "T3: .*shortened to 'find'",
    ),
    "words are asked twice": (
        LOCAL,
        speech(100, OSLO, ask(1, OSLO)) + tick(3_000, ask(2, BOTH)),
        "T3: 'find oslo'.*asked twice: now as 'find oslo and then lima'",
    ),
    "words are asked again after they were answered": (
        LOCAL,
        speech(100, OSLO, ask(1, OSLO)) + OFFERED + played(2_100, 1, 500)
        + [(2_700, ev.Played(u.ReadId(1), 12_000), []), (3_000, done(1), [])] + speech(9_000, "and then lima", ask(2, BOTH)),
        "T3: 'find oslo'.*asked twice",
    ),
    "words that were asked are held": (
        LIVE,
        speech(100, OSLO, ask(1, OSLO)) + tick(6_000, HOLD),
        "T3: .*asked already, and is held",
    ),
    "an ear's words without speech": (LIVE, tick(90_000, ask(1, OSLO, do.RoutedBy.EAR)), "T3: .*has not heard it"),
    "an ear's words without speech come to nothing": (
        LIVE,
        OPENED + then(100, ev.EarTranscript(1, GHOST)) + tick(10_101),
        "T3: .*which an ear alone has heard, came to nothing",
    ),
    "an ear's words long after speech come to nothing": (
        LIVE,
        OPENED + speech(100, OSLO, ask(1, OSLO)) + then(30_000, ev.EarTranscript(1, GHOST)) + tick(40_001),
        "T3: .*which an ear alone has heard, came to nothing",
    ),
    "an ear's words for a cough": (
        LIVE,
        speech(100, "", ask(1, OSLO, do.RoutedBy.EAR)),
        "T3: 'find oslo' was asked at 1000 ms, and our own recogniser has not heard it",
    ),
    "an ear's words long after speech that nobody understood": (
        LIVE,
        speech(100, None) + tick(25_000, ask(1, OSLO)),
        "T3: .*has not heard it",
    ),
    "an ear's words in another language": (
        LIVE,
        speech(100, OSLO, ask(1, "finde es")),
        "T3: 'finde es' was asked at 1000 ms",
    ),
    "the same is asked anew for a cough": (
        LOCAL,
        speech(100, OSLO, ask(1, OSLO)) + speech(2_000, None)[:2]
        + then(3_000, ev.LocalTranscript(span(2_000), "", final=True))
        + tick(3_000, cancel(1), ask(2, OSLO)),
        "T2: 'find oslo' was asked at 3000 ms once more",
    ),
    "work is cancelled by a sound": (
        LOCAL,
        then(100, ev.OnsetHeard(1_600), cancel(1)),
        r"T2: \[1\] cancelled by OnsetHeard",
    ),
    "work is cancelled by speech whose words are not known": (
        LOCAL,
        then(100, ev.SpeechConfirmed(1_600), cancel(1)),
        r"T2: \[1\] cancelled by SpeechConfirmed",
    ),
    "work is cancelled by a cough": (LOCAL, speech(100, "", cancel(1)), r"T2: \[1\] cancelled by a cough"),
    "a yes is asked": (
        LOCAL,
        speech(100, OSLO, HOLD) + speech(2_000, "Yes.", ask(1, "Find oslo. Yes.")),
        "A1: .*part of 'Find oslo. Yes.'",
    ),
    "a yes is joined to what is held": (
        LOCAL,
        speech(100, OSLO, HOLD)
        + speech(2_000, "no", VOID, do.ShowHold(u.HoldId(2), OSLO + " no")),
        "A1: .*part of 'find oslo no'",
    ),
    "an ear's yes is asked before ours is known": (
        LIVE,
        speech(100, OSLO, HOLD) + speech(2_000, None) + tick(2_900, VOID, ask(1, OSLO + " yes"))
        + then(3_500, ev.LocalTranscript(span(2_000), "yes", final=True)),
        "A1: .*part of 'find oslo yes'",
    ),
    "a hold is granted, and nobody said yes": (
        LIVE,
        speech(100, OSLO, HOLD) + tick(2_900, GRANTED, ask(1, OSLO, do.RoutedBy.CONSENT)),
        "A2: .*heard no yes",
    ),
    "a yes that began in a reading grants": (
        LOCAL,
        speech(100, OSLO, HOLD) + played(2_000, 1, 1_000) + then(3_001, ev.Played(u.ReadId(1), 24_000))
        + speech(3_400, "yes", GRANTED, ask(1, OSLO, do.RoutedBy.CONSENT)),
        "A2: .*could be heard",
    ),
    "an answer that queued is not read": (
        QUEUE,
        speech(100, OSLO, ask(1, OSLO)) + [(one[0], one[1], []) for one in OFFERED] + [(3_000, done(1), [])],
        r"N1: by \d+ ms \['It is noon.'\] of run 1 was not read",
    ),
    "what is typed has no tools any more": (
        Policy(tools=(LOOK,)),
        [
            (100, ev.Typed(OSLO), [ask(1, OSLO, do.RoutedBy.TYPED)]),
            (
                200,
                ev.BrainCalled(u.RunId(1), u.CallId("1"), "look", "{}"),
                [do.AnswerBrain(u.RunId(1), u.CallId("1"), "too many calls", failed=True)],
            ),
        ],
        "C1: look was not run at 200 ms",
    ),
    "a live model is given an old result for what is typed": (
        Policy(ear=EarKind.LIVE, narrator=NarratorKind.SELF, tools=(LOOK,)),
        [
            *OPENED,
            (100, ev.Typed(OSLO), []),
            (200, ev.EarCalled(1, u.CallId("1"), "look", "{}"), [do.AnswerCall(1, u.CallId("1"), "look", "old")]),
        ],
        r"C1: look was not run at 200 ms for what was typed: \['old'\]",
    ),
    "what was forgotten is sent": (
        LIVE,
        OPENED + then(100, ev.SoundCaptured(span(0)), do.ForgetSound(MIC, 160))
        + tick(200, do.SendMicrophone(1, u.AudioSpan(MIC, 159, 16))),
        "L2: .*first=159.* all before 160 forgotten",
    ),
    "forgotten sound goes with other sound": (
        LIVE,
        tick(100, do.ForgetSound(MIC, 160))
        + then(200, ev.SoundCaptured(span(0)), do.SendMicrophone(1, span(0))),
        "L2: .*forgotten",
    ),
    "an answer goes to a connection that is lost": (
        LIVE,
        [*OPENED, (100, ev.EarLost(1, "1006"), [do.AnswerCall(1, u.CallId("1"), "look", "42")])],
        "C2: 1 was answered to a connection that is gone",
    ),
    "a blocking call waits for a person": (
        Policy(ear=EarKind.LIVE, narrator=NarratorKind.SELF, tools=(ToolSpec(name="mail", risk=Risk.ASK),)),
        [*OPENED, (100, ev.EarCalled(1, u.CallId("1"), "mail", "{}"), [])],
        "C2: 1 blocks the ear",
    ),
    "a late speaker is not stopped": (
        LOCAL,
        played(100, 1, 1_000) + then(5_000, ev.Played(u.ReadId(1), 12_000)) + then(5_100, ev.StopAsked(u.InputMeans.KEY)),
        "T4: StopAsked at 5100 ms",
    ),
    "a late speaker is talked over": (
        LOCAL,
        played(100, 1, 1_000) + then(5_100, ev.SpeechConfirmed(5_100 * 16)),
        "T1: SpeechConfirmed at 5100 ms",
    ),
}  # fmt: skip


def judge(policy, steps):
    laws, at = TruthLaws(policy), 0
    for at, event, out in STARTING + steps:
        laws.see(at, event, out)
    laws.rest(at)


@pytest.mark.parametrize(("policy", "steps", "says"), BROKEN.values(), ids=BROKEN)
def test_what_is_wrong_is_seen(policy, steps, says):
    with pytest.raises(LawBroken, match=f"^{says}"):
        judge(policy, steps)
