"""`solovox`: the command line.

Exit codes, the same for every command: 0 it worked; 1 it was tried and did not work; 2 it could not be
tried (what was given or configured is wrong, or something is not installed). Errors are one line.
"""

import io
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import Final

import click

from solovox.cli.lazy import LazyGroup
from solovox.config.schema import ConfigError
from solovox.core.errors import SolovoxError

COMMANDS: Final = {
    "ask": ("solovox.cli.ask:ask", "Ask what a sound file asks; write what the speaker would have played."),
    "timeline": ("solovox.cli.timeline:timeline", "Show every decision of a session."),
    "replay": ("solovox.cli.replay:replay", "Decide a session again; succeed only if all is the same."),
    "doctor": ("solovox.cli.doctor:doctor", "Say what is installed, and which engine would really be used."),
    "profiles": ("solovox.cli.profiles:profiles", "List the profiles and what each chooses."),
    "instruction": ("solovox.cli.live:instruction", "Print what a live model would be told to be."),
    "capture": ("solovox.cli.live:capture", "Say a sound file to a live model; record the frames, scrubbed."),
    "live-server": ("solovox.cli.live_server:live_server", "Serve Gemini Live on this machine, offline."),
    "models": ("solovox.cli.models:models", "Install, list, verify, remove the weights of the local engine."),
}


@click.command(
    cls=LazyGroup,
    lazily=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 it worked, 1 it did not work, 2 it could not be tried.",
)
@click.version_option(version("solovox"), "-V", "--version", message="solovox %(version)s")
def cli() -> None:
    """One voice for any agent: you speak, the agent you chose thinks, and what you hear is decided in code."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. Returns the exit code; every error of ours is one line on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without our signs still gets the words
    try:
        code = cli.main(args=arguments, prog_name="solovox", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 0
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "solovox"
        click.echo(f"solovox: {line_of(error.format_message())} (see: {where} --help)", err=True)
        return 2
    except (ConfigError, SolovoxError) as error:
        click.echo(f"solovox: {line_of(str(error))}", err=True)
        return 2
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("solovox: stopped", err=True)
        return 130
    except BrokenPipeError:  # whoever read our output has seen enough
        sys.stderr.close()
        return 0
    return code if isinstance(code, int) else 0


def line_of(text: str) -> str:
    """A message as one line that does not end with a full stop."""
    return " ".join(text.split()).rstrip(".")
