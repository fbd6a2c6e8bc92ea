"""The to-do list, tested without a key and without a network: `solovox_live` comes with solovox, and is there when pytest runs."""

import asyncio

import pytest
from todo import TodoList, talk

from solovox.testing.live_server import ToolAnswered, ToolCalled


@pytest.fixture
def todo():
    return TodoList()


def test_what_is_asked_for_is_added(solovox_live, todo):
    (said,) = asyncio.run(talk(todo, "Add milk to my list."))
    assert todo.items == ["milk"]
    assert said == "Added milk."
    assert solovox_live.heard == ["Add milk to my list."]
    assert solovox_live.calls == [ToolCalled("add_item", {"item": "milk"})]
    assert solovox_live.answers == [ToolAnswered("add_item", {"result": "Added milk."})]


def test_it_is_read_out_and_crossed_off(solovox_live, todo):
    todo.items = ["bread", "butter"]
    asyncio.run(talk(todo, "What is on my list?", "Remove bread from the list."))
    assert [call.name for call in solovox_live.calls] == ["read_list", "remove_item"]
    assert todo.items == ["butter"]
    assert "On your list: bread, butter." in solovox_live.said


def test_small_talk_changes_nothing(solovox_live, todo):
    asyncio.run(talk(todo, "Hello there!"))
    assert solovox_live.calls == []
    assert todo.items == []
