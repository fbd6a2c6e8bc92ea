"""What is asked without a model: which app, with which title, items and theme; what changes; and what is refused, in one line."""

import pytest

from solovox.ports.studio import WritingError, WritingOrder
from solovox.studio.templates.asks import app_ask
from solovox.studio.templates.shelf import Chooser, apps, files_of
from solovox.studio.templates.writer import TemplateWriter
from studio.templates.streams import asked

NEW = {
    "a calculator": "A calculator.",
    "build me a calculator": "A calculator.",
    "Please make me a to-do list.": "A to-do list.",
    "a to-do list called Groceries": "A to-do list called Groceries.",
    "a to-do list with milk, eggs and bread": "A to-do list, with milk, eggs and bread.",
    "build me a shopping list named For Sunday with milk and eggs": "A to-do list called For Sunday, with milk and eggs.",
    "a todo list: call Anna, “salt and pepper” and buy “War and Peace” soon": "A to-do list, with call Anna, salt and pepper and buy War and Peace soon.",
    'a todo list: "bread and butter" "rice and peas"': "A to-do list, with bread and butter and rice and peas.",
    "a checklist with passport, tickets and keys called Holiday": "A to-do list called Holiday, with passport, tickets and keys.",
    "a to-do list with a dark mode": "A to-do list. I left out “with a dark mode”: that needs a model.",
    "I want a habit tracker with reading, running": "A habit tracker, with reading and running.",
    "create a kanban board called 'Launch' with design and testing": "A kanban board called Launch, with design and testing.",
    "make a green pomodoro timer": "A timer.",
    "a dark stopwatch with laps": "A stopwatch.",
    "a quiz about planets": "A quiz. I left out “about planets”: that needs a model.",
    "a quiz with five questions": "A quiz. I left out “with five questions”: that needs a model.",
    "could you build me a notes app, please?": "A notes app.",
    "tic tac toe": "A tic-tac-toe game.",
    "noughts and crosses": "A tic-tac-toe game.",
    "give me an expense tracker with a chart": "An expense tracker.",
    "a unit converter": "A unit converter.",
    "a drawing pad for my daughter": "A drawing pad. I left out “for my daughter”: that needs a model.",
    "a calculator called <b>&": "A calculator called ‹b›&.",
}  # fmt: skip
NOTHING = (
    "a tip calculator", "a mortgage calculator", "a currency converter", "build me a snake game", "a bakery page", "a weather dashboard",
    "a chess game", "an alarm clock", "a sleep tracker", "a reading list", "a website for my dog", "a login page", "hello", "make it blue",
    "a game", "something nice", "a map of Berlin", "a music player", "a password generator", "flash cards", "an online shop", "list", "a",
)  # fmt: skip


@pytest.fixture
def writer():
    return TemplateWriter()


@pytest.mark.parametrize(("said", "line"), NEW.items(), ids=NEW)
async def test_M7_an_app_is_made_as_it_was_asked_for(writer, said, line):
    assert (await asked(writer, said))[0] == line


@pytest.mark.parametrize("said", NOTHING)
async def test_M7_what_no_app_is_like_is_refused_in_a_line_that_says_which_there_are(writer, said):
    with pytest.raises(
        WritingError, match=r"^I have no app for that\. .* twelve: calculator, .*\. Connect a model"
    ):
        await asked(writer, said)


async def test_what_is_empty_is_refused(writer):
    with pytest.raises(WritingError):
        await asked(writer, "  ")


@pytest.mark.parametrize("one", apps(), ids=lambda one: one.id)
async def test_every_name_of_an_app_is_this_app_and_its_page_takes_a_title_a_theme_and_its_items(writer, one):
    for name in one.names:
        assert (await asked(writer, f"build me a {name}"))[1]["index.html"].count(f'data-app="{one.id}"') == 1
    _, files = await asked(writer, f"a {one.name} called Ours")
    for said in ("make it dark", "pink theme", *(["add one & two to the list"] if one.items else [])):
        _, files = await asked(writer, said, files)
    page = files["index.html"]
    assert "<title>Ours</title>" in page
    assert "<h1>Ours</h1>" in page
    assert ' data-theme="dark pink"' in page
    assert ("<li>one &amp; two</li>" in page) == bool(one.items)
    assert f"<h1>{one.title}</h1>" in files_of(one.id)["index.html"]


CHANGES = (
    ("call it Market", "It is called Market now.", "<h1>Market</h1>"),
    ("please rename it to Market day.", "It is called Market day now.", "<title>Market day</title>"),
    ("change the title to “Market”", "It is called Market now.", "<h1>Market</h1>"),
    ("make it dark", "It is dark now.", 'data-theme="dark"'),
    ("Make it Violet!", "It is purple now.", 'data-theme="purple"'),
    ("green theme", "It is green now.", 'data-theme="green"'),
    ("switch to light mode", "It is light now.", 'data-theme="light"'),
    ("change the colour to gray", "It is grey now.", 'data-theme="grey"'),
    ("add bread and Jam to the list", "I put bread and Jam on the list.", "<li>bread</li>\n    <li>Jam</li>"),
    ("put tea on my shopping list please", "I put tea on the list.", "<li>tea</li>"),
    ("remove MILK from the list", "I took MILK off the list.", '<template id="items">\n    <li>eggs</li>\n  </template>'),
)  # fmt: skip


@pytest.mark.parametrize(("said", "line", "shows"), CHANGES)
async def test_a_change_is_done_and_nothing_else_is_touched(writer, said, line, shows):
    _, files = await asked(writer, "a to-do list with milk and eggs")
    told, changed = await asked(writer, said, files)
    assert told == line
    assert shows in changed["index.html"]
    assert [path for path in files if files[path] != changed[path]] == ["index.html"]


REFUSED = {
    "make the buttons bigger": "Without a model I can change the title",
    "add milk": "“add milk to the list”",
    "add a reset button": "Without a model I can change",
    "translate it": "Connect a model for anything else.",
    "remove bread from the list": "Not on the list as it is made: bread.",
    "add milk to the list": "Nothing changes by that",
    'add "" to the list': "Without a model I can change",
    'call it "."': "Without a model I can change",
}


@pytest.mark.parametrize(("said", "why"), REFUSED.items(), ids=REFUSED)
async def test_what_is_no_such_change_is_refused_in_a_line_that_says_what_is(writer, said, why):
    _, files = await asked(writer, "a to-do list with milk and eggs")
    with pytest.raises(WritingError, match=why) as raised:
        await asked(writer, said, files)
    assert "\n" not in str(raised.value)


async def test_another_app_takes_the_place_of_the_first_where_one_is_asked_for(writer):
    _, files = await asked(writer, "a to-do list")
    line, files = await asked(writer, "now build me a stopwatch", files)
    assert line == "A stopwatch."
    assert 'data-app="stopwatch"' in files["index.html"]


async def test_an_app_that_a_model_wrote_is_changed_only_where_it_has_a_place_for_it(writer):
    theirs = {"index.html": "<html><title>A</title><h1>A</h1></html>"}
    assert (await asked(writer, "call it B", theirs))[1][
        "index.html"
    ] == "<html><title>B</title><h1>B</h1></html>"
    for said in ("make it dark", "add milk to the list"):
        with pytest.raises(WritingError):
            await asked(writer, said, theirs)


HOSTILE = (
    '"><script>alert(1)</script>',
    "</template><img src=x onerror=alert(1)>",
    "</file><file path='app.js'>",
    "$& \\1 \\g<0>",
)


@pytest.mark.parametrize("said", HOSTILE)
async def test_M7_words_of_a_person_are_text_and_nothing_else(writer, said):
    line, files = await asked(writer, f"a to-do list called {said}")
    _, more = await asked(writer, f"add {said} to the list", files)
    assert "<file" not in line
    assert files.keys() == {"index.html", "style.css", "app.js"}
    for page in (files["index.html"], more["index.html"]):
        assert page.count("<script") == 1
        assert "<img" not in page
    assert more["app.js"] == files_of("todo")["app.js"]


async def test_what_is_wrong_with_an_app_is_not_mended_without_a_model(writer):
    order = WritingOrder(prompt="a timer", name="T", files={}, wrong=("app.js:1 broke",))
    with pytest.raises(WritingError, match="app.js:1 broke"):
        [piece async for piece in writer.write(order)]


MEANT = {
    "something to work out sums": "calculator", "a scientific calculator": "calculator", "keep track of the chores I still have": "todo",
    "a focus timer with breaks": "timer", "time my laps at the track": "stopwatch", "a place to jot down my thoughts": "notes",
    "a budget planner": "expenses", "track my daily habits": "habits", "a canvas to sketch on with the mouse": "drawing",
    "a board with columns for my tasks": "kanban", "how many miles are ten kilometres": "converter",
}  # fmt: skip


def chosen(chooser, said):
    ask = app_ask(said)
    return chooser.choose(ask.head, ask.bare)


@pytest.mark.weights
def test_the_sentence_model_finds_what_names_miss_and_is_never_sure_of_what_there_is_not(minilm):
    chooser = Chooser(lambda: minilm)
    found = {said: chosen(chooser, said) for said in MEANT}
    assert {said: one and one.id for said, one in found.items()} == MEANT
    assert [said for said in NOTHING if chosen(chooser, said)] == []


def test_without_weights_the_names_alone_choose():
    def missing():
        raise OSError("there are no weights")

    assert chosen(Chooser(missing), "a timer").id == "timer"
    assert chosen(Chooser(missing), "somewhere to doodle") is None
