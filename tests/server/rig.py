"""A served session without sockets or engines: the machine, and stand-ins that answer its orders at once."""

from solovox.core.events import LocalTranscript, OnsetHeard, SpeechConfirmed, SpeechEnded
from solovox.core.units import AudioSpan, StreamId
from solovox.server import served_commands as o
from solovox.server import served_events as h
from solovox.server.options import Pace, ServerOptions
from solovox.server.served import ServedTalk
from solovox.wire.gemini_live import client_frames as c
from solovox.wire.gemini_live.parts import FunctionDeclaration, FunctionResponse, Tool, text_content
from solovox.wire.gemini_live.server_frames import ServerContent

NATIVE = "models/gemini-2.5-flash-native-audio-preview-12-2025"
LIVE_31 = "models/gemini-3.1-flash-live-preview"
LIVE_38 = "models/gemini-3.8-live"
THINKING = "models/gemini-3.8-live-extended-thinking"
FAST = ServerOptions(pace=Pace.FAST)
READER = "You are a reader. Read every message aloud, exactly as it stands."
MANUAL = c.RealtimeInputConfig(automatic_activity_detection=c.AutomaticActivityDetection(disabled=True))
START, END = c.RealtimeInput(activity_start=c.ActivityStart()), c.RealtimeInput(activity_end=c.ActivityEnd())
SOUND = h.AudioReceived("audio/pcm;rate=16000", 640)
SAMPLES = 1_500
"""A character of text lasts so long."""


def function(name="ask", behavior=None, *, required=("words",), **properties):
    """A declaration; without properties the routing kind."""
    properties = properties or {"words": {"type": "STRING"}}
    schema = {"type": "OBJECT", "properties": properties, "required": list(required)}
    return FunctionDeclaration(name=name, parameters=schema, behavior=behavior)


def tools(*declared):
    return (Tool(function_declarations=declared),)


def setup(model=NATIVE, instruction="", **fields):
    """A setup that wants transcriptions and handles."""
    wanted = {
        "input_audio_transcription": c.TranscriptionConfig(),
        "output_audio_transcription": c.TranscriptionConfig(),
        "session_resumption": c.SessionResumption(),
    }
    if instruction:
        wanted["system_instruction"] = text_content(instruction)
    return c.Setup(model=model, **{**wanted, **fields})


class Rig:
    """`tell` what happens; `messages`, `frames` and `close` are what the client saw. `answers` to words: texts, and tuples of calls that the brain makes at once, None where it goes on; `given` a result, the events of the brain."""

    def __init__(
        self, choices=FAST, answers=None, chooses=None, *, begin=True, speaks=True, given=None, **fields
    ):
        self.talk = ServedTalk(choices)
        self.now = 0
        self.commands = []
        self.messages = []
        self.thought = []
        self.close = None
        self.samples = 0
        self._answers = answers or (lambda words: [f"You said {words}"])
        self._chooses = chooses or (lambda words: None)
        self._speaks = speaks
        self._given = given or (lambda order: [])
        self._position = 0
        if begin:
            self.tell(h.SetUp(setup(**fields)))

    def tell(self, *happened, at=None):
        """Everything that follows, until nothing is asked any more."""
        self.now = max(self.now, at or 0)
        waiting = list(happened)
        while waiting:
            for order in self.talk.handle(self.now, waiting.pop(0)):
                self.commands.append(order)
                waiting += self._obey(order)
        return self

    def pass_time(self, until=None, most=10_000):
        """Every deadline, until there is none (or until a time)."""
        for _ in range(most):
            at = self.talk.next_deadline
            if at is None or (until is not None and at > until):
                break
            self.tell(h.TimePassed(), at=at)
        if until is not None:
            self.now = max(self.now, until)
        return self

    def _obey(self, order):
        match order:
            case o.Send(message=message):
                self.messages.append(message)
            case o.SendSound(message=message):
                self.messages.append(order)
                self.samples += order.samples + order.silence
            case o.Close(code=code, reason=reason):
                self.close = (code, reason)
            case o.QueryBrain(turn=turn, words=words):
                self.thought.append(order)
                made = self._answers(words)
                told = [
                    h.AnswerTextReady(turn, one) if isinstance(one, str) else h.CallsWanted(turn, one)
                    for one in made
                    if one is not None
                ]
                ended = all(isinstance(one, str) for one in made)
                return [*told, *([h.AnswerEnded(turn)] if ended else [])]
            case o.ReturnResult():
                return self._given(order)
            case o.ChooseTool(turn=turn, words=words):
                found = self._chooses(words)
                return [h.ToolChosen(turn, *found) if found else h.ToolChosen(turn, None)]
            case o.Speak(turn=turn, text=text) if self._speaks:
                ends = [*[at + 1 for at, one in enumerate(text) if one == " "][1:], len(text)]
                before, found = 0, []
                for end in ends:
                    found.append(h.SamplesRendered(turn, (end - before) * SAMPLES, end))
                    before = end
                return [*found, h.TextRendered(turn)]
            case o.FinishHearing(n=n):
                return [h.HearingFinished(n)]
            case o.SaveMemory():
                return [h.HandleGiven(f"handle-{len(self.commands)}")]
            case _:
                pass
        return []

    def says(self, text, at=None):
        """The person speaks, and is understood."""
        return self.begins(at).ends(text)

    def begins(self, at=None):
        return self.tell(OnsetHeard(self._position), SpeechConfirmed(self._position), at=at)

    def ends(self, text):
        span = AudioSpan(StreamId("mic"), self._position, 16_000)
        self._position += 16_000
        return self.tell(SpeechEnded(span), LocalTranscript(span, text, True))

    def types(self, text, **fields):
        """Content that is to be answered."""
        turns = (text_content(text),) if text else ()
        return self.tell(h.MessageReceived(c.ClientContent(turns=turns, turn_complete=True)), **fields)

    def answer(self, call, output="done", name="ask", **fields):
        response = output if isinstance(output, dict) else {"output": output}
        one = FunctionResponse(name=name, id=call, response=response, **fields)
        return self.tell(h.MessageReceived(c.ToolResponse(function_responses=(one,))))

    @property
    def notes(self):
        """What whoever runs the server is told."""
        return [order.line for order in self.commands if isinstance(order, o.Note)]

    @property
    def order(self):
        """What the client saw, as letters (`strangers/told.py` has the same)."""
        return "".join(letter(message) for message in self.messages)

    @property
    def heard(self):
        return self._text("input_transcription")

    @property
    def said(self):
        return self._text("output_transcription")

    @property
    def calls(self):
        found = [m.tool_call for m in self._whole if m.tool_call is not None]
        return [call for one in found for call in one.function_calls]

    @property
    def usages(self):
        return [m.usage_metadata for m in self._whole if m.usage_metadata is not None]

    @property
    def _whole(self):
        return [one.message if isinstance(one, o.SendSound) else one for one in self.messages]

    def _text(self, field):
        contents = [m.server_content for m in self._whole if m.server_content is not None]
        return "".join(getattr(content, field).text for content in contents if getattr(content, field))


LETTERS = {
    "input_transcription": "H",
    "output_transcription": "O",
    "generation_complete": "G",
    "interrupted": "I",
    "turn_complete": "E",
    "interim_input_transcription": "D",
}
OTHERS = {
    "setup_complete": "S",
    "tool_call": "C",
    "tool_call_cancellation": "K",
    "usage_metadata": "U",
    "session_resumption_update": "R",
    "go_away": "W",
    "voice_activity": "V",
}


def letter(one):
    """One message: what was in one stands in brackets."""
    message = one.message if isinstance(one, o.SendSound | o.Send) else one
    found = "A" if isinstance(one, o.SendSound) else ""
    content = message.server_content
    if content == ServerContent() and not found:
        found = "0"
    if content is not None:
        found += "X" if content.model_turn is not None else ""
        found += "".join(sign for field, sign in LETTERS.items() if getattr(content, field))
    found += "".join(sign for field, sign in OTHERS.items() if getattr(message, field) is not None)
    return found if len(found) == 1 else f"({found})"
