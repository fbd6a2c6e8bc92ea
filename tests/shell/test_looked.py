"""What a tool has seen is told as a person would tell it, and nothing of it is lost: law T3."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.shell.links.looked import as_answer
from solovox.text.speakable import Speakable

REST = "\n\nthe whole list is on screen."


def said(text):
    speakable = Speakable()
    return " ".join(piece.said for piece in (*speakable.feed(text), *speakable.finish()) if piece.said)


def files(count, folder=""):
    return [f"{folder}f{n}.py" for n in range(count)]


TOLD = {
    "one file": (["a.py"], "1 file: a.py."),
    "files": (["a.py", "b.py", "README.md"], "3 files: a.py, b.py and README.md."),
    "files without an ending": (["Makefile", "LICENSE", ".gitignore"], "3 files: Makefile, LICENSE and .gitignore."),
    "a folder and files": (["docs/", "a.py", "b.py"], "1 folder, docs, and 2 files, a.py and b.py."),
    "in a folder": (["src/a.py", "src/b.py"], "2 files in src: a.py and b.py."),
    "and more": (["a.py", "b.py", "… and 12 more"], "2 files: a.py and b.py. And 12 more."),
    "many files": (files(12), f"12 files, such as f0.py, f1.py and f2.py.{REST}"),
    "many files in a folder": (files(12, "src/"), f"12 files in src, such as f0.py, f1.py and f2.py.{REST}"),
    "no file": (["… the folder is empty"], "The folder is empty."),
    "names of things": (["milk", "bread", "two eggs"], "milk, bread and two eggs."),
    "many things": ([f"thing {n}" for n in range(9)], f"9 lines, such as thing 0, thing 1 and thing 2.{REST}"),
    "one place": (["src/a.py:3: x = 1"], f"One line: a.py, line 3.{REST}"),
    "places": (["src/a.py:3: x = 1", "b.py:12: x"], f"2 lines of 2 files, first a.py, line 3.{REST}"),
    "a number": (["84"], "84"),
    "a sentence": (["The time is 3:05 PM."], "The time is 3:05 PM."),
    "two sentences": (["It rains.", "It pours."], "It rains. It pours."),
    "keys and values": (["name: x", "age: 3"], "name: x age: 3"),
    "a long text": (["It rains, and it goes on raining."] * 12, "a text block of 12 lines, on screen."),
    "what a program prints": (['{"a": 1,', '"b": 2}'], "some code, on screen."),
}  # fmt: skip


@pytest.mark.parametrize("case", TOLD)
def test_T3_a_list_is_told_as_a_person_would(case):
    lines, expected = TOLD[case]
    assert said(as_answer("\n".join(lines))) == said(expected)


@given(
    st.lists(
        st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), min_size=1, max_size=70),
        min_size=1,
        max_size=12,
    )
)
def test_T3_nothing_that_a_tool_has_seen_is_lost(lines):
    shown = as_answer("\n".join(lines))
    words = [word for line in lines for word in re.findall(r"\w+", line)]
    assert not [word for word in words if word not in shown]
