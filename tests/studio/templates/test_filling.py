"""What a request makes of a template: which one, with which values, and the line that says so."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.ports.writing import WritingError
from solovox.studio.templates.choosing import by_words
from solovox.studio.templates.markup import parsed, written
from solovox.studio.templates.template import templates
from solovox.studio.templates.writer import TemplateWriter
from studio.templates.streams import asked

TODAY = date(2026, 11, 25)


@pytest.fixture
def writer():
    return TemplateWriter(lambda: TODAY)


LINES = {
    "build me a tip calculator": "A tip calculator.",
    "a tip calculator for pizza nights with 18 percent and four people": "A tip calculator for pizza nights, for 4 people, with 18 percent.",
    "a tip calculator for one person": "A tip calculator.",
    "a quiz about planets with five questions": "A quiz about planets, with 5 questions to fill in; offline I do not know the questions, so write them below the score.",
    "quiz: capital of France is Paris, capital of Spain is Madrid": "A quiz with 2 questions.",
    "a countdown to Christmas": "A countdown to Christmas, for 25 December 2026.",
    "a countdown to the 3rd of March 2027": "A countdown for 3 March 2027.",
    "a countdown to my birthday on May 5": "A countdown to my birthday, for 5 May 2027.",
    "a countdown to the party in ten days": "A countdown to the party, for 5 December 2026.",
    "a countdown to the launch": "A countdown to the launch; I do not know the day, so set it below.",
    "flash cards: hola is hello, adios is goodbye": "A set of flash cards with 2 cards.",
    "a 25 minute timer": "A timer of 25 minutes.",
    "a timer for half an hour": "A timer of 30 minutes.",
    "a two and a half minute egg timer": "A timer of 2.5 minutes.",
    "a 90 second timer for eggs": "A timer for eggs, of 90 seconds.",
    "a timer of 1 minute and 30 seconds": "A timer of 1 minute and 30 seconds.",
    "a to do list with milk, eggs and bread": "A to-do list with milk, eggs and bread.",
    "a to do list with dark mode": "A to-do list; I made it dark.",
    "a to do list called Saturday: wash the car, call Anna": "A to-do list called Saturday with wash the car and call Anna.",
    "a pie chart with rent 800, food three hundred": "A chart of rent and food, as a pie.",
    "convert miles to kilometres": "A unit converter from mile to kilometre.",
    "a drawing pad with a red pen": "A drawing pad with a red pen.",
    "a budget with an income of 2,500 euros and rent 900, food 400": "A budget with an income of 2500, with rent and food.",
    "a note taking app": "A notebook.",
    "a colour palette from dark green": "A colour palette from dark green.",
    "a blue stopwatch with big buttons": "A stopwatch; I made it blue and made the buttons larger.",
    "vote between pizza, pasta and sushi": "A poll with pizza, pasta and sushi.",
    "count people at the door up to fifty": "A tally up to 50.",
}


@pytest.mark.parametrize(("said", "line"), LINES.items(), ids=list(LINES))
async def test_a_request_fills_a_template_and_the_line_says_with_what(writer, said, line):
    assert (await asked(writer, said))[0] == line


VALUES = {
    ("a tip calculator with 18 percent for 4 people in euros", "#tip"): "18",
    ("a tip calculator for a table of six", "#people"): "6",
    ("a tip calculator for a bill of $120.50", "#bill"): "120.5",
    ("an hour and a half timer", "#minutes"): "90",
    ("a 90 second timer", "#minutes"): "0",
    ("a 1 hour 15 minute timer", "#minutes"): "75",
    ("days until new year", "#date"): "2027-01-01",
    ("a countdown to 2028-02-29", "#date"): "2028-02-29",
    ("a countdown to next friday", "#date"): "2026-11-27",
    ("a drawing pad with a dark red pen", "#colour"): "#8b0000",
    ("a budget where I earn 3000 a month", "#income"): "3000",
}


@pytest.mark.parametrize(("asks", "value"), VALUES.items(), ids=[f"{said} {at}" for said, at in VALUES])
async def test_a_value_stands_in_its_field(writer, asks, value):
    _, files = await asked(writer, asks[0])
    assert parsed(files["index.html"]).select_one(asks[1])["value"] == value


async def test_lists_pairs_and_money_stand_in_the_page(writer):
    _, files = await asked(writer, "flash cards: salt and pepper is sal y pimienta, adios is goodbye")
    assert (
        parsed(files["index.html"]).select_one("#cards").text
        == "salt and pepper = sal y pimienta\nadios = goodbye"
    )
    _, files = await asked(writer, "a chart of apples 5, pears 1,200 and plums three")
    assert parsed(files["index.html"]).select_one("#data").text == "apples, 5\npears, 1200\nplums, 3"
    _, files = await asked(writer, "a tip calculator in euros")
    assert parsed(files["index.html"]).html["data-currency"] == "EUR"
    _, files = await asked(writer, "a quiz about birds with 3 questions")
    assert parsed(files["index.html"]).select_one("#questions").text.count("about birds? = Right answer") == 3


CHOICES = {
    "build me a tip calculator": "tip-calculator", "something to split the bill": "tip-calculator", "a pomodoro timer": "timer",
    "a kitchen timer for my tea": "timer", "make a todo app": "todo", "I need a shopping list": "todo", "a checklist": "todo",
    "a trivia game about films": "quiz", "a quiz with a timer": "quiz", "draw a bar chart": "chart", "plot my numbers": "chart",
    "a graph of sales": "chart", "celsius to fahrenheit": "unit-converter", "convert units": "unit-converter", "a whiteboard": "drawing-pad",
    "a paint program for kids": "drawing-pad", "flashcards for spanish": "flash-cards", "a vocabulary trainer": "flash-cards",
    "track my spending": "budget", "an expense tracker": "budget", "how many days until my birthday": "countdown",
    "a countdown to the wedding": "countdown", "a markdown editor": "notes", "a notepad": "notes", "a colour scheme": "palette",
    "a stopwatch with laps": "stopwatch", "a tally counter": "tally", "let friends vote on lunch": "poll",
    "a countdown timer for ten minutes": "timer", "a timer for my quiz": "timer",
}  # fmt: skip
NOTHING_HERE = (
    "build me a chess game", "a website for my dog", "a calculator for taxes", "a weather app", "a chat with my friends", "a map of Berlin",
    "an online shop", "a music player", "a login page", "something nice", "hello", "a blog about cooking", "a snake game", "a calendar",
)  # fmt: skip


@pytest.mark.parametrize(("said", "id"), CHOICES.items(), ids=list(CHOICES))
def test_words_choose_a_template(said, id):  # noqa: A002 - the field's own word
    assert by_words(said).id == id


@pytest.mark.parametrize("said", NOTHING_HERE)
async def test_what_no_template_makes_is_refused_with_what_can_be_made(writer, said):
    with pytest.raises(
        WritingError,
        match=r"^I cannot make that offline\. Offline I can make a budget, .* or unit converter\.$",
    ):
        await asked(writer, said)


async def test_a_value_out_of_its_range_is_refused_with_the_range(writer):
    with pytest.raises(WritingError, match=r"^The value of tip goes from 0 to 100, not 500\.$"):
        await asked(writer, "a tip calculator with 500 percent")


@pytest.mark.parametrize("one", templates(), ids=lambda one: one.id)
def test_a_page_that_was_only_read_is_written_as_it_was(one):
    page = one.files["index.html"]
    assert written(parsed(page)) == page


HOSTILE = (
    '"><script>alert(1)</script>',
    "</textarea><img src=x onerror=alert(1)>",
    "${alert(1)}`'\"\\",
    "&amp;<!--",
    "]]></title><b>",
    '<file path="x.js">alert(1)</file>',
    '<remove path="app.js"/>',
)


@pytest.mark.parametrize("bad", HOSTILE)
@pytest.mark.parametrize(
    "said",
    [
        'a quiz called "{}"',
        "flash cards: {} is one, two is three",
        "a to-do list: {}, milk",
        "a timer for {}",
        "a poll with {} and two",
    ],
)
async def test_words_stay_words_whatever_they_are(writer, said, bad):
    _, files = await asked(writer, said.format(bad))
    await _is_a_template_with_other_words(files)


@given(st.text(max_size=120))
async def test_any_text_stays_text(said):
    try:
        _, files = await asked(TemplateWriter(lambda: TODAY), f"a to-do list called x: milk, {said}")
    except WritingError:
        return
    await _is_a_template_with_other_words(files)


async def _is_a_template_with_other_words(files):
    """Elements, attributes' names and scripts are a template's own."""
    page = parsed(files["index.html"])
    own = next(one for one in templates() if one.id == page.html["data-app"])
    bare = parsed(own.files["index.html"])
    known = {(tag.name, *sorted(tag.attrs)) for tag in bare.find_all(True)} | {("li",)}
    assert {(tag.name, *sorted(tag.attrs)) for tag in page.find_all(True)} <= known | {
        ("button", "class", "data-action", "id", "type")
    }
    assert {path: files[path] for path in ("app.js", "actions.js")} == {
        path: own.files[path] for path in ("app.js", "actions.js")
    }
