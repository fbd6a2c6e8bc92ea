"""What `solovox corrections test` does: the sounds are heard again, one after the other, and it is told what changed."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import closing
from typing import Any, Final

import click

from solovox.app.configured import configured
from solovox.app.hearing_live import NotHeard
from solovox.app.retesting import Retest, Retested, RetestResult
from solovox.app.shared_engines import SharedEngines
from solovox.cli.failing import tell
from solovox.cli.plain import shown
from solovox.config.load import environment
from solovox.core.units import MIC_RATE
from solovox.ports import Correction, SttCorrection
from solovox.weights import Cache, default_root

NO_SOUND: Final = "no sound is kept with it"
LIVE: Final = "{} hears them, twice and in real time"


class Retests:
    """The sounds of these corrections; all of the person's count when they are heard."""

    def __init__(self, chosen: Sequence[Correction], taught: Sequence[Correction]) -> None:
        self._taught = taught
        self._sounds = [one for one in chosen if isinstance(one, SttCorrection) and one.audio]
        self.skipped = {one.id: NO_SOUND for one in chosen if one not in self._sounds}
        self.heard: list[Retested] = []
        self.failed = False

    def run(self, profile: str, flags: Sequence[str]) -> None:
        """Hear them. Raises `ConfigError`."""
        if not self._sounds:
            return
        config = configured(profile, flags)
        if config.ear.kind != "local":
            click.echo(LIVE.format(f"ear.kind = {shown(config.ear.kind)}"), err=True)
        engines = SharedEngines(Cache(default_root(environment())), 1)
        with closing(engines):
            asyncio.run(self._hear(Retest(config, engines, self._taught)))

    async def _hear(self, retest: Retest) -> None:
        for n, one in enumerate(self._sounds, 1):
            seconds = len(one.audio) / 2 / MIC_RATE
            click.echo(f"hearing {n} of {len(self._sounds)}: {seconds:.1f} s of sound", err=True)
            try:
                self.heard.append(await retest.of(one))
            except NotHeard as error:
                self.failed = True
                self.skipped[one.id] = str(error)

    def tell(self, width: int) -> None:
        """For people. `width`: characters of an id."""
        for one in self.heard:
            rates = f"{one.before.rate:4.0%} → {one.after.rate:4.0%}"
            texts = {"heard": one.correction.heard, "now": one.now, "mended": one.mended}
            said = ", ".join(f"{name} {_quoted(text)}" for name, text in texts.items())
            line = f"{one.change.value:6}  {rates}  {said}, meant {_quoted(one.correction.meant)}"
            click.echo(f"{shown(one.correction.id[:width]):{width}}  {line}")
        for id_, why in self.skipped.items():
            tell(f"{shown(id_[:width])} is skipped: {why}")
        if not self.heard:
            click.echo("no sound was heard")
            return
        many, words = len(self.heard), self._words
        click.echo(
            f"{many} sound{'' if many == 1 else 's'}, {words} words meant; "
            f"word error rate {self._rate('before'):.1%} before, {self._rate('after'):.1%} after; "
            f"better: {self._ids(RetestResult.BETTER, width)}; worse: {self._ids(RetestResult.WORSE, width)}"
        )

    def data(self) -> dict[str, Any]:
        """For programs."""
        return {
            "corrections": [_entry(one) for one in self.heard],
            "skipped": [{"id": id_, "why": why} for id_, why in self.skipped.items()],
            "words": self._words,
            "werBefore": round(self._rate("before"), 4),
            "werAfter": round(self._rate("after"), 4),
            "better": [one.correction.id for one in self.heard if one.change is RetestResult.BETTER],
            "worse": [one.correction.id for one in self.heard if one.change is RetestResult.WORSE],
        }

    def _ids(self, change: RetestResult, width: int) -> str:
        ids = [shown(one.correction.id[:width]) for one in self.heard if one.change is change]
        return ", ".join(ids) or "none"

    @property
    def _words(self) -> int:
        return sum(one.before.reference for one in self.heard)

    def _rate(self, when: str) -> float:
        wrong: int = sum(getattr(one, when).count for one in self.heard)
        return wrong / max(1, self._words)


def printed(done: Retests, width: int, *, as_json: bool) -> None:
    """Tell what was found."""
    if as_json:
        click.echo(json.dumps(done.data(), indent=2, ensure_ascii=False))
    else:
        done.tell(width)


def _entry(one: Retested) -> dict[str, Any]:
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


def _quoted(text: str) -> str:
    return shown(json.dumps(" ".join(text.split()), ensure_ascii=False))
