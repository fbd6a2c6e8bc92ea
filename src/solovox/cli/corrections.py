"""`solovox corrections`: what you taught by editing: listed, added, edited, removed, taken elsewhere (law K2).

Exit code 0: done. 1: some entries of an import were refused, or the recogniser failed at some sounds; the others are
done. 2: it could not be done.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import fields, replace
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Final

import click

from solovox.cli.failing import FAILED, Failure, explain_system_error, mark_unprintable, tell
from solovox.cli.options import AS_JSON, PATH, ProfileOptions, takes
from solovox.config.load import environment
from solovox.core.units import MIC_RATE
from solovox.parts.stores import LEARNING, OFF, ON, PersonsStore, made_now
from solovox.ports import Correction, ReasoningCorrection, SpeechCorrection, Store, StoreError, SttCorrection
from solovox.recordings.keeping import write_whole
from solovox.store import exchange
from solovox.surfaces.wav import read_microphone

SHOWN: Final = 200
"""Characters of a text in a list."""
SHORTEST: Final = 6
"""Characters of an id in a list, if they tell it from the others."""
REFUSED_SHOWN: Final = 20
"""Lines for entries that were refused."""
STDIN: Final = Path("-")


@click.group()
def corrections() -> None:
    """What you taught by editing: list, add, edit, remove, test, export, import it. An ID may be shortened."""


@corrections.command("list")
@click.option("--json", "as_json", is_flag=True, help="For programs; without the sound.")
def list_command(as_json: bool) -> None:
    """Every correction, the oldest first."""
    with open_store() as store:
        found, learns = store.all(), store.get(LEARNING) == ON
    if as_json:
        click.echo(json.dumps([_entry(one) for one in found], indent=2, ensure_ascii=False))
        return
    width = _width(found)
    for one in found:
        when = datetime.fromisoformat(one.created_at).astimezone()
        click.echo(f"{mark_unprintable(one.id[:width]):{width}}  {when:%Y-%m-%d %H:%M}  {_line(one)}")
    count = f"{len(found)} correction{'' if len(found) == 1 else 's'}"
    click.echo(
        f"{count} in {mark_unprintable(str(PersonsStore(environment()).file))}; learning is {ON if learns else OFF}",
        err=True,
    )


@corrections.command("add")
@click.option("--heard", metavar="TEXT", help="What was understood.")
@click.option("--meant", metavar="TEXT", help="What was said.")
@click.option("--audio", type=PATH, help="A sound file with what was said.")
@click.option("--input", "given", metavar="TEXT", help="What was said, understood rightly.")
@click.option("--proposed", metavar="TEXT", help="The instruction that was made of it.")
@click.option("--corrected", metavar="TEXT", help="The instruction that was wanted.")
def add_command(
    heard: str | None,
    meant: str | None,
    audio: Path | None,
    given: str | None,
    proposed: str | None,
    corrected: str | None,
) -> None:
    """Teach one yourself: --heard and --meant, or --proposed and --corrected. Prints its id."""
    understood, instructed = (
        heard is not None and meant is not None,
        proposed is not None and corrected is not None,
    )
    made: Correction
    if understood and (given, proposed, corrected) == (None, None, None):
        pcm = read_microphone(audio) if audio else b""
        made = made_now(lambda own, at: SttCorrection(own, at, pcm, heard or "", meant or ""))
    elif instructed and (heard, meant, audio) == (None, None, None):
        made = made_now(
            lambda own, at: ReasoningCorrection(own, at, given or "", proposed or "", corrected or "")
        )
    else:
        raise click.UsageError(
            "say what was wrong: --heard TEXT --meant TEXT [--audio FILE], or [--input TEXT] --proposed TEXT --corrected TEXT"
        )
    _add(made)


@corrections.command("say")
@click.argument("written")
@click.argument("spoken")
def say_command(written: str, spoken: str) -> None:
    """Teach the voice how a word is said: WRITTEN is said as SPOKEN, in other words (solo vox) or in IPA (/ˈsoʊloʊ vɑks/). Prints its id."""
    _add(made_now(lambda own, at: SpeechCorrection(own, at, written, spoken)))


def _add(made: Correction) -> None:
    with open_store() as store:
        added = store.add(made)
    click.echo(mark_unprintable(added.id))
    if not added.new:
        click.echo("it was known already", err=True)


@corrections.command("edit")
@click.argument("which", metavar="ID")
@click.option("--heard", metavar="TEXT")
@click.option("--meant", metavar="TEXT")
@click.option("--input", metavar="TEXT")
@click.option("--proposed", metavar="TEXT")
@click.option("--corrected", metavar="TEXT")
@click.option("--written", metavar="TEXT")
@click.option("--spoken", metavar="TEXT")
def edit_command(which: str, **texts: str | None) -> None:
    """Change the texts of a correction."""
    changed = {name: text for name, text in texts.items() if text is not None}
    with open_store() as store:
        found = _find_correction(store, which)
        own = [one.name for one in fields(found) if one.name in texts]
        if not changed or not changed.keys() <= {*own}:
            raise click.UsageError(f"say what to change in it: --{', --'.join(own)}")
        store.edit(replace(found, **changed))  # type: ignore[arg-type]  # they are fields of it, and texts


@corrections.command("rm")
@click.argument("which", nargs=-1, required=True, metavar="ID...")
def rm_command(which: tuple[str, ...]) -> None:
    """Remove corrections, with their sound."""
    with open_store() as store:
        for one in {one.id: one for one in [_find_correction(store, name) for name in which]}.values():
            store.remove(one.id)
            click.echo(f"removed {mark_unprintable(one.id)}")


@corrections.command("test")
@click.argument("which", nargs=-1, metavar="[ID]...")
@takes(ProfileOptions)
@AS_JSON
@click.pass_context
def test_command(
    context: click.Context, asked: ProfileOptions, which: tuple[str, ...], *, as_json: bool
) -> None:
    """Hear their sounds again, without what was taught and with it; count the words that are wrong."""
    retest = import_module("solovox.cli.retest")  # it imports the engines: the other commands need none
    with open_store() as store:
        taught = store.all()
        chosen = list({one.id: one for one in [_find_correction(store, name) for name in which]}.values())
    if not which:
        chosen = [one for one in taught if isinstance(one, SttCorrection)]
    retests = retest.heard_again(chosen, taught, asked.profile, asked.flags)
    retest.print_retests(retests, _width(taught), as_json=as_json)
    context.exit(FAILED if retests.failed else 0)


@corrections.command("export")
@click.argument("file", type=PATH, required=False)
def export_command(file: Path | None) -> None:
    """Write all of them, with their sound, as JSON: into FILE, or to the standard output."""
    with open_store() as store:
        found = store.all()
    text = exchange.write(found)
    if file is None:
        click.echo(text, nl=False)
    else:
        write_whole(file, text)
        click.echo(f"{len(found)} in {mark_unprintable(str(file))}", err=True)


@corrections.command("import")
@click.argument("file", type=PATH)
@click.pass_context
def import_command(context: click.Context, file: Path) -> None:
    """Take what was exported, or what another page kept in a browser (docs/howto/corrections.md); FILE may be `-`.

    What is kept already stays as it is, so that a file may be imported twice.
    """
    try:
        arrived = exchange.read(_bytes(file))
    except exchange.NoCorrections as error:
        raise Failure(f"{file}: {error}; give what solovox corrections export wrote") from None
    with open_store() as store:
        added = []
        for one in arrived.corrections:
            try:
                added.append(store.add(one).new)
            except StoreError as error:
                raise Failure(f"after {sum(added)} new: {error}", FAILED) from None
    for line in arrived.refused[:REFUSED_SHOWN]:
        tell(f"{file}: {line}")
    if (more := len(arrived.refused) - REFUSED_SHOWN) > 0:
        tell(f"{file}: and {more} more")
    known = len(added) - sum(added)
    click.echo(f"{sum(added)} new, {known} known already, {len(arrived.refused)} refused")
    context.exit(FAILED if arrived.refused else 0)


@corrections.command("learning")
@click.argument("value", type=click.Choice([ON, OFF]), required=False)
def learning_command(value: str | None) -> None:
    """Say whether edits are learned from the next session on; without a word: show it."""
    with open_store() as store:
        if value is not None:
            store.set(LEARNING, value)
        click.echo(f"learning is {store.get(LEARNING) or OFF}")


@contextmanager
def open_store() -> Iterator[Store]:
    """The store of this person."""
    with closing(PersonsStore(environment()).open_store()) as store:
        yield store


def _find_correction(store: Store, name: str) -> Correction:
    """The one with this id, or the only one whose id begins so."""
    found = store.all()
    near = [one for one in found if one.id == name] or [
        one for one in found if name and one.id.startswith(name)
    ]
    match near:
        case [one]:
            return one
        case []:
            raise Failure(f"no correction is called {name!r}: see solovox corrections list")
        case _:
            raise Failure(f"{len(near)} corrections begin with {name!r}: write more of the id")


def _bytes(file: Path) -> bytes:
    try:
        if file == STDIN:
            return sys.stdin.buffer.read(exchange.LONGEST + 1)
        with file.open("rb") as opened_file:
            return opened_file.read(exchange.LONGEST + 1)
    except OSError as error:
        raise Failure((explain_system_error(error) or ("",))[0]) from None


def _entry(one: Correction) -> dict[str, object]:
    made: dict[str, object] = {**exchange.entry(one)}
    if isinstance(one, SttCorrection):
        made["seconds"] = _seconds(one)
        del made["audio"]
    return made


def _line(one: Correction) -> str:
    match one:
        case SttCorrection(heard=heard, meant=meant, audio=audio):
            sound = f"  ({_seconds(one)} s)" if audio else ""
            return f"stt        {_shorten(heard)} → {_shorten(meant)}{sound}"
        case ReasoningCorrection(proposed=proposed, corrected=corrected):
            return f"reasoning  {_shorten(proposed)} → {_shorten(corrected)}"
        case SpeechCorrection(written=written, spoken=spoken):
            return f"speech     {_shorten(written)} → {_shorten(spoken)}"


def _seconds(one: SttCorrection) -> float:
    return round(len(one.audio) / 2 / MIC_RATE, 1)


def _width(found: Sequence[Correction]) -> int:
    """The least number of characters that tells all ids apart."""
    ids = {one.id for one in found}
    longest = max(map(len, ids), default=SHORTEST)
    return next((n for n in range(SHORTEST, longest) if len({one[:n] for one in ids}) == len(ids)), longest)


def _shorten(text: str) -> str:
    line = " ".join(text.split())
    return mark_unprintable(line if len(line) <= SHOWN else f"{line[:SHOWN]}…")
