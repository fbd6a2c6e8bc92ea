"""What a person can have changed by voice: what is heard, what is refused, and how it is written."""

import csv
from datetime import date
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from solovox.ports.writing import WritingError, WritingOrder
from solovox.studio.templates import changes as c
from solovox.studio.templates.colours import colour, contrast, on, readable
from solovox.studio.templates.hearing import heard
from solovox.studio.templates.markup import parsed
from solovox.studio.templates.streaming import streamed
from solovox.studio.templates.stylesheet import variable
from solovox.studio.templates.template import templates
from solovox.studio.templates.ways import MEANINGS, ways
from solovox.studio.templates.writer import TemplateWriter
from studio.templates.streams import applied, asked

TODAY = date(2026, 11, 25)
WRITER = TemplateWriter(lambda: TODAY)
AFTER = Path(__file__).with_name("changes_after.tsv")

HEARD = {
    "make it blue": [c.Recolour(c.LookPart.ACCENT, "#1f5fd6", "blue")],
    "please make the buttons green, thanks": [c.Recolour(c.LookPart.BUTTONS, "#1f8047", "green")],
    "make it dark green": [c.Recolour(c.LookPart.ACCENT, "#006400", "dark green")],
    "dark background": [c.SetScheme(dark=True)],
    "the font is too small": [c.Resize(c.LookPart.TEXT, 1.22)],
    "the text isn't big enough": [c.Resize(c.LookPart.TEXT, 1.22)],
    "make the corners less round": [c.SetCorners(round=False)],
    "call it Salt and Pepper": [c.Retitle("Salt and Pepper")],
    "call it Anna's App and make it pink": [c.Retitle("Anna's App"), c.Recolour(c.LookPart.ACCENT, "#d63f8c", "pink")],
    "add a reset button and a dark mode switch": [c.AddAction(c.Action.RESET, "Reset"), c.AddAction(c.Action.DARK, "Dark mode")],
    "add a reset button called Start over": [c.AddAction(c.Action.RESET, "Start over")],
    "put the total at the top": [c.Move("total", c.PageEnd.TOP)],
    "move the total above the bill": [c.Move("total", c.PageEnd.TOP, "bill")],
    "use euros instead of dollars": [c.SetCurrency("EUR")],
    "set the tip to twenty five percent": [c.SetField("tip", "twenty five percent")],
    "let people log in": [],
    "make it better": [],
}  # fmt: skip


@pytest.mark.parametrize(("said", "changes"), HEARD.items(), ids=list(HEARD))
def test_words_are_heard_as_changes(said, changes):
    assert list(heard(said).changes) == changes


def test_what_is_not_understood_is_said_beside_what_was_done():
    found = heard("make it blue and let people log in")
    assert [type(one) for one in found.changes] == [c.Recolour]
    assert found.unknown == ("let people log in",)


@pytest.mark.parametrize(
    "said", ["a " * 300, "and " * 200, "make it " * 60, "with a blue " * 60, "call it " + "x, y and " * 60]
)
def test_a_long_sentence_is_heard_in_bounded_time(said):
    assert len(heard(said).changes) <= 100


def test_each_way_has_a_meaning_and_each_meaning_a_way():
    assert len({way.means for way in ways()}) == len(set(MEANINGS.values()))


def after():
    lines = [line for line in AFTER.read_text().splitlines() if not line.startswith("#")]
    return [
        (row["said"], row["means"]) for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    ]


@pytest.mark.parametrize(("said", "means"), after())
async def test_other_words_mean_the_same(said, means):
    _, files = await asked(WRITER, "a tip calculator")
    if means == "refused":
        with pytest.raises(WritingError):
            await asked(WRITER, said, files)
    else:
        assert [type(one).__name__ for one in heard(said).changes] == means.split()
        assert (await asked(WRITER, said, files))[1] != files


async def changed(*said, app="a tip calculator"):
    """The last line, the page and the style after some changes."""
    line, files = await asked(WRITER, app)
    for one in said:
        line, files = await asked(WRITER, one, files)
    return line, parsed(files["index.html"]), files["style.css"]


async def test_a_second_change_of_the_same_thing_takes_the_place_of_the_first():
    _, _, once = await changed("make the round up button green")
    _, _, twice = await changed("make the round up button red", "make the round up button green")
    assert once == twice


async def test_it_comes_back_as_it_was():
    before = await asked(WRITER, "a tip calculator")
    _, files = await asked(WRITER, "hide the total", before[1])
    assert (await asked(WRITER, "show the total again", files))[1] == before[1]


REFUSED = {
    "add a reset button, then add a reset button": None,
    "hide the chart": "This app has nothing that is called 'chart'.",
    "set the tip to often": "It takes a number, not 'often'.",
    "set the weather to sunny": "There is no field 'weather'.",
    "make the launch button red": "There is no button 'launch'.",
    "make it one column": "Nothing changes: I would have made it 1 column, and it is so already.",
    "call it Tip calculator": "It is called Tip calculator already.",
    "put the bill at the top": "It stands there already: bill.",
}


@pytest.mark.parametrize(("said", "line"), [one for one in REFUSED.items() if one[1]])
async def test_what_would_change_nothing_is_refused_with_the_reason(said, line):
    _, files = await asked(WRITER, "a tip calculator")
    with pytest.raises(WritingError) as why:
        await asked(WRITER, said, files)
    assert str(why.value) == line


async def test_a_refusal_says_what_can_be_changed_here():
    _, files = await asked(WRITER, "a tip calculator")
    with pytest.raises(
        WritingError,
        match=r"^I cannot do that offline: I can change colours, .* move or hide bill, buttons, total\.$",
    ):
        await asked(WRITER, "let people log in", files)


async def test_done_and_not_done_stand_in_one_line():
    line, *_ = await changed("make it blue and hide the chart")
    assert line == "I made it blue, but: this app has nothing that is called 'chart'."


async def test_another_app_is_made_in_the_place_of_the_first():
    _, files = await asked(WRITER, "a tip calculator")
    line, other = await asked(WRITER, "build me a quiz", files | {"old.js": "1"})
    assert line.startswith("A quiz")
    assert (set(other), parsed(other["index.html"]).html["data-app"]) == (
        {"index.html", "style.css", "app.js", "actions.js"},
        "quiz",
    )


async def test_an_app_that_no_template_wrote_is_changed_where_it_can_be():
    files = {
        "index.html": "<!DOCTYPE html>\n<html><body><h1>Hi</h1><button id=go>Go</button></body></html>",
        "style.css": "body { color: red; }",
    }
    _, renamed = await asked(WRITER, "call it Bye", files)
    assert "<h1>Bye</h1>" in renamed["index.html"]
    for said in ("make it blue", "add a reset button", "put the go button at the top"):
        with pytest.raises(WritingError):
            await asked(WRITER, said, files)


async def test_a_repair_is_refused():
    order = WritingOrder(
        prompt="make it blue", name="x", files={"index.html": ""}, wrong=("a is not defined",)
    )
    with pytest.raises(WritingError, match="a is not defined"):
        async for _ in WRITER.write(order):
            pass


@pytest.mark.parametrize("one", templates(), ids=lambda one: one.id)
async def test_a_small_change_is_a_small_edit(one):
    _, files = await asked(WRITER, f"a {one.name}")
    order = WritingOrder(prompt="make it blue", name="x", files=files)
    text = "".join([piece async for piece in WRITER.write(order)])
    assert "<file" not in text
    assert len(text) < 500


LINES = st.lists(st.sampled_from(["a", "b", "", "c d", "  e", "=======", "</edit>"]), max_size=12).map(
    "\n".join
)


@given(LINES, LINES)
@example("a\na\nb\na\na\na\na", "a\na\nb\na\nb")
def test_what_is_streamed_makes_the_files_of_it(before, after):
    text = "".join(streamed("Done.", {"a.txt": before}, {"a.txt": after}))
    if "</edit>" not in after and "=======" not in after:
        assert applied({"a.txt": before}, text) == ("Done.", {"a.txt": after})


COLOURS = "blue green red yellow orange purple pink black white grey teal navy gold".split()


@pytest.mark.parametrize("name", COLOURS)
def test_what_stands_on_a_colour_can_be_read(name):
    value = colour(name)
    assert contrast(value, on(value)) >= 4.5
    for ground in ("#ffffff", "#0f1219"):
        assert contrast(readable(value, ground), ground) >= 4.5


def resolved(css, name):
    """The colours of a variable in light and in dark."""
    value = variable(css, name)
    if value.startswith("var("):
        return resolved(css, value[4:-1])
    both = value[11:-1].split(", ") if value.startswith("light-dark") else [value, value]
    match variable(css, "--scheme"):
        case "light":
            return both[0], both[0]
        case "dark":
            return both[1], both[1]
        case _:
            return tuple(both)


GROUNDS = [
    ("--text", "--surface"),
    ("--muted", "--surface"),
    ("--title-colour", "--background"),
    ("--page-text", "--background"),
]


@pytest.mark.parametrize("ground", COLOURS)
@pytest.mark.parametrize(
    "first",
    ["make the text yellow", "make the title navy", "make the cards beige", "dark mode", "call it Readable"],
)
async def test_all_text_can_be_read_whatever_is_coloured(first, ground):
    for then in (f"make the background {ground}", f"make the cards {ground}"):
        _, _, css = await changed(first, then)
        for letters, behind in GROUNDS:
            for one, other in zip(resolved(css, letters), resolved(css, behind), strict=True):
                assert contrast(one, other) >= 4.5, (then, letters, behind)


async def test_white_letters_on_white_cards_are_refused_with_what_to_do_first():
    with pytest.raises(WritingError, match="cannot be read here: make it dark first"):
        await changed("make the text white")
