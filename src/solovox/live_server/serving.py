"""The live server in a process: a session for each client, of the engines that the process shares (`process.py`)."""

import asyncio
import secrets
import ssl
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AsyncExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from solovox.app.process import Process
from solovox.config.schema import Config, ConfigError
from solovox.live.local.recogniser import LocalRecogniser
from solovox.live_server.detection import tuning
from solovox.live_server.environment import ServedAt, described, everywhere
from solovox.live_server.journals import ServedJournals
from solovox.live_server.talk_files import TalkFile
from solovox.narrators.shared_voice import SharedVoice
from solovox.parts.brains.making import brain_given
from solovox.parts.configured import DEFAULT_VOICE
from solovox.parts.engines.local import installed
from solovox.parts.engines.shared import SharedEngines, questions_at_once
from solovox.parts.engines.stand_ins import STAND_IN, EngineNames, TellLine, WeightsUpgrade, needs, whole
from solovox.parts.registry import BRAINS, VOICES, factory, make
from solovox.ports import Brain, Tool
from solovox.ports.meaning import ToolChooser
from solovox.server.answers import AnswersBrain, ScriptedAnswer
from solovox.server.certificates import NAMES, Certificates, certificates, trusted_before
from solovox.server.doors import Dialect, Door, Rules
from solovox.server.engines import ServerEngines
from solovox.server.faults.injector import FaultPlan
from solovox.server.faulty_socket import FaultySocket, RawSocket
from solovox.server.generate_content import GenerateContent
from solovox.server.handles import Handles
from solovox.server.memory import Memory
from solovox.server.options import ChoosesCalls, ServerOptions
from solovox.server.served_session import JournalPort, ServedSession, SessionEntry, no_fault
from solovox.server.sockets import LiveServer, Posts
from solovox.server.terms import Detection
from solovox.server.tokens import Tokens
from solovox.shell.clock import LoopClock, here_and_now
from solovox.speech.resample import Resampler
from solovox.tools.arithmetic import Arithmetic, Units
from solovox.tools.time_of_day import DateTool, GetTime
from solovox.wire.loopback import is_loopback

THREADS: Final = 8
"""Worker threads besides those of recognition: for journals, tools, and the installation of weights."""
TELLS_TOOLS_APART: Final = "minilm"
"""The weights of the intent head; without them none of several tools is called."""
CALLERS: Final = frozenset("openai_compatible openai anthropic gemini python".split())
"""The kinds of brains that call what they are handed; the others have hands of their own, or understand by rules."""
BEGINS: Final = "it begins with {} and {}, and fetches meanwhile: {}"
AWAY: Final = "--host {} lets others in: give --require-key KEY or --key-file FILE, a key that they must have"
ADK: Final = "google-adk"
ADK_PATIENCE_MS: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ServingOptions:
    """What the command line asked for."""

    host: str = "127.0.0.1"
    port: int = 0
    tls_port: int | None = 0
    """None: no TLS."""
    keys: frozenset[str] = field(default=frozenset(), repr=False)
    """Clients must have one of these; none: any will do."""
    options: ServerOptions = field(default_factory=ServerOptions)
    patience_by_client: bool = True
    """Choose `options.call_patience_ms` by the client."""
    faults: FaultPlan = field(default_factory=FaultPlan)
    limit: int | None = None
    """Sessions at a time; None: as many as this machine holds, measured at the start."""
    journal: Path | None = None
    """The folder of the journals, one folder for each session; None: no journals."""
    talks: Path | None = None
    """The file of `--talks`; None: there is none."""
    scripted: bool = False
    """A file of answers is in the brain's place, and may have faults."""
    state: Path


class GrowingEngines:
    """The engines that a new session of the server gets: the best whose weights are installed now."""

    def __init__(self, engines: SharedEngines, config: Config, now: EngineNames) -> None:
        """Raises `ConfigError` (also `NotInstalled`): one line."""
        self._engines = engines
        self._config = config
        self.now = now
        self.load(now)

    recogniser: Callable[[Detection], LocalRecogniser]
    voice: SharedVoice
    intent: ToolChooser | None

    def lighter(self) -> SharedVoice | None:
        """What speaks in sessions that the voice has no room for. None: a voice was asked for by name, or there is no lighter one.
        Blocks."""
        if (
            self._config.narrator.voice
            or self.now.voice == STAND_IN
            or not whole(self._engines.weights, needs(STAND_IN))
        ):
            return None
        return self._engines.voice(self._config, STAND_IN)

    def load(self, now: EngineNames) -> None:
        """New sessions get these, loaded side by side. Blocks: call it in a thread."""
        with ThreadPoolExecutor(thread_name_prefix="load") as pool:
            voice = pool.submit(self._engines.voice, self._config, now.voice)
            intent = pool.submit(self._engines.intent)
            models = self._engines.models(now.recogniser)
        self.voice, self.intent = voice.result(), intent.result()
        self.recogniser = lambda detection: models.recogniser(tuning(detection), language=detection.language)
        before, self.now = self.now, now
        if before.recogniser != now.recogniser:
            self._engines.let_go(recogniser=before.recogniser)
        if before.voice != now.voice:
            self._engines.let_go(voice=before.voice)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerParts:
    """What the sessions of the server are made from."""

    process: Process
    engines: GrowingEngines
    upgrade: WeightsUpgrade
    brain: Callable[[], Brain]
    """Makes a session's own."""
    tools: Sequence[Tool]
    chooses: ChoosesCalls
    phrases: bool
    """The brain can put tool results into words."""
    language: str


def voice_of(config: Config) -> str:
    """The name of the voice that is wanted. Raises `ConfigError` if there is none of that name."""
    voice = config.narrator.voice or DEFAULT_VOICE
    factory(VOICES, voice)
    return voice


def load(
    config: Config,
    process: Process,
    say: Callable[[str], None],
    answers: Sequence[ScriptedAnswer] | None = None,
) -> ServerParts:
    """Load the local engine, as much of it as is installed. `answers`: of a file, in place of a brain. Raises `ConfigError`: one line."""
    voice, kind = voice_of(config), config.brain.kind
    chooses = ChoosesCalls.BRAIN if kind in CALLERS else ChoosesCalls.HEAD
    brain: Callable[[], Brain]
    if answers is not None:
        chooses, brain = ChoosesCalls.SCRIPT, partial(AnswersBrain, answers)
    else:
        brain = brains(partial(make, BRAINS, kind, brain_given(config)))
    also = (TELLS_TOOLS_APART,) if chooses is ChoosesCalls.HEAD else ()
    upgrade = WeightsUpgrade(process.engines.weights, voice, say, also=also)
    with installed():
        now = upgrade.now()
    if missing := upgrade.missing:
        say(BEGINS.format(now.recogniser, now.voice, ", ".join(item.name for item in missing)))
    return ServerParts(
        process=process,
        engines=GrowingEngines(process.engines, config, now),
        upgrade=upgrade,
        brain=brain,
        tools=() if answers is not None else harmless(),
        chooses=chooses,
        phrases=kind != "local" and answers is None,
        language=config.language,
    )


def harmless() -> tuple[Tool, ...]:
    """Tools of the brain for clients that are not authenticated: none of them reads files of this machine."""
    return (GetTime(here_and_now), DateTool(here_and_now), Arithmetic(), Units())


def brains(make: Callable[[], Brain]) -> Callable[[], Brain]:
    """A brain for each session. The first is made at once: what is wrong with it is said before the first client is let in."""
    first = [make()]
    return lambda: first.pop() if first else make()


def check(serving: ServingOptions) -> None:
    """Check the options. Raises `ConfigError`, and `JournalError` for a folder or a file that cannot be written."""
    if not is_loopback(serving.host) and not serving.keys:
        raise ConfigError(AWAY.format(serving.host))
    if serving.journal is not None:
        ServedJournals(serving.journal)
    if serving.talks is not None:
        TalkFile(serving.talks).close()


async def serve(
    serving: ServingOptions,
    loaded: ServerParts,
    environment: Mapping[str, str],
    ready: Callable[[Mapping[str, Any]], None],
    say: TellLine,
) -> None:
    """Serve until cancelled. `ready` is told once where it is and how clients find it, `say` what a person should
    know. Raises `ConfigError` and `SolovoxError`: one line.
    """
    hearers = ThreadPoolExecutor(2 * questions_at_once() + THREADS, thread_name_prefix="hear")
    asyncio.get_running_loop().set_default_executor(hearers)
    over, room = asyncio.Event(), Room(loaded, serving.limit)
    made = trusted(serving, environment)
    async with AsyncExitStack() as stack:
        process = await stack.enter_async_context(loaded.process)
        handles = Handles(serving.state, Memory, now_s)
        stack.callback(handles.close)
        choosers = stack.enter_context(ThreadPoolExecutor(1, thread_name_prefix="choose"))
        options = replace(
            serving.options, phrases=loaded.phrases, chooses=loaded.chooses, language=loaded.language
        )
        books = stack.enter_context(kept(serving))
        told: TellLine = lambda line: None if over.is_set() else say(line)  # noqa: E731
        suited = suits(options, by_client=serving.patience_by_client)
        engines = partial(joined, loaded, room, handles, choosers)
        tokens = Tokens(now_s)
        server = await stack.enter_async_context(
            LiveServer(
                opener(engines, suited, serving.faults, books, told, tokens, scripted=serving.scripted),
                process.sessions,
                Rules(serving.keys, tokens=tokens.known),
                told,
                serving.faults.refused,
                Posts(GenerateContent(engines, phrases=options.phrases, chooses=options.chooses), tokens),
                room.known,
            )
        )
        # At shutdown pending recognitions are dropped: their clients are gone, so this is not reported as a failure.
        stack.callback(hearers.shutdown, wait=False, cancel_futures=True)
        stack.callback(over.set)
        at = await _everywhere(server, serving, made)
        ready(described(at, made, environment, keyed=bool(serving.keys)))
        server.listening = True
        await room.keep(told)


class Room:
    """How many sessions at a time: the limit that was given, or as many as this machine was measured to hold."""

    def __init__(self, loaded: ServerParts, limit: int | None) -> None:
        self._loaded = loaded
        self._limit = limit
        self._known = asyncio.Event()
        self._lighter: SharedVoice | None = None
        self._full = 0
        """How many sessions get the voice itself, where there is a lighter one."""

    async def known(self) -> None:
        """Returns when it is known. Who comes earlier waits, two seconds at most: their work would be measured too."""
        await self._known.wait()

    def voice(self) -> SharedVoice:
        """That of a session that begins now; its place is counted already."""
        if self._lighter is not None and self._loaded.process.sessions.count > self._full:
            return self._lighter
        return self._loaded.engines.voice

    async def keep(self, say: TellLine) -> None:
        """Measure, and once more when better engines were fetched and no session runs. Until cancelled; then nothing waits for it."""
        loaded = self._loaded
        try:
            await self._measure(say)
            before = loaded.engines.now
            await loaded.upgrade.grow(loaded.engines.load)
            if loaded.engines.now != before:
                await loaded.process.sessions.idle()
                await self._measure(say)
            await asyncio.Event().wait()
        finally:
            self._known.set()

    async def _measure(self, say: TellLine) -> None:
        if self._limit is None:
            self._known.clear()
            engines = self._loaded.engines
            lighter = await asyncio.to_thread(engines.lighter)
            measuring = await asyncio.to_thread(
                import_module, "solovox.parts.engines.capacity"
            )  # it brings the whole core
            found = await measuring.measured(engines.recogniser(Detection()), engines.voice, lighter)
            self._loaded.process.sessions.limit = found.sessions
            self._lighter, self._full = lighter, found.sessions - found.lighter
            say(found.line)
        self._known.set()


def now_s() -> float:
    """Seconds of the calendar."""
    return here_and_now().timestamp()


@contextmanager
def kept(serving: ServingOptions) -> Iterator[Callable[[ServerOptions], JournalPort | None]]:
    """What makes the journal of a session. Raises `JournalError`."""
    journals = ServedJournals(serving.journal) if serving.journal is not None else None
    another = journals.another if journals is not None else lambda _: None
    if serving.talks is None:
        yield another
        return
    with closing(TalkFile(serving.talks)) as talks:
        yield lambda options: talks.another(another(options))


async def _everywhere(server: LiveServer, serving: ServingOptions, made: Certificates | None) -> ServedAt:
    plain, tls = await _listen(server, serving.host, serving.port, "--port"), None
    if made is not None:
        tls = await _listen(server, serving.host, serving.tls_port or 0, "--tls-port", made.context())
    return ServedAt(serving.host, plain, tls)


async def _listen(
    server: LiveServer, host: str, port: int, option: str, tls: ssl.SSLContext | None = None
) -> int:
    try:
        return await server.listen(host, port, tls)
    except (OSError, OverflowError) as error:
        why = (error.strerror or str(error)) if isinstance(error, OSError) else "there is no such port"
        raise ConfigError(
            f"{host}:{port} cannot be listened at ({why}): choose another with {option}"
        ) from None


def trusted(serving: ServingOptions, environment: Mapping[str, str]) -> Certificates | None:
    """The certificates of the listener that has TLS, if there is one."""
    if serving.tls_port is None:
        return None
    own = is_loopback(serving.host) or everywhere(serving.host)
    names = NAMES if own else (*NAMES, serving.host)
    return certificates(serving.state / "tls", here_and_now(), trusted_before(environment), names)


def joined(loaded: ServerParts, room: Room, handles: Handles[Memory], choosers: Executor) -> ServerEngines:
    """The engines of a session that begins now."""
    return ServerEngines(
        recogniser=loaded.engines.recogniser,
        voice=room.voice(),
        brain=loaded.brain,
        handles=handles,
        intent=loaded.engines.intent,
        tools=loaded.tools,
        verbatim=loaded.chooses is ChoosesCalls.SCRIPT,
        resampler=Resampler,
        choosers=choosers,
    )


def suits(options: ServerOptions, *, by_client: bool) -> Callable[[Door], ServerOptions]:
    """The options for each client. google-adk answers calls only after the turn has ended; for other clients a turn waits for its
    tools, as in the recordings of the service.
    """
    impatient = replace(options, call_patience_ms=ADK_PATIENCE_MS)
    patient = replace(options, call_patience_ms=None)
    return lambda door: options if not by_client else impatient if door.client.startswith(ADK) else patient


def opener(
    engines: Callable[[], ServerEngines],
    suited: Callable[[Door], ServerOptions],
    faults: FaultPlan,
    books: Callable[[ServerOptions], JournalPort | None] = lambda _: None,
    say: TellLine = lambda _: None,
    tokens: Tokens | None = None,
    *,
    scripted: bool = False,
) -> Callable[[RawSocket, Door], ServedSession]:
    """The factory of sessions for accepted clients. Ids of calls are never used twice. `scripted`: faults may come later."""

    def opened(line: RawSocket, door: Door) -> ServedSession:
        session = str(uuid.uuid4()) if door.dialect is Dialect.VERTEX else None
        options, clock = suited(door), LoopClock()
        faulty = (
            None if faults.harmless and not scripted else FaultySocket(line, faults.injector(), clock.now)
        )
        entry = SessionEntry(
            version=door.version,
            session=session,
            first_call=secrets.randbelow(10**18) + 10**18,
            book=books(options),
            grant=tokens.grant(door.token) if tokens is not None and door.token else None,
            note=lambda told: say(f"a session of {door.client}: {told}"),
            strike=no_fault if faulty is None else lambda fault: faulty.strike(faults.later(fault)),
        )
        return ServedSession(faulty or line, engines(), clock, options, entry)

    return opened
