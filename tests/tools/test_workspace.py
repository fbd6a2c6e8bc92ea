"""What a voice may see of the person's files, and what never."""

import os
import re
import subprocess

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from solovox.text.speakable import Speakable
from solovox.tools.files import ListFiles, ReadFileHead, SearchFiles
from solovox.tools.status import ProjectStatus
from solovox.tools.workspace import (
    LONGEST_LINE,
    MOST_BYTES,
    MOST_ENTRIES,
    MOST_MATCHES,
    FileHead,
    FileRefused,
    Listing,
    Workspace,
)

SECRET = "the-secret"


@pytest.fixture
def place(tmp_path):
    (tmp_path / "outside.txt").write_text(SECRET)
    root = tmp_path / "root"
    (root / "src").mkdir(parents=True)
    (root / ".git").mkdir()
    for name in (
        ".env",
        ".git/config",
        "server.pem",
        "id_rsa",
        "credentials.json",
        "prod.env",
        "secrets.yaml",
    ):
        (root / name).write_text(SECRET)
    (root / "README.md").write_text("# Title\n\nText\n")
    (root / "src" / "main.py").write_text("import os\n")
    (root / "data.bin").write_bytes(b"\0\1" + SECRET.encode())
    (root / "latin.txt").write_bytes(b"caf\xe9 " + SECRET.encode())
    (root / "link.txt").symlink_to(tmp_path / "outside.txt")
    (root / "up").symlink_to(tmp_path)
    (root / "env_link.txt").symlink_to(root / ".env")
    (root / "loop").symlink_to(root / "loop")
    (root / "inside.md").symlink_to(root / "README.md")
    os.mkfifo(root / "pipe.txt")
    return root


@pytest.mark.parametrize(
    "path",
    [
        "../outside.txt", "src/../../outside.txt", "/etc/passwd", "link.txt", "up/outside.txt", "up", ".env", "./.env",
        ".git/config", "src/../.env", "env_link.txt", "server.pem", "id_rsa", "credentials.json", "prod.env", "SERVER.PEM",
        "secrets.yaml", "loop", "pipe.txt", "data.bin", "latin.txt", "src", "missing", "", ".", "..", "~/.ssh/id_rsa",
        "a\0b", "C:\\Windows\\win.ini", "..\\outside.txt", "file:///etc/passwd", "README.md/x", "x" * 5000,
        "src/./../up/outside.txt", "README.md\n../outside.txt",
    ],
)  # fmt: skip
async def test_what_may_not_be_read_is_refused_in_one_line(place, path):
    result = await ReadFileHead(Workspace(place)).run({"path": path})
    assert result.failed
    assert SECRET not in result.text
    assert 0 < len(result.text) < 200


@pytest.mark.parametrize("folder", ["..", "/", "up", ".git", "src/../..", "README.md", "missing"])
async def test_what_may_not_be_listed_is_refused(place, folder):
    assert (await ListFiles(Workspace(place)).run({"path": folder})).failed


def test_hidden_and_secret_names_are_not_even_named(place):
    assert Workspace(place).entries() == Listing(
        ("src/", "data.bin", "inside.md", "latin.txt", "pipe.txt", "README.md"), 0
    )
    assert list(Workspace(place).files()) == [
        "README.md",
        "data.bin",
        "inside.md",
        "latin.txt",
        "src/main.py",
    ]


@pytest.mark.parametrize(
    "name",
    [
        "passwords.txt", "aws_credentials", "kubeconfig", "private.asc", "my passwords.ods", "db-secret.yaml", "gcp-credentials.json",
        "prod.tfvars", "terraform.tfstate", "key.gpg", "AuthKey.p8", "api_keys.txt", "Password", "vpn.ovpn", "token", "github_token.txt",
        "passwords_2024.csv", "PRIVATE_KEY", "recovery-codes.txt", "creds.json",
    ],
)  # fmt: skip
def test_what_is_secret_by_its_name_is_not_seen(tmp_path, name):
    (tmp_path / name).write_text(SECRET)
    workspace = Workspace(tmp_path)
    assert (workspace.entries(), list(workspace.files())) == (Listing((), 0), [])
    with pytest.raises(FileRefused):
        workspace.head(name, 1)


@pytest.mark.parametrize(
    "name",
    ["password.py", "forgot_password.html", "tokenizer.json", "secretary.txt", "token.py", "keyboard.txt", "about-secrets.md"],
)  # fmt: skip
def test_what_is_only_about_secrets_is_seen(tmp_path, name):
    (tmp_path / name).write_text("x\n")
    assert list(Workspace(tmp_path).files()) == [name]


async def test_a_name_that_is_no_line_adds_none(tmp_path):
    (tmp_path / "a\nb.txt").write_text("needle\n")
    workspace = Workspace(tmp_path)
    assert (await ListFiles(workspace).run({})).text == '"a\\nb.txt"'
    assert (await ListFiles(workspace).run({"deep": True})).text == '"a\\nb.txt"'
    assert (await SearchFiles(workspace).run({"text": "needle"})).text == '"a\\nb.txt":1: needle'


async def test_a_search_sees_no_secret_and_what_it_may_see(place):
    search = SearchFiles(Workspace(place))
    assert (await search.run({"text": SECRET})).text == "… no file contains it"
    assert (await search.run({"text": "IMPORT  os"})).text == "src/main.py:1: import os"


def test_a_link_inside_the_root_is_followed(place):
    assert Workspace(place).head("inside.md", 1) == FileHead(("# Title",), True)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["..", ".", "up", "src", "link.txt", "/", "README.md", "~", ".git", "", "outside.txt"]
        )
    )
)
def test_no_path_leads_outside(place, parts):
    try:
        head = Workspace(place).head("/".join(parts), 50)
    except FileRefused:
        return
    assert head.lines == ("# Title", "", "Text")


def test_everything_is_capped(tmp_path):
    for number in range(MOST_ENTRIES + 5):
        (tmp_path / f"f{number}.txt").write_text("needle\n")
    (tmp_path / "long.md").write_text("é" * MOST_BYTES)
    workspace = Workspace(tmp_path)
    listing = workspace.entries()
    assert (len(listing.names), listing.more) == (MOST_ENTRIES, 6)
    head = workspace.head("long.md", 10)
    assert (len(head.lines[0]), head.more) == (LONGEST_LINE, True)
    matches, more = workspace.search("needle")
    assert (len(matches), more) == (MOST_MATCHES, True)


def test_a_search_stops_when_it_is_told_to(place):
    assert Workspace(place).search("import", stop=lambda: True) == ([], False)


async def test_the_status_of_a_project_without_git(place):
    status = (await ProjectStatus(Workspace(place)).run({})).text
    assert status == "It is not under git. It has 5 files. 2 files are Markdown and 1 Python."


@pytest.fixture
def git(tmp_path):
    def run(*arguments):
        subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@b", *arguments], cwd=tmp_path, check=True
        )

    return run


async def test_the_status_of_a_project_with_git(tmp_path, git):
    status = ProjectStatus(Workspace(tmp_path))
    git("init", "-q", "-b", "rain")
    (tmp_path / "a.py").write_text("1\n")
    changes = {"about": "changes"}
    assert (await status.run({})).text == (
        "On branch rain. 1 new file: a.py. It has 1 file. 1 file is Python. There is no commit yet."
    )
    assert (await status.run(changes)).text == "On branch rain. 1 new file: a.py."
    git("add", ".")
    git("commit", "-q", "-m", "first")
    assert (await status.run(changes)).text == "On branch rain. Nothing is changed."
    whole = (await status.run({})).text
    assert re.fullmatch(r"On branch rain\. Nothing is changed\..*The newest commit, .* ago: first\.", whole)
    (tmp_path / "a.py").write_text("2\n")
    for name in "bcdef":
        (tmp_path / name).write_text("x")
    assert (await status.run(changes)).text == (
        "On branch rain. 1 changed file: a.py. 5 new files: b, c, d, and 2 more."
    )


async def test_a_repository_names_no_program_to_run(tmp_path, git):
    git("init", "-q")
    hook = tmp_path / "hook.sh"
    hook.write_text("#!/bin/sh\ntouch ran\n")
    hook.chmod(0o755)
    git("config", "core.fsmonitor", str(hook))
    await ProjectStatus(Workspace(tmp_path)).run({})
    assert not (tmp_path / "ran").exists()


async def test_the_size_and_the_newest_commit(tmp_path, git):
    status = ProjectStatus(Workspace(tmp_path))
    assert (await status.run({"about": "commit"})).text == "It is not under git."
    git("init", "-q", "-b", "rain")
    assert (await status.run({"about": "commit"})).text == "There is no commit yet."
    (tmp_path / "a.py").write_text("1\n")
    git("add", ".")
    git("commit", "-q", "-m", "Measure the rain.")
    assert (await status.run({"about": "size"})).text == "It has 1 file."
    newest = (await status.run({"about": "commit"})).text
    assert newest.startswith("The newest commit, ")
    assert newest.endswith(" ago: Measure the rain.")


@pytest.mark.parametrize(
    ("text", "how", "lines"),
    [
        ("main", "anywhere", [1, 2, 4, 5]),
        ("main", "word", [2, 4, 5]),
        ("main", "definition", [2]),
        ("rain sensor", "word", [6, 7]),
        ("rain sensor", "definition", [6]),
        ("limit", "definition", [8]),
        ("main(", "definition", [2]),
    ],
)
async def test_a_search_for_words_and_for_definitions(tmp_path, text, how, lines):
    (tmp_path / "a.py").write_text(
        "# what remains\ndef main():\n    pass\nmain()\ndo_main = 1\nclass RainSensor:\nrain_sensor == 2\nlimit = 5\n"
    )
    result = await SearchFiles(Workspace(tmp_path)).run({"text": text, "how": how})
    assert [int(line.split(":")[1]) for line in result.text.splitlines() if not line.startswith("…")] == lines


def said(text):
    speakable = Speakable()
    return " ".join(piece.said for piece in (*speakable.feed(text), *speakable.finish()))


@pytest.mark.parametrize(
    ("name", "content", "shown", "heard"),
    [
        ("notes.md", "Buy milk.\nCall Ada.\n", "Buy milk.\nCall Ada.", "Buy milk. Call Ada."),
        ("LICENSE", "Free for all.\n", "Free for all.", "Free for all."),
        ("main.py", "x = 1\nprint(x)\n", "```py\nx = 1\nprint(x)\n```", "print"),
        ("odd.py", 'a = "```"\n', '````py\na = "```"\n````', "```"),
        ("empty.md", "", "… the file is empty", "the file is empty"),
    ],
)
async def test_of_a_file_prose_is_read_and_code_is_named(tmp_path, name, content, shown, heard):
    (tmp_path / name).write_text(content)
    found = await ReadFileHead(Workspace(tmp_path)).run({"path": name, "lines": 5})
    assert found.text == shown
    assert (heard in said(found.text)) is ("```" not in shown)
