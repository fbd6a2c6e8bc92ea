"""The live server's parts, joined: engines loaded once, a session for each client that comes in.

What sessions share, and what each has for itself: `abilities.py`.
"""

import asyncio
import secrets
import ssl
import uuid
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final

from solovox.app.abilities import Abilities, together
from solovox.app.brains import looking
from solovox.app.engines import installed
from solovox.app.growing import Growing, Say
from solovox.app.registry import BRAINS, VOICES, factory, make
from solovox.app.served_journals import Books
from solovox.app.wiring import DEFAULT_VOICE
from solovox.config.schema import Config, ConfigError
from solovox.ports import AdapterArgs, Brain, Tool
from solovox.server.certificates import NAMES, Certificates, certificates, trusted_before
from solovox.server.choices import Choices
from solovox.server.doors import Dialect, Door, Rules
from solovox.server.engines import Engines
from solovox.server.faults.meddler import Plan
from solovox.server.handles import Handles
from solovox.server.listening import LIMIT, LiveServer
from solovox.server.meddled import Line, Meddled
from solovox.server.memory import Memory
from solovox.server.session import Entry, ServedSession
from solovox.shell.clock import LoopClock, here_and_now
from solovox.speech.resample import Resampler
from solovox.weights import Cache

THREADS: Final = 8
"""Beside those in which questions are answered: for journals on their way to the disk, tools, and what is installed meanwhile."""
TELLS_TOOLS_APART: Final = "minilm"
"""Weights without which none of several tools is called."""
HARMLESS: Final = ("time", "date", "calculate", "convert_units")
"""What the brain may use for a client that nobody knows: nothing of this machine's files."""
BEGINS: Final = "it begins with {} and {}, and fetches meanwhile: {}"
AWAY: Final = "--host {} lets others in: give --require-key KEY or --key-file FILE, a key that they must have"
ADK: Final = "google-adk"
ADK_PATIENCE_MS: Final = 1_000
LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """What the command line asked for."""

    host: str = "127.0.0.1"
    port: int = 0
    tls_port: int | None = 0
    """None: no TLS."""
    keys: frozenset[str] = field(default=frozenset(), repr=False)
    """Clients must have one of these; none: any will do."""
    limit: int = LIMIT
    choices: Choices = field(default_factory=Choices)
    patience_by_client: bool = True
    """`choices.call_patience_ms` is each client's own, by what it is."""
    faults: Plan = field(default_factory=Plan)
    journal: Path | None = None
    """Each session is written down in a folder of its own below it."""
    state: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """What takes long to load, or to make."""

    abilities: Abilities
    growing: Growing
    brain: Brain
    tools: Sequence[Tool]
    phrases: bool
    """The brain can word what tools return."""


def voice_of(config: Config) -> str:
    """The name of the voice that is wanted. Raises `ConfigError` if there is none of that name."""
    voice = config.narrator.voice or DEFAULT_VOICE
    factory(VOICES, voice)
    return voice


def load(config: Config, weights: Cache, say: Callable[[str], None]) -> Loaded:
    """Load the local engine, as much of it as is installed, and the brain. Raises `ConfigError`: one line."""
    voice = voice_of(config)
    key = config.brain.api_key
    settings = {"url": config.brain.url, "model": config.brain.model}
    given = AdapterArgs(settings, config.workspace, {"api_key": key.reveal()} if key else {})
    brain = make(BRAINS, config.brain.kind, given)
    tools = tuple(tool for tool in looking(AdapterArgs({}, config.workspace)) if tool.name in HARMLESS)
    growing = Growing(weights, voice, say, also=(TELLS_TOOLS_APART,))
    with installed():
        now = growing.now()
    if missing := growing.missing:
        say(BEGINS.format(now.recogniser, now.voice, ", ".join(item.name for item in missing)))
    return Loaded(
        abilities=Abilities(weights, config.workspace, now),
        growing=growing,
        brain=brain,
        tools=tools,
        phrases=config.brain.kind != "local",
    )


def check(serving: Serving) -> None:
    """Whether it may be so. Raises `ConfigError`, and `JournalError` for a folder that cannot be one."""
    if serving.host not in LOOPBACK and not serving.keys:
        raise ConfigError(AWAY.format(serving.host))
    if serving.journal is not None:
        Books(serving.journal)


async def serve(
    serving: Serving,
    loaded: Loaded,
    environment: Mapping[str, str],
    ready: Callable[[Mapping[str, Any]], None],
    say: Say,
) -> None:
    """Serve until cancelled. `ready` is told once where it is and how clients find it, `say` what a person should
    know. Raises `ConfigError` and `SolovoxError`: one line.
    """
    hearers = ThreadPoolExecutor(2 * together() + THREADS, thread_name_prefix="hear")
    asyncio.get_running_loop().set_default_executor(hearers)
    over = asyncio.Event()
    made = trusted(serving, environment)
    async with AsyncExitStack() as stack:
        handles = Handles(serving.state, Memory, lambda: here_and_now().timestamp())
        stack.callback(handles.close)
        workers = stack.enter_context(ThreadPoolExecutor(1, thread_name_prefix="speak"))
        choosers = stack.enter_context(ThreadPoolExecutor(1, thread_name_prefix="choose"))
        stack.push_async_callback(loaded.brain.aclose)
        choices = replace(serving.choices, phrases=loaded.phrases)
        books = Books(serving.journal) if serving.journal is not None else None
        told: Say = lambda line: None if over.is_set() else say(line)  # noqa: E731
        suited = suits(choices, by_client=serving.patience_by_client)
        engines = partial(joined, loaded, handles, workers, choosers)
        opened = opener(engines, suited, serving.faults, books, told)
        server = await stack.enter_async_context(
            LiveServer(opened, Rules(serving.keys), serving.limit, told, serving.faults.refused)
        )
        # When all ends, nobody waits for what many have asked, and it is no fault that it is not answered.
        stack.callback(hearers.shutdown, wait=False, cancel_futures=True)
        stack.callback(over.set)
        plain = await _listen(server, serving.host, serving.port, "--port")
        tls = None
        if made is not None:
            tls = await _listen(server, serving.host, serving.tls_port or 0, "--tls-port", made.context())
        ready(described(serving, plain, tls, made))
        await loaded.growing.grow(loaded.abilities.load)
        await asyncio.Event().wait()


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


def trusted(serving: Serving, environment: Mapping[str, str]) -> Certificates | None:
    """The certificates of the listener that has TLS, if there is one."""
    if serving.tls_port is None:
        return None
    own = serving.host in LOOPBACK or everywhere(serving.host)
    names = NAMES if own else (*NAMES, serving.host)
    return certificates(serving.state / "tls", here_and_now(), trusted_before(environment), names)


def everywhere(host: str) -> bool:
    """Whether it means all addresses of this machine."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


def joined(loaded: Loaded, handles: Handles[Memory], workers: Executor, choosers: Executor) -> Engines:
    """The engines of a session that begins now."""
    return Engines(
        recogniser=loaded.abilities.recogniser,
        voice=loaded.abilities.voice,
        brain=loaded.brain,
        handles=handles,
        intent=loaded.abilities.intent,
        tools=loaded.tools,
        resampler=Resampler,
        workers=workers,
        choosers=choosers,
    )


def suits(choices: Choices, *, by_client: bool) -> Callable[[Door], Choices]:
    """What a client is met with: google-adk calls no tool before the turn has ended; everybody else's turn waits for its
    tools, as the recordings of the service have it.
    """
    impatient = replace(choices, call_patience_ms=ADK_PATIENCE_MS)
    patient = replace(choices, call_patience_ms=None)
    return lambda door: choices if not by_client else impatient if door.client.startswith(ADK) else patient


def opener(
    engines: Callable[[], Engines],
    suited: Callable[[Door], Choices],
    faults: Plan,
    books: Books | None = None,
    say: Say = lambda _: None,
) -> Callable[[Line, Door], ServedSession]:
    """What makes a session for a client that was let in. Ids of calls are never used twice."""

    def opened(line: Line, door: Door) -> ServedSession:
        session = str(uuid.uuid4()) if door.dialect is Dialect.VERTEX else None
        choices = suited(door)
        entry = Entry(
            version=door.version,
            session=session,
            first_call=secrets.randbelow(10**18) + 10**18,
            book=books.another(choices) if books is not None else None,
            note=lambda told: say(f"a session of {door.client}: {told}"),
        )
        clock = LoopClock()
        socket = line if faults.harmless else Meddled(line, faults.meddler(), clock.now)
        return ServedSession(socket, engines(), clock, choices, entry)

    return opened


def described(serving: Serving, plain: int, tls: int | None, made: Certificates | None) -> Mapping[str, Any]:
    """Where it is, for programs: addresses, whom to trust, and the environment that points each client here."""
    host = LOOPBACK[0] if everywhere(serving.host) else serving.host
    at = f"[{host}]" if ":" in host else host
    keys = {} if serving.keys else {"GEMINI_API_KEY": "any"}
    found: dict[str, Any] = {"ws": f"ws://{at}:{plain}", "http": f"http://{at}:{plain}"}
    env = {"javascript": {"GOOGLE_GEMINI_BASE_URL": found["http"], **keys}}
    if tls is not None and made is not None:
        found |= {"wss": f"wss://{at}:{tls}", "https": f"https://{at}:{tls}"}
        found |= {"ca": str(made.authority), "bundle": str(made.bundle)}
        trust = {"SSL_CERT_FILE": str(made.bundle)}
        env["python"] = {"GOOGLE_GEMINI_BASE_URL": found["https"], **trust, **keys}
        more = {"NODE_EXTRA_CA_CERTS": str(made.authority)}
        env["javascript over TLS"] = {"GOOGLE_GEMINI_BASE_URL": found["https"], **more, **keys}
    return {**found, "env": env}
