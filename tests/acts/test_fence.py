"""Nothing gets out of the fence: with the real one, tried with real commands (law A7)."""

import asyncio
import os
import shutil
import socket
import subprocess
import tempfile

import pytest
from hypothesis import HealthCheck, given, settings

from acts.nested import nested
from solovox.acts.fence import fence_of

pytestmark = pytest.mark.slow

OUTSIDE, PORT = "@outside@", "@port@"
ENDS = (
    f"touch {OUTSIDE}/new", f"rm -rf {OUTSIDE}/kept", f"cp /etc/passwd {OUTSIDE}/kept", f"mv {OUTSIDE}/kept kept", f"ln -sf /etc {OUTSIDE}/kept",
    f"chmod 777 {OUTSIDE}", "touch /etc/solovox-made", "touch ~/solovox-made", f"bash -c 'exec 3<>/dev/tcp/127.0.0.1/{PORT}'",
    f"python3 -c 'import socket; socket.create_connection((\"127.0.0.1\", {PORT}))'", f"curl -m 2 http://127.0.0.1:{PORT}",
    "mount -o remount,rw /", f"python3 -c 'open(\"{OUTSIDE}/new\", \"w\")'", f"sh -c 'sleep 0.2; touch {OUTSIDE}/late'",
)  # fmt: skip


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """The fence around a workspace, a folder outside, and a server that counts who comes."""
    work, outside = tmp_path_factory.mktemp("work"), tmp_path_factory.mktemp("outside")
    fence = asyncio.run(fence_of(work, os.environ))
    assert fence is not None, "bubblewrap is one of the packages that the tests need"
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield fence, work, outside, server


def run(fence, command, *, writes=True):
    # `npx` would ask a registry that it cannot reach, again and again, for minutes.
    offline = {**os.environ, "npm_config_offline": "true"}
    return subprocess.run(
        fence.around(command, writes=writes), shell=True, capture_output=True, stdin=subprocess.DEVNULL, timeout=60, check=False,
        env=offline,
    )  # fmt: skip


def came(server):
    try:
        server.accept()[0].close()
    except BlockingIOError:
        return False
    return True


@pytest.mark.slow
@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(nested(ENDS))
def test_A7_nothing_is_written_reached_or_left_outside(place, command):
    fence, _, outside, server = place
    shutil.rmtree(outside)
    outside.mkdir(mode=0o700)
    (outside / "kept").write_text("kept")
    run(fence, command.replace(OUTSIDE, str(outside)).replace(PORT, str(server.getsockname()[1])))
    assert [(one.name, one.is_symlink(), one.read_text()) for one in outside.iterdir()] == [
        ("kept", False, "kept")
    ]
    assert outside.stat().st_mode & 0o777 == 0o700
    assert not came(server)
    assert not os.path.exists("/etc/solovox-made")
    assert not os.path.exists(os.path.expanduser("~/solovox-made"))


def test_A7_behind_the_fence_work_is_done_in_the_workspace(place):
    fence, work, _, _ = place
    done = run(fence, "mkdir -p a && echo hi > a/b && cat a/b && python3 -c 'print(6 * 7)' && pwd")
    assert done.stdout.decode().split() == ["hi", "42", str(work)]
    assert (work / "a" / "b").read_text() == "hi\n"


def test_A7_what_only_looks_cannot_write_even_in_the_workspace(place):
    fence, work, _, _ = place
    assert run(fence, "touch new", writes=False).returncode != 0
    assert not (work / "new").exists()


def test_A7_nothing_of_the_kernel_is_set(place):
    fence, _, _, _ = place
    found = run(
        fence,
        "find /proc/sys /proc/sysrq-trigger /proc/mtrr /sys -writable -not -type l 2>/dev/null | head -3",
    )
    assert found.stdout == b""
    assert run(fence, "exec 3>>/proc/sys/kernel/core_pattern").returncode != 0


def test_A7_secrets_of_the_home_are_not_seen(place, tmp_path):
    fence, _, _, _ = place
    assert run(fence, "ls -A ~ | grep -E '^[.](ssh|aws|gnupg|config|bash_history)$'").stdout == b""


async def test_A7_secrets_of_the_environment_are_not_got_nor_read_from_another_process(tmp_path):
    secrets = {"MY_API_KEY": "k1", "GH_TOKEN": "k2", "ANTHROPIC_CUSTOM_HEADERS": "k3", "DATABASE_URL": "k4"}
    fence = await fence_of(tmp_path, {**os.environ, **secrets})
    command = "env; cat /proc/1/environ /proc/$PPID/environ | tr '\\0' '\\n'; true"
    done = subprocess.run(
        fence.around(command, writes=True), shell=True, capture_output=True, env={**os.environ, **secrets}, check=True
    )  # fmt: skip
    assert b"PATH=" in done.stdout
    assert [name for name in secrets if name.encode() in done.stdout] == []


async def test_A7_what_we_keep_is_not_seen_nor_written_even_in_the_workspace(tmp_path):
    for state in (tmp_path / "work" / ".state", tmp_path / "state"):
        (state / "allowed").mkdir(parents=True)
        (state / "token").write_text("secret")
        fence = await fence_of(tmp_path / "work", os.environ, state)
        assert fence is not None
        done = run(fence, f"cat {state}/token; echo x > {state}/allowed/a.json; ls -A {state}")
        assert done.stdout == b""
        assert [one.name for one in (state / "allowed").iterdir()] == []


async def test_A7_a_socket_of_a_service_is_not_reached(tmp_path):
    with tempfile.TemporaryDirectory(dir="/var/lib") as folder, socket.socket(socket.AF_UNIX) as near:
        near.bind(f"{folder}/s")
        near.listen()
        fence = await fence_of(tmp_path, os.environ)
        assert run(fence, f"test -e {folder}/s").returncode != 0


async def test_A7_a_file_with_secrets_is_empty_to_what_may_not_see_it(tmp_path):
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / ".env").write_text("KEY=1")
    fence = await fence_of(tmp_path / "work", os.environ, tmp_path / "state")
    line = fence.around("grep -r KEY .; cat .env", writes=False, hides=[str(tmp_path / "work" / ".env")])
    done = subprocess.run(line, shell=True, capture_output=True, check=False)
    assert (done.stdout, done.stderr) == (b"", b"")


async def test_A7_what_is_looked_at_elsewhere_is_seen_and_nothing_beside_it(tmp_path):
    (tmp_path / "work").mkdir()
    for name in ("shown", "other"):
        (tmp_path / name).write_text(name)
    fence = await fence_of(tmp_path / "work", os.environ)
    line = fence.around(
        f"cat {tmp_path}/shown {tmp_path}/other", writes=False, shows=[str(tmp_path / "shown")]
    )
    assert subprocess.run(line, shell=True, capture_output=True, check=False).stdout == b"shown"


async def test_A7_the_repository_of_a_worktree_is_seen_and_not_written(tmp_path):
    git = ("git", "-c", "user.name=a", "-c", "user.email=a@b")
    for line in (
        ("init", "-q", "r"),
        ("-C", "r", "commit", "-q", "--allow-empty", "-m", "one"),
        ("-C", "r", "worktree", "add", "-q", "../work"),
    ):
        subprocess.run((*git, *line), cwd=tmp_path, check=True)
    fence = await fence_of(tmp_path / "work", os.environ)
    assert b"one" in run(fence, "git status --short && git log --format=%s").stdout
    run(fence, f"touch {tmp_path}/r/.git/hooks/pre-commit")
    assert not (tmp_path / "r" / ".git" / "hooks" / "pre-commit").exists()
    (tmp_path / "keys").mkdir()
    (tmp_path / "keys" / "secret").touch()
    (tmp_path / "work" / ".git").write_text(f"gitdir: {tmp_path}/keys\n")
    fence = await fence_of(tmp_path / "work", os.environ)
    assert run(fence, f"ls {tmp_path}/keys").stdout == b""


async def test_A7_a_workspace_that_has_the_home_in_it_has_no_fence(tmp_path):
    home = tmp_path / "ada"
    home.mkdir()
    environment = {"HOME": str(home), "PATH": os.environ["PATH"]}
    assert await fence_of(home, environment) is None
    assert await fence_of(tmp_path, environment) is None
    (home / "work").mkdir()
    assert await fence_of(home / "work", environment) is not None


async def test_A7_programs_of_the_home_are_found_and_nothing_beside_them(tmp_path):
    home = tmp_path / "ada"
    for folder in ("bin", ".tool/bin", ".local/bin", ".local/share/app/bin", ".ssh", "work"):
        (home / folder).mkdir(parents=True)
    for program in ("bin/one", ".tool/bin/two", ".local/share/app/bin/three"):
        (home / program).write_text("#!/bin/sh\necho $0\n")
        (home / program).chmod(0o755)
    (home / ".local/bin/three").symlink_to(home / ".local/share/app/bin/three")
    (home / ".local/share/keyring").write_text("secret")
    path = ":".join(str(home / one) for one in ("bin", ".tool/bin", ".local/bin"))
    fence = await fence_of(home / "work", {"HOME": str(home), "PATH": f"{path}:{os.environ['PATH']}"})
    assert fence is not None
    command = f"PATH={path}:$PATH; for one in one two three; do $one; done; ls -A {home} {home}/.local/share"
    said = run(fence, command).stdout.decode()
    assert said.count("/one\n") == said.count("/two\n") == said.count("/three\n") == 1
    assert ".ssh" not in said
    assert "keyring" not in said
