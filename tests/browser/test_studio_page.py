"""A person in the Studio without a key and without a voice: typed words make an app, which is used, changed, undone, exported and imported."""

import json
import os
import zipfile

import pytest

from browser.conftest import AXE, served

pytestmark = [pytest.mark.weights, pytest.mark.slow]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("studio")


@pytest.fixture(scope="module")
def made(scene, folder):
    with served(folder, "--profile", "studio", "--limit", "10", "--no-journal") as line:
        return scene(
            "studio",
            url=line,
            folder=str(folder),
            axe=str(AXE),
            pictures=os.environ.get("PICTURES", ""),
            picture=os.environ.get("STUDIO_PICTURE", ""),
        )


def test_a_way_without_its_key_says_so_and_this_machine_needs_none(made):
    ways = made["ways"]
    assert ways["local"] == ["true", ""]
    assert ways["gemini"][0] == "false"
    assert "needs" in ways["gemini"][1]
    assert ways["claude"][0] == "false"


def test_a_look_is_chosen_by_keys(made):
    assert made["looks"] == ["sharp", "expert"]


def test_what_no_app_is_like_is_one_line_and_a_way_to_connect_a_model(made):
    assert made["refused"]["line"].startswith("I have no app for that. Without a model there are twelve: ")
    assert made["refused"]["leads"].endswith("/studio/themes")


def test_a_typed_wish_becomes_an_app_that_works_in_a_frame_of_its_own(made):
    app = made["app"]
    assert "8 × 7 =" in app["shown"]
    assert "56" in app["shown"]
    assert "Sums" in app["shown"]
    assert app["sandbox"] == "allow-scripts allow-forms"
    assert app["elsewhere"]


def test_a_question_brings_a_card_whose_button_adds_a_tool(made):
    assert 1 <= made["card"]["count"] <= 5
    assert made["tool"] in made["drawer"]["added"]
    assert 1 <= made["drawer"]["found"] <= 20


def test_the_talk_leads_to_the_code(made):
    assert made["led"] == "studio/files"
    assert "Sums" in made["code"]


def test_a_change_is_a_version_whose_difference_is_shown(made):
    assert "+" in made["changed"]
    assert "index.html" in made["changed"]


def test_what_is_exported_is_the_app_and_can_be_imported_again(made, folder):
    with zipfile.ZipFile(folder / "app.zip") as held:
        assert {"index.html", "style.css", "app.js"} <= set(held.namelist())
    assert made["name"].endswith(".zip")
    assert made["taken"] == made["kept"], "a reload keeps what was open"


def test_it_is_exported_for_vite_with_the_tool_that_was_added(made, folder):
    with zipfile.ZipFile(folder / "vite.zip") as held:
        assert {"index.html", "package-lock.json", "src/main.js", "src/style.css"} <= set(held.namelist())
        package = json.loads(held.read("package.json"))
    assert len(package["dependencies"]) == 1


def test_each_look_is_fit_for_everybody_and_nothing_is_said_on_the_console(made):
    assert made["found"] == []
    assert made["errors"] == []
