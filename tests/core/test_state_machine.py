"""The laws under every order that Hypothesis can think of, and shrunk to the shortest that breaks one."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.conversation import Conversation
from solovox.core.policy import AfterRead, Approval, Ear, Narrator, Policy, Routing
from solovox.core.units import MIC
from solovox.testing.adversary import TOOLS, Known
from solovox.testing.laws import Laws

WORDS = st.sampled_from(["what time is it", "stop", "mm-hm", "", "hang on", "send it", "be quiet"])
SAMPLES = st.sampled_from([1, 240, 24_000])
ORDER = st.integers(0, 2)


class AnyOrder(RuleBasedStateMachine):
    """Ids are picked from those that commands have named: the newest, one before it, or none."""

    def __init__(self):
        super().__init__()
        self.at, self.mic, self.voice, self.known = 0, 0, 0, Known()

    @initialize(
        ear=st.sampled_from(Ear),
        narrator=st.sampled_from(Narrator),
        exact_voice=st.booleans(),
        approval=st.sampled_from([Approval.DIRECT, Approval.REVIEW]),
        routing=st.sampled_from(Routing),
        barge_in=st.booleans(),
        after_read=st.sampled_from(AfterRead),
    )
    def begin(self, **choices):
        policy = Policy(**choices, tools=TOOLS)
        self.talk, self.laws, self.again = Conversation(policy), Laws(policy), Conversation(policy)
        self.do(ev.SurfaceJoined(u.SurfaceCaps()))

    def do(self, event):
        out = self.talk.handle(u.Instant(self.at), event)
        self.known.see(out)
        self.laws.see(self.at, event, out)
        assert self.again.handle(u.Instant(self.at), event) == out

    def pick(self, ids, back):
        return ids[-1 - back] if back < len(ids) else 99

    @rule(ms=st.sampled_from([1, 300, 1_500, 4_000, 20_000]))
    def time_passes(self, ms):
        self.at += ms
        self.do(ev.DeadlineReached())

    @rule(count=st.sampled_from([320, 16_000]))
    def microphone(self, count):
        self.mic += count
        self.do(ev.SoundCaptured(u.AudioSpan(MIC, self.mic - count, count)))

    @rule(event=st.sampled_from([ev.OnsetHeard, ev.SpeechConfirmed, ev.OnsetFaded, ev.WakeHeard]))
    def sound(self, event):
        self.do(event(self.mic))

    @rule()
    def speech_ends(self):
        self.do(ev.SpeechEnded(u.AudioSpan(MIC, 0, self.mic)))

    @rule(text=WORDS, final=st.booleans())
    def local_words(self, text, final):
        self.do(ev.LocalTranscript(u.AudioSpan(MIC, 0, self.mic), text, final))

    @rule(text=WORDS, back=ORDER)
    def ear_words(self, text, back):
        self.do(ev.EarTranscript(self.pick(self.known.ears, back), " " + text))

    @rule(
        back=ORDER,
        event=st.sampled_from([ev.EarOpened, ev.EarEndedUtterance, ev.EarInterrupted, ev.EarTurnEnded]),
    )
    def ear_signals(self, event, back):
        self.do(event(self.pick(self.known.ears, back)))

    @rule(back=ORDER)
    def ear_dies(self, back):
        self.do(ev.EarLost(self.pick(self.known.ears, back), "1006"))

    @rule(samples=SAMPLES, back=ORDER)
    def ear_speaks(self, samples, back):
        self.do(ev.EarAudio(self.pick(self.known.ears, back), u.AudioSpan(u.StreamId("ear"), 0, samples)))

    @rule(tool=st.sampled_from([t.name for t in TOOLS]), call=st.sampled_from("abc"), back=ORDER)
    def ear_calls(self, tool, call, back):
        ear = self.pick(self.known.ears, back)
        self.do(ev.EarCalled(ear, u.CallId(call), tool, "{}", "delete everything"))

    @rule(call=st.sampled_from("abc"))
    def ear_cancels(self, call):
        self.do(ev.EarCancelled(self.pick(self.known.ears, 0), (u.CallId(call),)))

    @rule(back=ORDER, text=st.sampled_from(["It is noon.", "Well,"]))
    def brain_writes(self, back, text):
        run = self.pick(self.known.runs, back)
        self.do(ev.BrainWrote(run, text))
        self.do(ev.BrainOffered(run, text, len(text)))

    @rule(back=ORDER, tool=st.sampled_from([t.name for t in TOOLS]), call=st.sampled_from("abc"))
    def brain_calls(self, back, tool, call):
        self.do(ev.BrainCalled(self.pick(self.known.runs, back), u.CallId(call), tool, "{}"))

    @rule(back=ORDER, fails=st.booleans())
    def brain_ends(self, back, fails):
        run = self.pick(self.known.runs, back)
        self.do(ev.BrainFailed(run, "cut off") if fails else ev.BrainFinished(run))

    @rule(back=ORDER, failed=st.booleans(), receipt=st.sampled_from([None, "id-7"]))
    def tool_returns(self, back, failed, receipt):
        self.do(ev.ToolReturned(self.pick(self.known.effects, back), "ok", receipt, failed))

    @precondition(lambda self: self.known.reads)
    @rule(back=ORDER, samples=SAMPLES, said_to=st.integers(0, 20), silent=st.booleans())
    def narrator_sounds(self, back, samples, said_to, silent):
        read = self.pick(self.known.reads, back)
        self.voice += samples
        span = u.AudioSpan(u.StreamId("voice"), self.voice - samples, samples)
        self.do(ev.ReadSounded(read, span, said_to, silent))

    @precondition(lambda self: self.known.reads)
    @rule(back=ORDER, said_to=st.sampled_from([0, 5, 11, 60]), strays=st.booleans())
    def transcription(self, back, said_to, strays):
        read = self.pick(self.known.reads, back)
        self.do((ev.ReadStrayed if strays else ev.ReadFollowed)(read, said_to))

    @precondition(lambda self: self.known.reads)
    @rule(back=ORDER, fails=st.booleans())
    def narrator_ends(self, back, fails):
        read = self.pick(self.known.reads, back)
        self.do(ev.ReadFailed(read, "no voice") if fails else ev.ReadRendered(read))

    @precondition(lambda self: self.known.reads)
    @rule(back=ORDER, samples=SAMPLES, event=st.sampled_from([ev.Played, ev.Flushed]))
    def speaker(self, back, samples, event):
        self.do(event(self.pick(self.known.reads, back), samples))

    @rule(
        event=st.sampled_from(
            [ev.StopAsked(u.InputMeans.KEY), ev.SilenceAsked(u.InputMeans.CLICK), ev.Typed("hello")]
        )
    )
    def person(self, event):
        self.do(event)

    @precondition(lambda self: self.known.holds)
    @rule(yes=st.booleans(), edit=st.booleans())
    def consent(self, yes, edit):
        hold, text = self.known.holds[-1]
        said = ev.ConsentGiven(hold, text + " now" * edit, u.InputMeans.CLICK)
        self.do(said if yes else ev.ConsentDenied(hold, u.InputMeans.CLICK))

    @rule(back=st.booleans())
    def surface(self, back):
        self.do(ev.SurfaceJoined(u.SurfaceCaps()) if back else ev.SurfaceLeft())

    @invariant()
    def a_deadline_lies_ahead(self):
        if hasattr(self, "talk"):
            due = self.talk.next_deadline
            assert due is None or due > self.at, "R1"


AnyOrder.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestAnyOrder = AnyOrder.TestCase
