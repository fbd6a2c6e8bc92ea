"""A served session with its tasks, on a clock of its own: engines that are easy to predict, sound that is counted."""

import asyncio
import contextlib
from concurrent.futures import ThreadPoolExecutor

import pytest

from server.rig import FAST, LIVE_38, NATIVE, letter, setup
from solovox.core.events import LocalTranscript, OnsetHeard, SpeechConfirmed, SpeechEnded
from solovox.core.units import AudioSpan, StreamId
from solovox.narrators.shared_voice import SharedVoice
from solovox.ports import Brain, BrainError, Spoken, Wrote
from solovox.recordings.codec import JournalError
from solovox.server.engines import ServerEngines
from solovox.server.handles import Handles
from solovox.server.memory import Memory
from solovox.server.microphone import Rendering
from solovox.server.options import ServerOptions
from solovox.server.served_commands import SendSound, Speak
from solovox.server.served_events import TextRendered
from solovox.server.served_session import Gone, ServedSession, SessionEntry
from solovox.shell.clock import LoopClock, run
from solovox.speech.resample import Resampler
from solovox.wire.gemini_live import client_frames as c
from solovox.wire.gemini_live.codec import decode_server, encode_client
from solovox.wire.gemini_live.parts import Blob, sound, text_content
from solovox.wire.gemini_live.server_frames import ServerMessage
from virtual import virtual


class Pipe:
    """The client's end of a connection that has no network."""

    def __init__(self):
        self.up = asyncio.Queue()
        self.frames = []
        self.closed = None
        self.changed = asyncio.Event()

    async def receive(self):
        frame = await self.up.get()
        if frame is None:
            raise Gone
        return frame

    async def send(self, frame):
        self.frames.append(decode_server(frame))
        self.changed.set()

    async def close(self, code, reason):
        self.closed = self.closed or (code, reason)
        self.changed.set()

    def says(self, *messages):
        for message in messages:
            self.up.put_nowait(encode_client(message))

    async def until(self, shape):
        """Until the letters of what came end so, or the end."""
        while not self.order.endswith(shape) and self.closed is None:
            self.changed.clear()
            await self.changed.wait()

    @property
    def order(self):
        return "".join(map(letter, self.frames)).replace("X", "A")

    @property
    def sound(self):
        turns = [one.server_content.model_turn for one in self.frames if one.server_content]
        return b"".join(part.inline_data.data for turn in turns if turn for part in turn.parts)


class Loud:
    """A recogniser: a whole piece of sound is an utterance; its words are how long it was."""

    def __init__(self, detection):
        self._told = asyncio.Queue()

    async def run(self):
        await asyncio.Event().wait()

    async def feed(self, span, pcm):
        if any(pcm):
            for one in (
                OnsetHeard(span.first),
                SpeechConfirmed(span.first),
                SpeechEnded(span),
                LocalTranscript(span, f"{span.count} samples", True),
            ):
                self._told.put_nowait(one)

    async def finish(self):
        pass

    async def read_out(self):
        while not self._told.empty():
            await asyncio.sleep(0.01)

    async def events(self):
        while True:
            yield await self._told.get()


class Beeps:
    """A voice: 100 ms a letter, each with a number of its own."""

    def speak(self, text):
        for at in range(len(text)):
            yield Spoken((at + 1).to_bytes(2, "little") * 2_400, at + 1)


class Echo(Brain):
    """A brain."""

    def __init__(self, broken=""):
        self.questions = []
        self._broken = broken

    async def answer(self, question, call):
        self.questions.append(question)
        yield Wrote("You said ")
        if self._broken:
            raise BrainError(self._broken)
        yield Wrote(f"{question.instruction}.")

    async def aclose(self):
        pass


class Notes:
    """A book in memory."""

    def __init__(self):
        self.kept = []

    async def keep(self, *one):
        self.kept.append(one)

    async def aclose(self):
        pass


class FullDisk:
    """A book that takes the setup and no more."""

    def __init__(self):
        self.kept, self.closed = [], False

    async def keep(self, at, happened, commands):
        if self.kept:
            raise JournalError("the journal cannot be written: No space left on device")
        self.kept.append(happened)

    async def aclose(self):
        self.closed = True


@contextlib.asynccontextmanager
async def served(
    folder, choices=FAST, brain=None, recogniser=Loud, entry=None, intent=None, now=lambda: 0.0, **more
):
    handles = Handles(folder, Memory, now)
    with ThreadPoolExecutor(1) as choosers:
        engines = ServerEngines(
            recogniser=recogniser,
            voice=SharedVoice(Beeps()),
            brain=lambda: brain or Echo(),
            handles=handles,
            resampler=Resampler,
            choosers=choosers,
            intent=intent,
            **more,
        )
        pipe = Pipe()
        session = ServedSession(pipe, engines, LoopClock(), choices, entry or SessionEntry())
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(session.run())
            yield pipe, engines
            pipe.up.put_nowait(None)
    handles.close()


def mic(samples, rate=16_000):
    return c.RealtimeInput(audio=sound(b"\x00\x10" * samples, rate))


@virtual
async def test_V6_V7_a_spoken_question_is_transcribed_and_answered_aloud(tmp_path):
    async with served(tmp_path) as (pipe, _):
        pipe.says(setup(), mic(1_600))
        await pipe.until("R")
    assert pipe.order.startswith("SHH")
    assert pipe.order.endswith("G(EU)R")
    text = "You said 1600 samples."
    assert len(pipe.sound) == 2 * 2_400 * len(text)
    assert [pipe.sound[4_800 * at] for at in range(len(text))] == list(range(1, len(text) + 1))


@virtual
async def test_V3_an_interrupted_voice_is_silent_at_once(tmp_path):
    async with served(tmp_path, ServerOptions()) as (pipe, _):
        pipe.says(setup(), c.ClientContent(turns=(text_content("Tell me a story"),), turn_complete=True))
        await pipe.until("A")
        pipe.says(mic(320))
        await pipe.until("G(EU)R")
    before, _, after = pipe.order.partition("I(EU)R")
    assert before.count("A") < 8
    assert after.startswith("HH")
    answer = f"You said {320} samples."
    letters = [pipe.sound[4_800 * at - 4_800 * len(answer)] for at in range(len(answer))]
    assert letters == list(range(1, len(answer) + 1)), "the answer's own sound, from its first letter"


@virtual
async def test_V3_the_sound_of_a_forgotten_turn_is_gone():
    told = asyncio.Queue()
    rendering = Rendering(SharedVoice(Beeps()), told.put)
    working = asyncio.create_task(rendering.run())
    taken = []
    for turn in (1, 2):
        rendering.say(Speak(turn, "abc"))
        while not isinstance(await told.get(), TextRendered):
            pass
        taken.append(rendering.take(SendSound(turn, 2_400, 0, ServerMessage()))[0])
        rendering.forget(turn)
    working.cancel()
    assert taken == [1, 1], "each begins with its first letter"


@virtual
async def test_V1_a_broken_brain_closes_with_its_reason(tmp_path):
    async with served(tmp_path, brain=Echo("the model is not there")) as (pipe, _):
        pipe.says(setup(), c.ClientContent(turns=(text_content("Hi"),), turn_complete=True))
        await pipe.until("R")
    assert pipe.closed == (
        1011,
        "The service is currently unavailable. the model is not there",
    )


@virtual
async def test_the_brain_is_told_the_instruction_first(tmp_path):
    brain = Echo()

    async with served(tmp_path, brain=brain) as (pipe, _):
        pipe.says(
            setup(instruction="Be brief."),
            c.ClientContent(turns=(text_content("Hi"),), turn_complete=True),
        )
        await pipe.until("R")
    assert [(one.role, one.text) for one in brain.questions[0].history] == [("system", "Be brief.")]


@virtual
async def test_V1_a_frame_that_is_none_closes(tmp_path):
    async with served(tmp_path) as (pipe, _):
        pipe.up.put_nowait(b"hello")
        await pipe.until("S")
    assert pipe.closed[0] == 1007


@virtual
async def test_V1_who_never_sets_up_is_let_go(tmp_path):
    async with served(tmp_path) as (pipe, _):
        await pipe.until("S")
    assert pipe.closed == (1008, "setup did not come within 30 s")


def test_V8_a_talk_is_gone_on_with_by_its_handle(tmp_path):
    async def talk(handle, words):
        brain = Echo()
        async with served(tmp_path, brain=brain) as (pipe, _):
            resumption = c.SessionResumption(handle=handle)
            pipe.says(
                setup(session_resumption=resumption),
                c.ClientContent(turns=(text_content(words),), turn_complete=True),
            )
            await pipe.until("R")
        updates = [one.session_resumption_update for one in pipe.frames if one.session_resumption_update]
        return updates[0].new_handle, brain.questions[0]

    handle, _ = run(talk(None, "My name is Alice"), float("inf"))
    _, question = run(talk(handle, "Who am I?"), float("inf"))
    assert [one.text for one in question.history] == ["My name is Alice", "You said My name is Alice."]


@pytest.mark.parametrize(("model", "closes"), [(NATIVE, False), (LIVE_38, True)])
@virtual
async def test_sound_by_its_old_name_is_heard_where_the_family_takes_it(tmp_path, model, closes):
    chunks = (Blob("image/jpeg", b"x"), mic(1_600).audio)

    async with served(tmp_path) as (pipe, _):
        pipe.says(setup(model), c.RealtimeInput(media_chunks=chunks))
        await pipe.until("R")
    assert pipe.order == ("S" if closes else pipe.order)
    assert (pipe.closed is not None and "media_chunks" in pipe.closed[1]) is closes
    assert pipe.order.startswith("S" if closes else "SHH")


@pytest.mark.parametrize("rate", [8_000, 16_000, 24_000, 44_100, 48_000])
@virtual
async def test_sound_of_any_rate_is_heard_in_spans_that_follow_one_another(tmp_path, rate):
    fed = []

    class Listens(Loud):
        async def feed(self, span, pcm):
            fed.append((span, len(pcm)))

    async with served(tmp_path, recogniser=Listens) as (pipe, _):
        pipe.says(setup(), *[mic(rate // 2, rate)] * 7, mic(7, rate))
        while sum(span.count for span, _ in fed) < 3.2 * 16_000:  # the resampler keeps a little back
            await asyncio.sleep(0.01)
    end = 0
    for span, size in fed:
        assert span == AudioSpan(StreamId("mic"), end, size // 2)
        end = span.end
    assert end <= 3.5 * 16_000 + 7


@virtual
async def test_R1_a_session_whose_journal_fails_goes_on_unkept_and_says_so_once(tmp_path):
    book, notes = FullDisk(), []

    async with served(tmp_path, entry=SessionEntry(book=book, note=notes.append)) as (pipe, _):
        pipe.says(setup(), c.ClientContent(turns=(text_content("Hi"),), turn_complete=True))
        await pipe.until("R")
    assert pipe.order.endswith("G(EU)R")
    assert [one for one in notes if "is kept" in one] == [
        "from here on nothing of this session is kept: the journal cannot be written: No space left on device"
    ]
    assert (len(book.kept), book.closed) == (1, True)
