"""`solovox live-server`: serves the protocol of Gemini Live on this machine.

Exit code 0: it was ended (Ctrl-C, SIGTERM). 2: it could not begin. With a command of its own: that command's.
"""

import asyncio
import json
import math
import signal
import sys
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import click
from msgspec import field

from solovox.app.process import Process
from solovox.cli.beside import Serve, beside, check_program
from solovox.cli.failing import Failure, as_called, clean
from solovox.cli.logging import name_left, settle
from solovox.cli.models import install_watched
from solovox.cli.options import Dir, Flagged, Limit, Port, takes
from solovox.config.fields import setting
from solovox.config.load import environment
from solovox.live_server.engines import load, voice_of
from solovox.live_server.environment import ANY_KEY, for_command
from solovox.live_server.serving import ServingOptions, check, serve
from solovox.parts.configured import configure
from solovox.parts.engines.stand_ins import installed_engines
from solovox.server.answers import BadAnswers, ScriptedAnswer, read
from solovox.server.faults.injector import FaultPlan
from solovox.server.faults.table import list_faults
from solovox.server.options import Pace, ServerOptions, TranscriptPosition
from solovox.server.state import state_folder
from solovox.shell.clock import run
from solovox.shell.supervisor import LIMIT
from solovox.weights import Cache, default_root

WARNING_SECONDS: Final = 60.0
KEYS: Final = "SOLOVOX_REQUIRE_KEY"
LARGEST: Final = 1_000_000
"""Characters of a file of keys that are read."""


def print_faults(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    """All faults by name."""
    if wanted:
        for line in list_faults():
            click.echo(line)
        context.exit()


Seconds = Annotated[float | None, setting(metavar="SECONDS")]
New = Annotated[Path | None, setting(metavar="FILE")]


class Reached(Flagged, kw_only=True, frozen=True):
    """Where the server is, and for whom."""

    host: Annotated[str, setting(metavar="HOST")] = "127.0.0.1"
    """Another than this machine needs a key."""
    port: Port = 0
    """For ws:// and http://; 0: any free one."""
    tls_port: Port = 0
    """For wss:// and https://; 0: any free one."""
    keys: Annotated[tuple[str, ...], setting(metavar="KEY")] = field(default=(), name="require_key")
    """A key that clients must have; may be repeated, any of them will do. Any user who can list the processes of this machine
    sees it: SOLOVOX_REQUIRE_KEY (several with spaces between) and --key-file are not seen."""
    key_file: New = None
    """More such keys, one a line; # begins a comment."""
    limit: Limit | None = None
    """Sessions at a time; else as many as this machine holds, measured at the start."""
    connection_limit: Seconds = None
    """How long a connection may last; without this there is no limit."""
    go_away_after: Seconds = None
    """When a client is told that its connection will end."""


class VoiceOptions(Reached, kw_only=True, frozen=True):
    """How it speaks the protocol."""

    pace: Annotated[str, setting(choices=Pace)] = Pace.REAL.value
    """real: a little ahead of the ear; fast: as it is rendered."""
    output_transcription: Annotated[str | None, setting(choices=TranscriptPosition)] = None
    """The model's words before, with or after their sound; else as the model's family does."""
    input_transcription: Annotated[str | None, setting(choices=("words", "whole"))] = None
    """The person's words one by one, or in one message; else as the model's family does."""
    interim_transcription: bool = False
    """Also what the person has probably said so far, while they speak (interimInputTranscription)."""
    finished: bool = False
    """The last piece of a transcription says so; the service seldom does."""
    voice_activity: bool = False
    """Say when speech begins and ends (voiceActivity)."""


class LiveServerOptions(VoiceOptions, kw_only=True, frozen=True):
    """Those of this command, but for one that may be endless."""

    journal: Dir = None
    """Write every session down, in a folder of its own in DIR: see solovox replay."""
    talks: New = None
    """Add what is heard, called, answered and said to this file, a line of JSON each: for tests of a client."""
    env_file: New = None
    """Add the variables of all clients to this file, NAME=VALUE a line, when it listens: $GITHUB_ENV, say."""
    brain: Annotated[str, setting(metavar="KIND")] = ""
    """What answers; else brain.kind."""
    answers: New = None
    """What is said and called, for each thing that a person may say: for tests that must go the same way each time. In place of
    a brain."""
    voice: Annotated[str, setting(metavar="NAME")] = ""
    """Which voice speaks."""
    faults: Annotated[tuple[str, ...], setting(metavar="NAME[:VALUE][@WHEN]")] = field(
        default=(), name="fault"
    )
    """What goes wrong on purpose; may be repeated. See: --list-faults."""
    seed: int = 0
    """Of the faults that strike by chance."""


@click.command(
    "live-server",
    context_settings={"allow_interspersed_args": False},
    epilog="On start it prints one line of JSON: its addresses, and each client's environment. With a COMMAND it runs that, with"
    " this environment, and ends with it and with its exit code.",
)
@click.argument("command", nargs=-1, type=click.UNPROCESSED, metavar="[-- COMMAND...]")
@click.option(
    "--call-patience",
    metavar="SECONDS",
    type=float,
    help="How long a turn of the 2.x models waits for a tool's answer before it ends; inf: for ever. Default by client: a"
    " second for google-adk, inf for all others.",
)
@click.option(
    "--list-faults",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=print_faults,
    help="All of them, and end.",
)
@takes(LiveServerOptions)
def live_server(given: LiveServerOptions, command: tuple[str, ...], call_patience: float | None) -> int:
    """Serve Gemini Live on this machine: clients of it can be developed and run with no key and no network."""
    settle(None, say)
    name_left(say)
    check_program(command)
    more = [f"brain.kind={given.brain}"] if given.brain else []
    more += [f"narrator.voice={given.voice}"] if given.voice else []
    local = ("ear.kind=local", "narrator.kind=voice")
    config = configure("talk", (*local, *given.flags, *more))
    variables = environment()
    answers = read_answers(given.answers)
    serving = ServingOptions(
        host=given.host,
        port=given.port,
        tls_port=given.tls_port,
        keys=read_keys(given.keys, variables.get(KEYS), given.key_file),
        options=options(given, call_patience),
        patience_by_client=call_patience is None,
        faults=FaultPlan(given.faults, given.seed),
        limit=given.limit or (LIMIT if command else None),  # a test is not to wait for a measurement
        journal=given.journal,
        talks=given.talks,
        scripted=answers is not None,
        state=state_folder(variables) / "live-server",
    )
    check(serving)
    weights = Cache(default_root(variables))
    if installed_engines(weights, voice_of(config)) is None:
        say("no weights are here that can listen and speak: fetching the small ones, about 150 MB")
        install_watched(weights.lock.choose(small=True), weights)
    say("loading the engine")
    loaded = load(config, Process(weights, serving.limit or LIMIT), say, answers)
    serves = partial(serve, serving, loaded, variables, say=say)
    key = min(serving.keys, default=ANY_KEY)
    if command:
        return run(around(command, serves, key))
    with suppress(KeyboardInterrupt):
        run(until_told(serves(partial(announce, given.env_file, key))))
    click.echo("ended", err=True)
    return 0


def read_answers(file: Path | None) -> Sequence[ScriptedAnswer] | None:
    """The answers of a file, if one is given. Says each mistake in a line; the last is raised as `Failure`."""
    try:
        return None if file is None else read(file)
    except BadAnswers as error:
        *lines, last = str(error).splitlines()
        for line in lines:
            say(line)
        raise Failure(last) from None


def options(given: LiveServerOptions, patience: float | None) -> ServerOptions:
    """The server's options from the command line. Raises `Failure`."""
    limit, away = given.connection_limit, given.go_away_after
    for name, seconds in (("--connection-limit", limit), ("--go-away-after", away)):
        if seconds is not None and not (0 < seconds < math.inf):
            raise Failure(f"{name} {seconds:g}: give a number of seconds above 0")
    if patience is not None and not patience >= 0:
        raise Failure(f"--call-patience {patience:g}: give a number of seconds from 0, or inf")
    if limit is None and away is not None:
        limit = away + WARNING_SECONDS
    if away is None and limit is not None:
        away = max(limit - WARNING_SECONDS, limit / 2)
    if away is not None and limit is not None and away >= limit:
        raise Failure(f"--go-away-after {away:g} must be before --connection-limit {limit:g}")
    return ServerOptions(
        pace=Pace(given.pace),
        transcription=TranscriptPosition(given.output_transcription) if given.output_transcription else None,
        whole_input=given.input_transcription == "whole" if given.input_transcription else None,
        interim=given.interim_transcription,
        finished=given.finished,
        marks=given.voice_activity,
        call_patience_ms=round(patience * 1000) if patience is not None and math.isfinite(patience) else None,
        limit_ms=round(limit * 1000) if limit is not None else None,
        go_away_ms=round(away * 1000) if away is not None else None,
    )


def read_keys(flags: Sequence[str], variable: str | None, file: Path | None) -> frozenset[str]:
    """The required keys. Raises `Failure` where a source of keys is given but empty: an empty variable must not turn the
    check off. No message contains a key.
    """
    found = {"--require-key": [one.strip() for one in flags]} if flags else {}
    if variable is not None:
        found[KEYS] = variable.split() or [""]
    if file is not None:
        try:
            with file.open(encoding="utf-8") as opened:
                lines = [line.strip() for line in opened.read(LARGEST).splitlines()]
        except (OSError, UnicodeDecodeError):
            raise Failure(f"--key-file {file} cannot be read: give a file of text, one key a line") from None
        found[f"--key-file {file}"] = [one for one in lines if one and not one.startswith("#")] or [""]
    for place, keys in found.items():
        if not all(keys):
            raise Failure(f"{place} holds no key: give one, or leave it out")
    return frozenset(one for keys in found.values() for one in keys)


def announce(env_file: Path | None, key: str, found: Mapping[str, object]) -> None:
    """Print the one line on stdout, after the file of variables, if one is wanted, is written. Raises `OSError`."""
    if env_file is not None:
        with env_file.open("a", encoding="utf-8") as file:
            file.writelines(f"{name}={value}\n" for name, value in for_command(found, {}, key).items())
    click.echo(json.dumps(found))
    sys.stdout.flush()


def say(line: str) -> None:
    """Print a line for the person on stderr."""
    click.echo(as_called(clean(line)), err=True)


async def until_told(work: Coroutine[Any, Any, None]) -> None:
    """Until SIGTERM or Ctrl-C."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, task.cancel)
    with suppress(asyncio.CancelledError):
        await work


async def around(command: Sequence[str], serves: Serve, key: str) -> int:
    """As long as the command runs; its exit code. What is printed else goes to stderr: stdout is the command's."""

    def given(told: Mapping[str, object]) -> Mapping[str, str]:
        click.echo(json.dumps(told), err=True)
        return for_command(told, environment(), key)

    return await beside(serves, command, given)
