"""One plain talk of a served session, frame by frame, and what a client makes of it when faults have had their way.

The session here does not react: it sends the same at the same times, so every difference is a fault's.
"""

from dataclasses import dataclass, field

import numpy as np

from solovox.core import events as e
from solovox.core.units import CallId, ConnectionId
from solovox.server.faults.fault import Abort, CloseNow, Pongs
from solovox.server.faults.injector import FaultPlan
from solovox.server.faults.shapes import TURN_COMPLETE, content, saying, saying_text
from solovox.wire import live_events as wire
from solovox.wire.gemini_live import client_frames as cf
from solovox.wire.gemini_live import server_frames as s
from solovox.wire.gemini_live.codec import decode_server, encode_server
from solovox.wire.gemini_live.event_decoder import EventDecoder
from solovox.wire.gemini_live.families import family_of
from solovox.wire.gemini_live.parts import Content, FunctionCall, FunctionResponse, Modality, Part, sound

MODEL = "models/gemini-2.5-flash-native-audio-preview-12-2025"
PIECE = (np.arange(960) % 200 * 50 - 4000).astype("<i2").tobytes()
WORDS = (" what", " is", " two", " and", " two")
SAYS = "Two and two is four."
AGAIN = "Is there anything else?"
TYPED = "please say that again"
CALL = FunctionCall(name="add", args={"a": 2, "b": 2}, id="function-call-7")
USAGE = s.UsageMetadata(
    prompt_token_count=20,
    response_token_count=4,
    total_token_count=24,
    prompt_tokens_details=(s.ModalityTokens(Modality.AUDIO, 20),),
    response_tokens_details=(s.ModalityTokens(Modality.AUDIO, 4),),
)
MIC = cf.RealtimeInput(audio=sound(bytes(1280), 16_000))
SETUP = cf.Setup(model=MODEL, session_resumption=cf.SessionResumption(handle="old-handle"))
RESULT = cf.ToolResponse((FunctionResponse(name="add", response={"sum": 4}, id=CALL.id),))
HISTORY = cf.ClientContent(turns=(Content((Part(text="We spoke of sums."),), "user"),), turn_complete=False)
ANSWER_NOW = cf.ClientContent(turn_complete=True)


def heard(text):
    return content(input_transcription=s.Transcription(text=text))


def turn(at, text, pieces, *, interrupted=False):
    """(time, message) of one turn of the model."""
    yield at, saying_text(text)
    for n in range(pieces):
        yield at + 10 + 40 * n, saying(PIECE)
    end = at + 10 + 40 * pieces
    if interrupted:
        yield end, content(interrupted=True)
        yield end + 5, TURN_COMPLETE
        return
    yield end, content(generation_complete=True)
    yield end + 300, s.ServerMessage(server_content=s.ServerContent(turn_complete=True), usage_metadata=USAGE)


SENDS = [
    (10, s.ServerMessage(setup_complete=s.SetupComplete())),
    *[(1_000 + n, heard(word)) for n, word in enumerate(WORDS)],
    (1_010, s.ServerMessage(tool_call=s.ToolCall((CALL,)))),
    *turn(1_300, SAYS, 4),
    (1_900, s.ServerMessage(session_resumption_update=s.SessionResumptionUpdate("h-1", True))),
    *turn(3_100, AGAIN, 3, interrupted=True),
    *turn(5_000, SAYS, 2),
]
COMES = [
    (0, SETUP),
    (20, HISTORY),
    (60, MIC),
    (100, ANSWER_NOW),
    (500, MIC),
    (1_100, MIC),
    (1_140, MIC),
    (1_200, RESULT),
    (2_950, cf.RealtimeInput(activity_start=cf.ActivityStart())),
    (3_000, cf.RealtimeInput(text=TYPED)),
    (4_000, cf.RealtimeInput(text=TYPED)),
]
END = 120_000


@dataclass
class Trace:
    """What was done, and what the session saw."""

    actions: list = field(default_factory=list)
    seen: list = field(default_factory=list)
    refused: object = None

    def of(self, kind):
        return [action for _, action in self.actions if isinstance(action, kind)]

    @property
    def frames(self):
        """(time, frame) of everything that was sent."""
        for at, action in self.actions:
            match action:
                case s.ServerMessage():
                    yield at, encode_server(action)
                case bytes():
                    yield at, action

    @property
    def told(self):
        """(time, event) as our client understands it."""
        reader = EventDecoder(ConnectionId(1), family_of(MODEL))
        return [(at, one) for at, frame in self.frames for one in reader.read(decode_server(frame))]

    def held(self, field):
        """What the frames hold under a key of the top."""
        messages = [decode_server(frame) for _, frame in self.frames]
        return [found for one in messages if (found := getattr(one, field)) is not None]

    def happened(self, kind):
        return [one for _, one in self.told if isinstance(one, kind)]

    def when(self, kind):
        return [at for at, one in self.told if isinstance(one, kind)]

    @property
    def heard(self):
        return "".join(one.text for one in self.happened(e.EarTranscript))

    @property
    def says(self):
        return "".join(one.text for one in self.happened(e.EarOutputTranscript))

    @property
    def pcm(self):
        return b"".join(one.pcm for one in self.happened(wire.Spoke))

    @property
    def calls(self):
        return [one.call for one in self.happened(e.EarCalled)]

    @property
    def raw_calls(self):
        """How often calls are on the wire at all, and by which ids."""
        found = []
        for _, frame in self.frames:
            message = decode_server(frame)
            found += [one.id for one in (message.tool_call.function_calls if message.tool_call else ())]
            turned = message.server_content.model_turn if message.server_content else None
            found += [p.function_call.id for p in (turned.parts if turned else ()) if p.function_call]
        return found

    @property
    def turns(self):
        return [one.in_progress for one in self.happened(e.EarTurnEnded)]

    @property
    def ended(self):
        return [at for at, one in self.told if isinstance(one, e.EarTurnEnded) and not one.in_progress]

    @property
    def results(self):
        return [
            one
            for _, message in self.seen
            if isinstance(message, cf.ToolResponse)
            for one in message.function_responses
        ]

    @property
    def typed(self):
        return [m.text for _, m in self.seen if isinstance(m, cf.RealtimeInput) and m.text is not None]

    @property
    def close(self):
        return [
            (at, action.code, action.reason) for at, action in self.actions if isinstance(action, CloseNow)
        ]

    @property
    def aborted(self):
        return [at for at, action in self.actions if isinstance(action, Abort)]

    @property
    def pongs(self):
        return [(at, action.late_ms) for at, action in self.actions if isinstance(action, Pongs)]


def faulty(*words, seed=0, comes=COMES, sends=SENDS, plan=None):
    """The talk, with these faults."""
    plan = plan or FaultPlan(words, seed)
    if (refused := plan.refuse_next()) is not None:
        return Trace(refused=refused)
    injector, trace = plan.injector(), Trace()
    agenda = [(at, 0, n, "came", one) for n, (at, one) in enumerate(comes)]
    agenda += [(at, 1, n, "sends", one) for n, (at, one) in enumerate(sends)]

    def wake(until):
        while (at := injector.next_deadline) is not None and at <= until:
            trace.actions += [(at, action) for action in injector.due(at)]

    for at, _, _, way, message in sorted(agenda, key=lambda one: one[:3]):
        wake(at)
        if way == "sends":
            trace.actions += [(at, action) for action in injector.sends(at, message)]
        else:
            met = injector.receive(at, message)
            trace.actions += [(at, action) for action in met.actions]
            trace.seen += [(at, one) for one in met.seen]
    wake(END)
    return trace


def answered(id_):
    """The talk's result under another id."""
    return cf.ToolResponse((FunctionResponse(name="add", response={"sum": 4}, id=CallId(id_)),))
