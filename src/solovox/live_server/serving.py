"""The live server in a process: a session for each client, of the engines that the process shares (`process.py`)."""

import asyncio
import secrets
import ssl
import uuid
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AsyncExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from solovox.config.schema import ConfigError
from solovox.live_server.engines import Room, ServerParts
from solovox.live_server.environment import ServedAt, describe_server, everywhere
from solovox.live_server.journals import ServedJournals, TalkFile
from solovox.parts.engines.shared import questions_at_once
from solovox.parts.engines.stand_ins import TellLine
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
from solovox.server.tokens import Tokens
from solovox.shell.clock import LoopClock, here_and_now
from solovox.speech.resample import Resampler
from solovox.wire.loopback import is_loopback

THREADS: Final = 8
"""Worker threads besides those of recognition: for journals, tools, and the installation of weights."""
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
    """Serve until cancelled. `ready` is told once where it is and how clients find it, `say` what a person should know. Raises
    `ConfigError` and `SolovoxError`: one line."""
    hearers = ThreadPoolExecutor(2 * questions_at_once() + THREADS, thread_name_prefix="hear")
    asyncio.get_running_loop().set_default_executor(hearers)
    over, room = asyncio.Event(), Room(loaded, serving.limit)
    made = load_certificates(serving, environment)

    def told(line: str) -> None:
        if not over.is_set():
            say(line)

    async with AsyncExitStack() as stack:
        process = await stack.enter_async_context(loaded.process)
        handles = Handles(serving.state, Memory, now_s)
        stack.callback(handles.close)
        choosers = stack.enter_context(ThreadPoolExecutor(1, thread_name_prefix="choose"))
        books = stack.enter_context(open_journals(serving))
        suited = suits(loaded.answering(serving.options), by_client=serving.patience_by_client)
        engines = partial(join_engines, loaded, room, handles, choosers)
        tokens = Tokens(now_s)
        server = await stack.enter_async_context(
            LiveServer(
                opener(engines, suited, serving.faults, books, told, tokens, scripted=serving.scripted),
                process.sessions,
                Rules(serving.keys, tokens=tokens.is_known),
                told,
                serving.faults.refuse_next,
                Posts(GenerateContent(engines, phrases=loaded.phrases, chooses=loaded.chooses), tokens),
                room.wait_until_known,
            )
        )
        # At shutdown pending recognitions are dropped: their clients are gone, so this is not reported as a failure.
        stack.callback(hearers.shutdown, wait=False, cancel_futures=True)
        stack.callback(over.set)
        at = await _everywhere(server, serving, made)
        ready(describe_server(at, made, environment, keyed=bool(serving.keys)))
        server.listening = True
        await room.keep(told)


def now_s() -> float:
    """Seconds of the calendar."""
    return here_and_now().timestamp()


@contextmanager
def open_journals(serving: ServingOptions) -> Iterator[Callable[[ServerOptions], JournalPort | None]]:
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


def load_certificates(serving: ServingOptions, environment: Mapping[str, str]) -> Certificates | None:
    """The certificates of the listener that has TLS, if there is one."""
    if serving.tls_port is None:
        return None
    own = is_loopback(serving.host) or everywhere(serving.host)
    names = NAMES if own else (*NAMES, serving.host)
    return certificates(serving.state / "tls", here_and_now(), trusted_before(environment), names)


def join_engines(
    loaded: ServerParts, room: Room, handles: Handles[Memory], choosers: Executor
) -> ServerEngines:
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
