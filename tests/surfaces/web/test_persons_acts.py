"""What a person does at a page, as the event that it is; and what a page is told of what they taught (laws A3, K1, K2)."""

import pytest

from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.mends import Mend, MendWhy
from solovox.core.policy import Policy
from solovox.core.units import HoldId, InputMeans
from solovox.surfaces.web.screen import frame_of, settings
from solovox.surfaces.web.surface import event_of
from solovox.wire.browser import down, up

HOLD, CLICK = HoldId(2), InputMeans.CLICK


@pytest.mark.parametrize(
    ("frame", "event"),
    [
        (up.AcceptFrame(2, "run it"), ev.ConsentGiven(HOLD, "run it", CLICK)),
        (up.AcceptFrame(2, "run it", heard="run it"), ev.ConsentGiven(HOLD, "run it", CLICK, heard="run it")),
        (up.EditFrame(2, "run it", heard="run"), ev.ConsentGiven(HOLD, "run it", CLICK, heard="run")),
        (up.EditFrame(2, " ", heard="run"), "a yes needs the text that it is to"),
        (up.UnmendFrame("read me", "README.md"), ev.MendRefused("read me", "README.md")),
    ],
)
def test_A3_an_answer_says_what_the_person_made_of_both_texts(frame, event):
    assert event_of(frame) == event


def test_K2_a_page_is_told_what_was_kept_and_whether_edits_are():
    assert frame_of(ev.Taught(HOLD, "7d1e"), 0) == down.TaughtFrame(2, "7d1e")
    assert settings(Policy(learning=True)).learning


def test_K2_each_mend_is_shown():
    mends = (Mend("read me", "README.md", MendWhy.LEXICON),)
    heard = frame_of(do.ShowHeard(1, "open the read me", final=True, mends=mends), 0)
    hold = frame_of(do.ShowHold(HOLD, "open the README.md", heard="open the read me", mends=mends), 0)
    assert (heard.mends, hold.mends) == (mends, mends)
