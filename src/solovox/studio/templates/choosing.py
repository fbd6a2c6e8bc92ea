"""Which app a request asks for: by its names, and by the sentence model where it is sure.

Rule 1: a name is all of what the request calls its app: "a tip calculator" is no calculator.
Rule 2: the model is believed from `NEAR` on, and only `AHEAD` of any other app. Where the request ends in the name of an app that
has another word before it, it is believed from `SAME` on: that word makes another thing of it, more often than not.
"""

from collections.abc import Callable
from typing import Final

from solovox.ports.meaning import Embedding, Point
from solovox.studio.templates.asks import AppAsk
from solovox.studio.templates.shelf import ReadyApp, apps, by_name, name_key

NEAR: Final = 0.62
AHEAD: Final = 0.15
SAME: Final = 0.8
"""Cosines."""


class Chooser:
    """Chooses. `embedding` gives the sentence model, and raises where there is none; None: names alone."""

    def __init__(self, embedding: Callable[[], Embedding] | None = None) -> None:
        self._embedding = embedding
        self._points: dict[str, Point] = {}

    def choose(self, ask: AppAsk) -> ReadyApp | None:
        """The app; None: it is not sure. It may load a model: call it in a thread."""
        if (found := by_name(ask.head)) or self._embedding is None or not ask.head:
            return found
        try:
            model = self._embedding()
        except Exception:  # noqa: BLE001 - without weights the names alone count
            return None
        here = model.point(ask.bare)
        score = {
            app.id: max(float(here @ self._point(model, one)) for one in (*app.names, *app.about))
            for app in apps()
        }
        first, second = sorted(apps(), key=lambda app: -score[app.id])[:2]
        sure = score[first.id] >= (SAME if _ends_in_a_name(ask.head) else NEAR)
        return first if sure and score[first.id] - score[second.id] >= AHEAD else None

    def _point(self, model: Embedding, phrase: str) -> Point:
        if phrase not in self._points:
            self._points[phrase] = model.point(phrase)
        return self._points[phrase]


def _ends_in_a_name(head: str) -> bool:
    """Whether only words before it keep it from being a name: a currency converter, a sleep tracker."""
    return name_key(head.rsplit(maxsplit=1)[-1]) in {
        name_key(name.split()[-1]) for app in apps() for name in app.names
    }
