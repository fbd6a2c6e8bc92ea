"""Where a session's journal is kept, if it is."""

import os
from pathlib import Path

import click

from solovox.app.journals import Keep, is_kept, keeping, state_folder, tidied
from solovox.cli.failing import Failure
from solovox.config.load import environment
from solovox.config.schema import Config
from solovox.core.policy import Policy
from solovox.recordings.keeping import Unkept
from solovox.shell.clock import here_and_now


def check_journal(folder: Path | None, *, none: bool) -> None:
    """Check that the folder, if one is named, has no journal yet and can be written. Changes nothing."""
    if folder is None:
        return
    if none:
        raise Failure("--journal keeps one, and --no-journal keeps none: leave one out")
    if (folder / "journal.jsonl").exists():
        raise Failure(f"{folder / 'journal.jsonl'} exists: name another folder with --journal")
    there = folder.absolute()
    while not os.path.lexists(there):
        there = there.parent
    if not there.is_dir():
        raise Failure(f"{there} is not a folder: name another with --journal")
    effective = os.access in os.supports_effective_ids
    if not os.access(there, os.W_OK | os.X_OK, effective_ids=effective):
        raise Failure(f"{folder} cannot be written: name another folder with --journal")


def kept(
    folder: Path | None, profile: str, config: Config, policy: Policy, *, none: bool
) -> tuple[Keep, Path | None]:
    """What opens the journal, and its folder if there is one. What is older than the person wants it kept goes first."""
    root, must = state_folder(environment()), folder is not None
    if folder is None:
        if line := tidied(root, config):
            click.echo(line, err=True)
        if none or not is_kept(config):
            return Unkept, None
        folder = root / f"{here_and_now():%Y%m%d-%H%M%S}-{os.getpid()}"
    return keeping(folder, profile, config, policy, must=must), folder
