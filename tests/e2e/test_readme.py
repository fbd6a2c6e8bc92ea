"""The commands that the README shows first do what it says."""

import os
import re
import shlex

import pytest

import house_rules as house
from cli.running import solovox

pytestmark = [pytest.mark.weights, pytest.mark.slow]

SHOWN = re.findall(r"^\.venv/bin/solovox (.+?) *#.*$", (house.ROOT / "README.md").read_text(), re.MULTILINE)


def test_there_are_some():
    assert len(SHOWN) == 3


@pytest.mark.parametrize("shown", SHOWN)
def test_a_command_of_the_first_screen_works_as_it_stands(shown, tmp_path):
    (tmp_path / "examples").symlink_to(house.ROOT / "examples")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "pw-play").write_text('#!/bin/sh\ncp "$1" heard.wav\n')
    (tmp_path / "bin" / "pw-play").chmod(0o700)
    done = solovox(*shlex.split(shown), cwd=tmp_path, PATH=f"{tmp_path / 'bin'}:{os.defpath}")
    assert done.returncode == 0, done.stderr
    if shown.startswith("ask"):
        assert "The time is " in done.stdout
        assert (tmp_path / ("heard.wav" if "--play" in shown else "answer.wav")).stat().st_size > 10_000
