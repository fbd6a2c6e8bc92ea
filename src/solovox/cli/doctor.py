"""`solovox doctor`: what is installed, which engine would really be used, and does it speak and hear.

Exit code 0: everything that the configuration needs works. 1: something does not; the line says what to do.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import click
from rich.console import Console
from rich.text import Text

from solovox.cli import checks, tool_checks
from solovox.cli.checks import Check, Found
from solovox.cli.failing import as_called, mark_unprintable
from solovox.cli.options import ProfileOptions, takes
from solovox.config.choosing import choose
from solovox.config.load import environment, settings
from solovox.config.profile import profile as known
from solovox.config.schema import Config, ConfigError
from solovox.parts.configured import this_machine
from solovox.parts.engines.local import has_extra
from solovox.shell.clock import LoopClock, run
from solovox.weights import Cache, default_root

MARKS: Final = {Found.GOOD: ("✓", "green"), Found.BAD: ("✗", "bold red"), Found.NEUTRAL: ("–", "dim")}


@click.command()
@takes(ProfileOptions)
@click.option("--quick", is_flag=True, help="Do not speak and listen.")
@click.option("--json", "as_json", is_flag=True, help="The checks, for programs.")
@click.pass_context
def doctor(context: click.Context, asked: ProfileOptions, quick: bool, as_json: bool) -> None:
    """Say what is installed, which engine would really be used and why; then speak and listen once.

    Nothing is fetched or changed. Exit code 1 if something that is needed does not work.
    """
    known(asked.profile)
    cache = Cache(default_root(environment()))
    try:
        found = settings(asked.flags)
        here = this_machine()
        config = choose(asked.profile, found, here)
    except ConfigError as error:
        needed = True
        chosen = [Check("configuration", Found.BAD, "it cannot be used", str(error))]
    else:
        needed = checks.relies(config)
        chosen = list(checks.check_configuration(found, config, here))
        chosen += [] if quick or not (needed or has_extra()) else run(try_speech(config, cache))
        chosen += tool_checks.check_untried(config) if quick else run(tool_checks.try_servers(config))
        chosen += [] if quick else [run(tool_checks.fence(config))]
    parts = checks.machine(needed=needed), checks.weights(cache, needed=needed), checks.devices(), chosen
    seen = [
        replace(check, seen=as_called(check.seen), todo=as_called(check.todo))
        for part in parts
        for check in part
    ]
    if as_json:
        click.echo(
            json.dumps(
                {"profile": asked.profile, "checks": checks.as_json(seen)}, indent=2, ensure_ascii=False
            )
        )
    else:
        show(seen)
    context.exit(1 if any(one.found is Found.BAD for one in seen) else 0)


async def try_speech(config: Config, cache: Cache) -> Sequence[Check]:
    """The voice and the recogniser, tried."""
    return await checks.speech(config, cache, LoopClock())


def show(seen: Sequence[Check]) -> None:
    """One line a check; what to do below it."""
    console = Console(highlight=False)
    width = max(len(one.name) for one in seen)
    for one in seen:
        mark, style = MARKS[one.found]
        console.print(
            Text.assemble((mark, style), f" {one.name:{width}}  {mark_unprintable(one.seen)}"), soft_wrap=True
        )
        if one.todo:
            console.print(
                Text(f"  {'':{width}}  → {mark_unprintable(one.todo)}", style="yellow"), soft_wrap=True
            )
