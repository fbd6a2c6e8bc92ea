"""`solovox`: the command line.

Exit codes, the same for every command: 0 it worked; 1 it was tried and did not work; 2 it could not be
tried (what was given or configured is wrong, or something is not installed); 130 stopped by Ctrl-C, 143 by SIGTERM. Errors are one line.
"""

import io
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.metadata import version
from types import FrameType
from typing import Final

import click

from solovox.cli.failing import WRONG, Failure, explain_system_error, tell
from solovox.cli.streams import silence
from solovox.config.errors import ConfigError
from solovox.core.errors import SolovoxError

NEEDS: Final = "solovox {0} needs packages that are not installed; run: solovox install {1}"


class LazyGroup(click.Group):
    """`lazily`: name → (`module:attribute`, one line for the list of commands). `extras`: what some of them need."""

    def __init__(
        self,
        *args: object,
        lazily: Mapping[str, tuple[str, str]],
        extras: Mapping[str, str],
        **kwargs: object,
    ) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self._lazily = lazily
        self._extras = extras

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in the order given."""
        return [*super().list_commands(ctx), *self._lazily]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now."""
        if cmd_name not in self._lazily:
            return super().get_command(ctx, cmd_name)
        module, _, attribute = self._lazily[cmd_name][0].partition(":")
        try:
            command = getattr(import_module(module), attribute)
        except ModuleNotFoundError as error:
            if cmd_name not in self._extras or (error.name or "").startswith("solovox"):
                raise
            raise Failure(NEEDS.format(cmd_name, self._extras[cmd_name])) from None
        assert isinstance(command, click.Command)
        return command

    def format_commands(
        self,
        ctx: click.Context,
        formatter: click.HelpFormatter,
    ) -> None:
        """The list of commands, without importing one."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in self._lazily.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command named first; an unknown one is refused with the nearest."""
        if args and args[0] not in self._lazily and not args[0].startswith("-"):
            ctx.fail(unknown(args[0], list(self._lazily)))
        return super().resolve_command(ctx, args)


def unknown(word: str, names: list[str]) -> str:
    """One line."""
    from difflib import get_close_matches

    near = get_close_matches(word, names, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]}?" if near else f"there is {', '.join(names)}"
    return f"no command is called {word!r}: {hint}"


COMMANDS: Final = {
    "ask": ("solovox.cli.ask:ask", "Ask what a sound file or a text asks; show, write or play the answer."),
    "serve": ("solovox.cli.serve:serve", "Serve a page to talk at, in a browser."),
    "demo": (
        "solovox.cli.demo:demo",
        "A tour of an agent that is talked with, without a key: a script stands in for its model.",
    ),
    "talk": ("solovox.cli.talk:talk", "Talk about a folder, at a page that opens in your browser."),
    "mcp": (
        "solovox.cli.mcp:mcp",
        "Give an agent that is open elsewhere a voice: it starts this, and speaks MCP.",
    ),
    "listen": ("solovox.cli.listen:listen", "Talk hands free, at this machine's microphone and speaker."),
    "discord": ("solovox.cli.discord:discord", "Be a bot in Discord, and talk in its voice channels."),
    "timeline": ("solovox.cli.replay:timeline", "Show every decision of a session."),
    "replay": ("solovox.cli.replay:replay", "Decide a session again; succeed only if all is the same."),
    "sessions": ("solovox.cli.sessions:sessions", "List and remove what is kept of what was said."),
    "corrections": ("solovox.cli.corrections:corrections", "List, edit, take elsewhere what you taught."),
    "config": ("solovox.cli.config:config", "List the keys that can be set, and what is set."),
    "patience": ("solovox.cli.config:patience", "Show how long a voice waits where you pause; forget it."),
    "undo": ("solovox.cli.acts:undo", "Give back what an agent's last answer changed in this folder."),
    "allowed": (
        "solovox.cli.acts:allowed",
        "List, add and remove what an agent may do here without your yes.",
    ),
    "agent": ("solovox.cli.agent:agent", "List, fork and remove the sessions that your agent keeps."),
    "install": (
        "solovox.cli.install:install",
        "Install what a part of Solovox needs: talk, discord, studio, all.",
    ),
    "doctor": ("solovox.cli.doctor:doctor", "Say what is installed, and which engine would really be used."),
    "profiles": ("solovox.cli.config:profiles", "List the profiles and what each chooses."),
    "instruction": ("solovox.cli.live:instruction", "Print what a live model would be told to be."),
    "capture": ("solovox.cli.live:capture", "Say a sound file to a live model; record the frames, scrubbed."),
    "live-server": ("solovox.cli.live_server:live_server", "Serve Gemini Live on this machine, offline."),
    "models": ("solovox.cli.models:models", "Install, list, verify, remove the weights of the local engine."),
}

EXTRAS: Final = {"serve": "talk", "demo": "talk claude", "mcp": "talk", "discord": "discord"}
"""The extra that a command cannot do without."""


@click.command(
    cls=LazyGroup,
    lazily=COMMANDS,
    extras=EXTRAS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 it worked, 1 it did not work, 2 it could not be tried.",
)
@click.version_option(version("solovox"), "-V", "--version", message="solovox %(version)s")
def cli() -> None:
    """One voice for any agent: you speak, the agent you chose thinks, and what you hear is decided in code."""


def main(arguments: Sequence[str] | None = None, agent: Callable[..., object] | None = None) -> int:
    """Run a command, with an `agent` of the program's own as the brain. Returns the exit code; an error of ours or of the system is one line on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without our signs still gets the words
    try:
        with terminable():
            code = _run(arguments, agent)
            if code:  # what is wrong has been said
                with suppress(OSError):
                    sys.stdout.flush()
                    return code
                silence(sys.stdout)
            sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has closed it
        silence(sys.stdout)
        return 0
    except Terminated:
        tell("ended by SIGTERM")
        return 128 + signal.SIGTERM
    except (click.Abort, KeyboardInterrupt):
        tell("stopped")
        return 130
    except Exception as error:
        found = explain_system_error(error)
        if found is None:
            raise
        tell(found[0])
        silence(sys.stdout)
        return found[1]
    return code


def _run(arguments: Sequence[str] | None, agent: Callable[..., object] | None) -> int:
    try:
        code = cli.main(args=arguments, prog_name="solovox", standalone_mode=False, obj=agent)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 0
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "solovox"
        tell(f"{line_of(error.format_message())} (see: {where} --help)")
        return WRONG
    except (ConfigError, SolovoxError) as error:
        tell(line_of(str(error)))
        return WRONG
    except click.ClickException as error:
        error.show()
        return error.exit_code
    return code if isinstance(code, int) else 0


class Terminated(KeyboardInterrupt):
    """SIGTERM: everything ends as after Ctrl-C."""


@contextmanager
def terminable() -> Iterator[None]:
    """SIGTERM is taken as Ctrl-C is, and told apart at the end."""
    told = False

    def end(_signal: int, _frame: FrameType | None) -> None:
        nonlocal told
        told = True
        if (
            signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        ):  # a script's job in the background ignores Ctrl-C
            raise KeyboardInterrupt
        signal.raise_signal(signal.SIGINT)

    if threading.current_thread() is not threading.main_thread():  # only there can signals be taken
        yield
        return
    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    except (click.Abort, KeyboardInterrupt):
        if told:
            raise Terminated from None
        raise
    finally:
        signal.signal(signal.SIGTERM, before)


def line_of(text: str) -> str:
    """A message as one line that does not end with a full stop."""
    return " ".join(text.split()).rstrip(".")
