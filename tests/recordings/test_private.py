"""What a person said is in marked fields only."""

from typing import get_args, get_type_hints

import pytest

from solovox.core.events import Event
from solovox.recordings import private

pytestmark = pytest.mark.slow


def texts(kind):
    """The names of an event's own fields that hold text of any kind."""

    def holds_text(hint):
        hint = getattr(hint, "__supertype__", hint)
        return hint is str or any(holds_text(part) for part in get_args(hint))

    return {name for name, hint in get_type_hints(kind).items() if holds_text(hint)}


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_R2_every_text_of_an_event_is_classified_once(kind):
    tables = [table.get(kind, ()) for table in (private.PERSON, private.ECHO, private.PLAIN)]
    classified = [name for table in tables for name in table]
    assert sorted(classified) == sorted(texts(kind))


def test_text_hints_see_through_unions():
    assert "receipt" in texts(next(kind for kind in get_args(Event) if kind.__name__ == "ToolReturned"))
