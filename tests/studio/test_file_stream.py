"""What a writer streams becomes the same files, however it is cut."""

import itertools
import random

import pytest

from solovox.studio.file_stream import (
    FileClosed,
    FileOpened,
    FileRemoved,
    FileStream,
    FileText,
    FileTruncated,
    ProseWrote,
)

pytestmark = pytest.mark.slow

CSS = ":root{--a:1}\n"


def told(pieces):
    """What came of an answer, with neighbouring pieces of text joined."""
    stream, found = FileStream(), []
    events = [event for piece in pieces for event in stream.feed(piece)]
    for kind, group in itertools.groupby((*events, *stream.finish()), type):
        if kind in (FileText, ProseWrote):
            found.append(kind("".join(event.text for event in group)))
        else:
            found += group
    return found


def file(path, text, *, edits=False):
    return [FileOpened(path, edits), *([FileText(text)] if text else []), FileClosed()]


def said(text):
    return [ProseWrote(text)]


ANSWERS = {
    "a file": ('<file path="a.css">:root{--a:1}\n</file>', file("a.css", CSS)),
    "its first line break is left out": ('<file path="a.css">\n:root{--a:1}\n</file>', file("a.css", CSS)),
    "and no other": ('<file path="a.css">\n\nx</file>', file("a.css", "\nx")),
    "an empty one": ('<file path="a.css"></file>', file("a.css", "")),
    "single quotes and spaces": ("<file  path = 'a.css' >x</file>", file("a.css", "x")),
    "prose": ("I <3 it. 1 < 2 > 0, <b>bold</b>.", said("I <3 it. 1 < 2 > 0, <b>bold</b>.")),
    "prose around files": (
        'One.\n<file path="a.js">1</file>\nTwo.<file path="b.js">2</file> End.',
        [*said("One.\n"), *file("a.js", "1"), *said("\nTwo."), *file("b.js", "2"), *said(" End.")],
    ),
    "an edit": (
        '<edit path="a.js"><<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n</edit>',
        file("a.js", "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n", edits=True),
    ),
    "a removal": ('x<remove path="a.js"/>y', [*said("x"), FileRemoved("a.js"), *said("y")]),
    "a removal that is left open": ('<remove path="a.js">', [FileRemoved("a.js")]),
    "near misses of what closes it": (
        '<file path="a.js"></fil></files></ file></FILE></edit><</file></file>',
        file("a.js", "</fil></files></ file></FILE></edit><") + said("</file>"),
    ),
    "near misses of what opens it": (
        '<file><file path="a"b><files path="a"><file path=a><<file path="x.js">1</file>',
        said('<file><file path="a"b><files path="a"><file path=a><') + file("x.js", "1"),
    ),
    "a tag that is too long": (
        f'<file path="{"a" * 400}">x</file>',
        said(f'<file path="{"a" * 400}">x</file>'),
    ),
    "cut off": ('<file path="a.js">abc', [FileOpened("a.js"), FileText("abc"), FileTruncated()]),
    "cut off at once": ('<file path="a.js">', [FileOpened("a.js"), FileTruncated()]),
    "cut off in a tag": ('x<file path="a', said('x<file path="a')),
    "cut off in what closes it": (
        '<file path="a.js">abc</fi',
        [FileOpened("a.js"), FileText("abc</fi"), FileTruncated()],
    ),
    "a fence around the text": ('<file path="a.css">\n```css\n:root{--a:1}\n```\n</file>', file("a.css", CSS)),
    "a fence of nothing": ('<file path="a.css">```\n```</file>', file("a.css", "\n")),
    "a fence in the text stays": ('<file path="a.js">x\n```\ny\n```\n</file>', file("a.js", "x\n```\ny\n```\n")),
    "a page of notes may begin with one": (
        '<file path="a.md">```\nx\n```\n</file>',
        file("a.md", "```\nx\n```\n"),
    ),
    "a fence around files is prose": (
        '```xml\n<file path="a.css">x</file>\n```\n',
        [*said("```xml\n"), *file("a.css", "x"), *said("\n```\n")],
    ),
    "a page in a fence alone": (
        "Here:\n```html\n<!doctype html>\n<p>1</p>\n```\nDone.",
        [*said("Here:\n"), *file("index.html", "<!doctype html>\n<p>1</p>\n"), *said("Done.")],
    ),
    "in capitals, at the beginning and the end": (
        "```HTML \n\n <HTML>\n</HTML>\n```",
        file("index.html", "\n <HTML>\n</HTML>\n"),
    ),
    "a page in a fence that is cut off": (
        "```html\n<html>\n``",
        [FileOpened("index.html"), FileText("<html>\n``"), FileTruncated()],
    ),
    "a piece of one is prose": ("```html\n<p>1</p>\n```", said("```html\n<p>1</p>\n```")),
    "a page in a fence behind files is prose": (
        '<file path="a.js">1</file>\n```html\n<html>\n```\n',
        [*file("a.js", "1"), *said("\n```html\n<html>\n```\n")],
    ),
    "line ends of another system": (
        '<file path="a.js">\r\na\r\nb\r\r\n</file>\r',
        [*file("a.js", "a\nb\r\n"), *said("\r")],
    ),
    "nothing": ("", []),
}  # fmt: skip


@pytest.mark.parametrize(("answer", "expected"), ANSWERS.values(), ids=ANSWERS)
def test_M5_what_comes_of_an_answer(answer, expected):
    assert told([answer]) == expected
    assert told([*answer]) == expected


def test_M5_any_cutting_gives_the_same():
    chance = random.Random(5)
    answers = [answer for answer, _ in ANSWERS.values()]
    for _ in range(2_000):
        whole = "\n".join(chance.sample(answers, 2)) if chance.random() < 0.5 else chance.choice(answers)
        cuts = sorted(chance.choices(range(len(whole) + 1), k=chance.randrange(12)))
        pieces = [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
        assert told(pieces) == told([whole]), pieces


def test_M5_any_signs_in_any_order_give_the_same():
    chance = random.Random(7)
    signs = [
        "<", ">", "<file", ' path="a.js"', "</file>", "<edit", "</edit>", "```", "html", "\n", "\r", " ", "`",
        "<!doctype", "<html>", "/>", "x", "é", "<remove", "        ", "<<<<<<< SEARCH\n",
    ]  # fmt: skip
    for _ in range(2_000):
        pieces = chance.choices(signs, k=chance.randrange(1, 25))
        whole = "".join(pieces)
        assert told(pieces) == told([whole]) == told([*whole]), pieces


@pytest.mark.slow
def test_a_long_answer_is_quick():
    text = "a < b\n" * 200_000
    assert told([text]) == said(text)
