"""All that is kept of a person is in one table, and purging all removes what was said, and names what stays."""

import asyncio

import pytest

from cli.test_undo import done
from solovox.acts.allowed import AllowedCommands
from solovox.brains.acp.beginnings import keep, place
from solovox.http.auth.known_browsers import KnownBrowsers, browsers_file
from solovox.http.persons_settings import PersonsSettings
from solovox.http.rest.recordings import Recordings
from solovox.parts.journals import PLACES, list_remaining, unknown
from solovox.parts.personas import PersonaFiles
from solovox.server.certificates import NAMES, certificates
from solovox.server.handles import Handles
from solovox.server.memory import Memory
from solovox.server.state import private_folder
from solovox.shell.clock import here_and_now
from solovox.store.untold import AwayEnding, UntoldFile
from solovox.studio.studio import projects_in

pytestmark = pytest.mark.slow

ASK = ("ask", "--text", "What time is it?", "--set", "brain.kind=local", "--speed", "32")


@pytest.fixture
def state(tmp_path, quiet, run):
    """A state folder in which everything is that the program keeps, written by whatever keeps it."""
    folder = tmp_path / "state" / "solovox"
    assert run(*ASK).returncode == 0
    assert run("corrections", "add", "--heard", "solo box", "--meant", "Solovox").returncode == 0
    UntoldFile(folder / "untold", tmp_path).add([AwayEnding("a", "finished")], 0.0)
    Recordings(folder / "recordings").keep_result("mine", {})
    handles = Handles(folder / "live-server", Memory, lambda: 0.0)
    handles.give(handles.begin(lambda: None), Memory("echo"))
    handles.close()
    keep(place(folder, tmp_path, ["agent"]), "s-1")
    done(tmp_path)
    AllowedCommands(tmp_path, folder / "allowed").add("make", "ann", here_and_now(), bare=False)
    private_folder(folder / "studio")
    projects_in(folder).make("mine")
    PersonaFiles(folder / "personas" / "vox").write("A fine day.")
    PersonsSettings((), None, tmp_path, {"SOLOVOX_STATE": str(folder)}).put("talk", "journal.keep", "7 days")
    certificates(folder / "live-server" / "tls", here_and_now(), None, NAMES)
    browsers = KnownBrowsers(browsers_file(folder, "127.0.0.1", 8090))
    browsers.let_in("Mozilla/5.0 (X11)", "token", secure=False)
    assert asyncio.run(browsers.save()) == ""
    private_folder(folder / "children")
    (folder / "children" / "12-ab").write_text("begun\t1\t1\tagent\n")
    return folder


def test_R2_all_that_is_kept_is_in_the_table(state):
    assert unknown(state) == []
    (state / "new.txt").write_text("x")
    assert unknown(state) == ["new.txt"]


def test_R2_purging_all_removes_what_was_said_and_names_what_stays(state, run):
    before = [one for one in PLACES if one.find_paths(state)]
    done = run("sessions", "purge", "--all")
    assert done.returncode == 0, done.stderr
    after = [one for one in PLACES if one.find_paths(state)]
    assert [one for one in before if one not in after] == [one for one in before if not one.removed_by]
    assert list((state / "journals").iterdir()) == []
    assert [line.partition(";")[0] for line in done.stderr.splitlines()] == [
        f"left: {one.what}" for one in list_remaining(state)
    ]
    assert "left: what you taught, and how you pause; removed by: solovox corrections rm" in done.stderr


@pytest.mark.wide
def test_R2_purging_all_removes_what_is_kept_beside_the_talks_where_the_rest_is_elsewhere(
    state, tmp_path, run
):
    done = run("sessions", "purge", "--all", SOLOVOX_STATE=str(tmp_path / "elsewhere"))
    assert done.returncode == 0, done.stderr
    assert not (state / "untold").exists()
    assert not (state / "acp").exists()


@pytest.mark.wide
def test_R2_purging_all_names_what_a_link_leads_to(state, tmp_path, run):
    (state / "recordings").rename(tmp_path / "large")
    (state / "recordings").symlink_to(tmp_path / "large")
    done = run("sessions", "purge", "--all")
    assert "left: questions that you recorded at the page" in done.stderr
    assert [*(tmp_path / "large").iterdir()]
