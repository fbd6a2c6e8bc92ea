"""A page is open while its server is killed and started anew: as a person sees it, in a real browser (laws W7 and W8)."""

import os
import signal
import socket
import subprocess
import sys
import threading
from contextlib import closing, contextmanager, suppress

import pytest

from browser.conftest import AXE, PATIENCE
from cli.running import variables

pytestmark = [pytest.mark.wide, pytest.mark.weights, pytest.mark.slow]


def free_port():
    with closing(socket.socket()) as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@contextmanager
def killed(folder, port, *flags):
    """One that is opened by a browser that does nothing but say what it was told to open, and is killed at the end."""
    browser = folder / "browser.sh"
    browser.write_text(f'#!/bin/sh\necho "$1" > {folder}/opened\n')
    browser.chmod(0o700)
    command = [sys.executable, "-m", "solovox", "serve", *flags, "--limit", "4", "--port", str(port)]
    own = variables(folder, BROWSER=str(browser), DISPLAY=":1")
    with (
        (folder / "log").open("a") as log,
        subprocess.Popen(
            [*command, "--set", "narrator.voice=joe"],
            cwd=folder,
            env=own,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        ) as server,
    ):
        try:
            assert server.stdout.readline().startswith("http://"), (folder / "log").read_text()
            yield
        finally:
            server.send_signal(signal.SIGKILL)


@pytest.fixture(scope="module")
def facts(driver, scene, tmp_path_factory):
    folder, port, found = tmp_path_factory.mktemp("restart"), free_port(), {}
    names = {name: str(folder / name) for name in ("answered", "killed", "again")}
    opened, answered = folder / "opened", folder / "answered"
    for pipe in (opened, answered):  # who reads it waits for who writes it
        os.mkfifo(pipe)

    def play(leads):
        try:
            found.update(scene("restart", leads=leads, axe=str(AXE), **names))
        finally:
            with suppress(OSError):  # who still waits for it is let go
                os.close(os.open(answered, os.O_WRONLY | os.O_NONBLOCK))

    with killed(folder, port, "--open"):
        leads = opened.read_text().strip()
        asked = threading.Thread(target=play, args=(leads,))
        asked.start()
        answered.read_text()
    (folder / "killed").touch()
    with killed(folder, port):
        (folder / "again").touch()
        asked.join(PATIENCE)
    return found | {"leads": leads, "port": port}


def test_W2_the_token_is_in_no_argument_of_the_browser(facts):
    assert facts["leads"].startswith("file:///")
    assert "token" not in facts["leads"]
    assert facts["address"].startswith(f"http://127.0.0.1:{facts['port']}/#")


def test_W7_a_page_comes_back_by_itself_and_goes_on_with_its_talk(facts):
    (turn,) = facts["turns"][-1:]
    assert "48" in turn
    assert "6 times 8" in turn


def test_W8_an_address_is_asked_for_with_its_host_and_used_after_a_yes(facts):
    assert "Send it to models.example:9?" in facts["asks"]
    assert "what you say, in words" in facts["asks"]
    assert facts["waits"].startswith("Not used yet: models.example:9")
    assert facts["wrong"] == []


def test_W7_who_is_in_is_listed_and_let_go(facts):
    (one,) = facts["browsers"]
    assert "(this one)" in one
    assert "by the token" in one
