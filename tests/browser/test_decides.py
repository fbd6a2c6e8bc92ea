"""A decision can be made without scrolling, in windows of the usual sizes; and Space talks after the mouse was used. In Debian's Chromium."""

import os
from pathlib import Path

import pytest

pytestmark = [pytest.mark.weights, pytest.mark.slow]

SIZES = [
    (1280, 720),
    (1366, 633),
    (1440, 789),
    (1536, 730),
    (1280, 757),
    (1280, 813),
    (1100, 700),
    (1920, 969),
    (390, 664),
    (390, 844),
]
"""Of windows, inside: laptops with the browser's own bars, a large screen, a telephone."""
WAYS = {"Send it", "Edit", "Do not send"}


@pytest.fixture(scope="module")
def decides(scene):
    pictures = os.environ.get("PICTURES")
    return scene("decides", sizes=SIZES, pictures=pictures and str(Path(pictures).absolute()))


def test_A1_each_button_of_a_decision_is_whole_in_the_window_and_nothing_lies_over_it(decides):
    seen = decides["seen"]
    wrong = {name: {one: why for one, why in buttons.items() if why} for name, buttons in seen.items()}
    assert {name: one for name, one in wrong.items() if one} == {}
    for width, height in SIZES:
        size = f"{width}x{height}"
        assert seen[f"a mended one, {size}"].keys() == WAYS
        assert seen[f"a long act, {size}"].keys() == {"Allow", "Refuse"}
        assert seen[f"a mended one, edited, {size}"].keys() == {"Send the edited text", "Back"}


def test_the_field_that_is_edited_is_in_sight_at_once(decides):
    assert [name for name, there in decides["fields"].items() if not there] == []


@pytest.fixture(scope="module")
def keyed(scene):
    return scene("clickedThenSpace")


def test_T1_space_talks_wherever_the_big_button_was_clicked(keyed):
    assert keyed["found"] == {
        where: {"pressed": "true", "after": "on", "let": "false"}
        for where in ("its icon", "its words", "its rim")
    }


@pytest.mark.parametrize("name", ["decides", "keyed"])
def test_the_console_has_no_error(request, name):
    assert request.getfixturevalue(name)["errors"] == []
