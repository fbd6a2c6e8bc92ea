"""The live server's parts, joined: engines loaded once, a session for each client that comes in.

The recogniser's models and the voice are shared: their questions are asked one at a time, by few threads, in the order
in which sessions came. Only the detector of speech, which remembers what it has heard, is each session's own.
"""

import asyncio
import secrets
import threading
import uuid
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final

from solovox.app.brains import looking
from solovox.app.engines import installed, understanding
from solovox.app.registry import BRAINS, VOICES, factory, make
from solovox.app.wiring import DEFAULT_VOICE
from solovox.config.schema import Config, ConfigError
from solovox.live.local.hearing import MS, Hearing
from solovox.live.local.recogniser import Recogniser
from solovox.ports import Brain, Given, Stt, Tool, Transcript, Tts, TurnDetector
from solovox.server.certificates import NAMES, Certificates, certificates, trusted_before
from solovox.server.choices import Choices
from solovox.server.doors import Dialect, Door, Rules
from solovox.server.engines import Engines
from solovox.server.faults.meddler import Plan
from solovox.server.handles import Handles
from solovox.server.intent.embedding import MiniLM
from solovox.server.intent.head import Head
from solovox.server.listening import LIMIT, LiveServer
from solovox.server.meddled import Line, Meddled
from solovox.server.memory import Memory
from solovox.server.session import Entry, ServedSession
from solovox.server.terms import Detection
from solovox.shell.clock import LoopClock, here_and_now
from solovox.speech.resample import Resampler
from solovox.speech.turn.smart_turn import SmartTurn
from solovox.speech.vad.silero import SileroVad
from solovox.weights import Cache, WeightsMissing

THREADS: Final = 2
"""For what hears; one more is for what speaks."""
HARMLESS: Final = ("time", "date", "calculate", "convert_units")
"""What the brain may use for a client that nobody knows: nothing of this machine's files."""
AWAY: Final = "--host {} lets others in: give --require-key KEY, which they must have"
LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """What the command line asked for."""

    host: str = "127.0.0.1"
    port: int = 0
    tls_port: int | None = 0
    """None: no TLS."""
    key: str | None = None
    limit: int = LIMIT
    choices: Choices = field(default_factory=Choices)
    faults: Plan = field(default_factory=Plan)
    state: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """What takes long to load, or to make."""

    recogniser: Callable[[Detection], Recogniser]
    voice: Tts
    brain: Brain
    tools: Sequence[Tool]
    intent: Head | None
    """None: its weights are not installed."""
    phrases: bool
    """The brain can word what tools return."""


class _OneAtATime:
    """A recogniser or a turn detector, for several threads."""

    def __init__(self, stt: Stt, turn: TurnDetector) -> None:
        self._stt = stt
        self._turn = turn
        self._locks = threading.Lock(), threading.Lock()

    def transcribe(self, pcm: bytes) -> Transcript:
        """Port `Stt`."""
        with self._locks[0]:
            return self._stt.transcribe(pcm)

    def finished(self, pcm: bytes) -> float:
        """Port `TurnDetector`."""
        with self._locks[1]:
            return self._turn.finished(pcm)


def load(config: Config, weights: Cache) -> Loaded:
    """Load the local engine and the brain. Raises `ConfigError` (also `NotInstalled`): one line."""
    voice = config.narrator.voice or DEFAULT_VOICE
    speaks = factory(VOICES, voice)(Given({"weights": weights, "voice": voice}, config.workspace))
    key = config.brain.api_key
    settings = {"url": config.brain.url, "model": config.brain.model}
    given = Given(settings, config.workspace, {"api_key": key.reveal()} if key else {})
    brain = make(BRAINS, config.brain.kind, given)
    tools = tuple(tool for tool in looking(Given({}, config.workspace)) if tool.name in HARMLESS)
    return Loaded(
        recogniser=recognisers(weights),
        voice=speaks,
        brain=brain,
        tools=tools,
        intent=intent(weights),
        phrases=config.brain.kind != "local",
    )


def intent(weights: Cache) -> Head | None:
    """What tells several tools apart, if it is installed."""
    try:
        return Head(MiniLM(weights.path("minilm")))
    except WeightsMissing:
        return None


def recognisers(weights: Cache) -> Callable[[Detection], Recogniser]:
    """What makes a session's recogniser."""
    with installed():
        whisper = understanding(weights)
        shared = _OneAtATime(whisper, SmartTurn(weights.path("smart-turn", "smart-turn-v3.2-cpu.onnx")))
        drafts = _OneAtATime(whisper.draft(), shared)
        silero = weights.path("silero-vad", "silero_vad.onnx")
        SileroVad(silero)

    def recogniser(detection: Detection) -> Recogniser:
        return Recogniser(SileroVad(silero), shared, shared, drafts, hearing=hearing(detection))

    return recogniser


def hearing(detection: Detection) -> Hearing:
    """The numbers of the recogniser for what a client asked of the detection of speech.

    With `silenceDurationMs` so much silence ends an utterance, whatever the turn detector thinks. `prefixPaddingMs` is
    how much speech it takes to begin one.
    """
    numbers = Hearing()
    if detection.silence_ms is not None:
        silence = min(max(detection.silence_ms, 64), 10_000) * MS
        numbers = replace(
            numbers,
            pause=min(numbers.pause, silence),
            quick_wait=silence,
            sure_wait=silence,
            likely_wait=silence,
            longest_wait=silence,
        )
    elif detection.end_low:
        numbers = replace(numbers, sure_wait=900 * MS, likely_wait=1_500 * MS, longest_wait=3_000 * MS)
    if detection.padding_ms is not None:
        numbers = replace(numbers, confirm=min(max(detection.padding_ms, 32), 2_000) * MS)
    if detection.start_low:
        numbers = replace(numbers, speech=0.7, still=0.5, onset_frames=5)
    return numbers


def check(serving: Serving) -> None:
    """Whether it may be so. Raises `ConfigError`."""
    if serving.host not in LOOPBACK and serving.key is None:
        raise ConfigError(AWAY.format(serving.host))


async def serve(
    serving: Serving,
    loaded: Loaded,
    environment: Mapping[str, str],
    ready: Callable[[Mapping[str, Any]], None],
) -> None:
    """Serve until cancelled. `ready` is told once where it is and how clients find it. Raises `ConfigError`,
    `OSError`, `SolovoxError`.
    """
    loop = asyncio.get_running_loop()
    loop.set_default_executor(ThreadPoolExecutor(THREADS, thread_name_prefix="hear"))
    async with AsyncExitStack() as stack:
        made = None
        if serving.tls_port is not None:
            trusted = trusted_before(environment)
            own = serving.host in LOOPBACK or everywhere(serving.host)
            names = NAMES if own else (*NAMES, serving.host)
            made = certificates(serving.state / "tls", here_and_now(), trusted, names)
        handles = Handles(serving.state, Memory, lambda: here_and_now().timestamp())
        stack.callback(handles.close)
        workers = stack.enter_context(ThreadPoolExecutor(1, thread_name_prefix="speak"))
        stack.push_async_callback(loaded.brain.aclose)
        engines = joined(loaded, handles, workers)
        choices = replace(serving.choices, phrases=loaded.phrases)
        server = await stack.enter_async_context(
            LiveServer(opener(engines, choices, serving.faults), Rules(serving.key), serving.limit)
        )
        plain = await server.listen(serving.host, serving.port)
        tls = await server.listen(serving.host, serving.tls_port or 0, made.context()) if made else None
        ready(described(serving, plain, tls, made))
        await asyncio.Event().wait()


def everywhere(host: str) -> bool:
    """Whether it means all addresses of this machine."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


def joined(loaded: Loaded, handles: Handles[Memory], workers: Executor) -> Engines:
    """The engines of all sessions."""
    return Engines(
        recogniser=loaded.recogniser,
        voice=loaded.voice,
        brain=loaded.brain,
        handles=handles,
        intent=loaded.intent,
        tools=loaded.tools,
        resampler=Resampler,
        workers=workers,
    )


def opener(engines: Engines, choices: Choices, faults: Plan) -> Callable[[Line, Door], ServedSession]:
    """What makes a session for a client that was let in. Ids of calls are never used twice."""

    def opened(line: Line, door: Door) -> ServedSession:
        session = str(uuid.uuid4()) if door.dialect is Dialect.VERTEX else None
        entry = Entry(
            version=door.version,
            session=session,
            first_call=secrets.randbelow(10**18) + 10**18,
        )
        clock = LoopClock()
        socket = line if faults.harmless else Meddled(line, faults.meddler(), clock.now)
        return ServedSession(socket, engines, clock, choices, entry)

    return opened


def described(serving: Serving, plain: int, tls: int | None, made: Certificates | None) -> Mapping[str, Any]:
    """Where it is, for programs: addresses, whom to trust, and the environment that points each client here."""
    host = LOOPBACK[0] if everywhere(serving.host) else serving.host
    at = f"[{host}]" if ":" in host else host
    keys = {"GEMINI_API_KEY": "any"} if serving.key is None else {}
    found: dict[str, Any] = {"ws": f"ws://{at}:{plain}", "http": f"http://{at}:{plain}"}
    env = {"javascript": {"GOOGLE_GEMINI_BASE_URL": found["http"], **keys}}
    if tls is not None and made is not None:
        found |= {"wss": f"wss://{at}:{tls}", "https": f"https://{at}:{tls}"}
        found |= {"ca": str(made.authority), "bundle": str(made.bundle)}
        trust = {"SSL_CERT_FILE": str(made.bundle)}
        env["python"] = {"GOOGLE_GEMINI_BASE_URL": found["https"], **trust, **keys}
    return {**found, "env": env}
