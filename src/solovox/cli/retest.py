"""What `solovox corrections test` does: the sounds are heard again, one after the other, and it is told what changed."""

import itertools
import json
from collections.abc import Sequence
from typing import Final

import click

from solovox.cli.failing import mark_unprintable, tell
from solovox.config.load import environment
from solovox.core.units import MIC_RATE
from solovox.parts.configured import configure
from solovox.parts.engines.retesting import Retested, RetestResult, Retests
from solovox.ports import Correction, SttCorrection
from solovox.weights import Cache, default_root

LIVE: Final = "{} hears them, twice and in real time"


def heard_again(
    chosen: Sequence[Correction], taught: Sequence[Correction], profile: str, flags: Sequence[str]
) -> Retests:
    """Hear those of `chosen` that have a sound, and tell how far it is. Raises `ConfigError`."""
    retests = Retests(chosen, taught)
    if not retests.sounds:
        return retests
    config = configure(profile, flags)
    if config.ear.kind != "local":
        click.echo(LIVE.format(f"ear.kind = {mark_unprintable(config.ear.kind)}"), err=True)
    count = itertools.count(1)

    def begun(one: SttCorrection) -> None:
        seconds = len(one.audio) / 2 / MIC_RATE
        click.echo(f"hearing {next(count)} of {len(retests.sounds)}: {seconds:.1f} s of sound", err=True)

    retests.run(config, Cache(default_root(environment())), begun)
    return retests


def print_retests(done: Retests, width: int, *, as_json: bool) -> None:
    """Tell what was found."""
    if as_json:
        click.echo(json.dumps(_data(done), indent=2, ensure_ascii=False))
    else:
        _tell(done, width)


def _tell(done: Retests, width: int) -> None:
    """For people. `width`: characters of an id."""
    for one in done.heard:
        rates = f"{one.before.rate:4.0%} → {one.after.rate:4.0%}"
        texts = {"heard": one.correction.heard, "now": one.now, "mended": one.mended}
        said = ", ".join(f"{name} {_quote(text)}" for name, text in texts.items())
        line = f"{one.change.value:6}  {rates}  {said}, meant {_quote(one.correction.meant)}"
        click.echo(f"{mark_unprintable(one.correction.id[:width]):{width}}  {line}")
    for id_, why in done.skipped.items():
        tell(f"{mark_unprintable(id_[:width])} is skipped: {why}")
    if not done.heard:
        click.echo("no sound was heard")
        return
    many = len(done.heard)
    better, worse = (
        ", ".join(mark_unprintable(id_[:width]) for id_ in _list_changed(done, change)) or "none"
        for change in (RetestResult.BETTER, RetestResult.WORSE)
    )
    click.echo(
        f"{many} sound{'' if many == 1 else 's'}, {done.words} words meant; "
        f"word error rate {done.before:.1%} before, {done.after:.1%} after; better: {better}; worse: {worse}"
    )


def _data(done: Retests) -> dict[str, object]:
    """For programs."""
    return {
        "corrections": [_entry(one) for one in done.heard],
        "skipped": [{"id": id_, "why": why} for id_, why in done.skipped.items()],
        "words": done.words,
        "werBefore": round(done.before, 4),
        "werAfter": round(done.after, 4),
        "better": _list_changed(done, RetestResult.BETTER),
        "worse": _list_changed(done, RetestResult.WORSE),
    }


def _list_changed(done: Retests, change: RetestResult) -> list[str]:
    return [one.correction.id for one in done.heard if one.change is change]


def _entry(one: Retested) -> dict[str, object]:
    return {
        "id": one.correction.id,
        "heard": one.correction.heard,
        "now": one.now,
        "mended": one.mended,
        "meant": one.correction.meant,
        "words": one.before.reference,
        "werBefore": round(one.before.rate, 4),
        "werAfter": round(one.after.rate, 4),
        "change": one.change.value,
    }


def _quote(text: str) -> str:
    return mark_unprintable(json.dumps(" ".join(text.split()), ensure_ascii=False))
