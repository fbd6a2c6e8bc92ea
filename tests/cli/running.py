"""`solovox` as a person runs it: a process of its own, with nothing of this machine's configuration."""

import os
import subprocess
import sys

from solovox.cli.main import main

SECONDS = 300
"""A command that takes longer hangs."""


def variables(home, **more):
    """An environment with the weights of this machine, and no configuration."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("SOLOVOX_", "XDG_STATE"))
    }
    if "PYTHONPATH" in more and "PYTHONPATH" in kept:
        more["PYTHONPATH"] = os.pathsep.join((more["PYTHONPATH"], kept["PYTHONPATH"]))
    cache = os.environ.get("SOLOVOX_CACHE") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "solovox"
    )
    return {**kept, "SOLOVOX_CACHE": cache, "XDG_STATE_HOME": str(home / "state"), "NO_COLOR": "1", **more}


def solovox(*arguments, cwd, program=("-m", "solovox"), before=(), **more):
    """Run it; the finished process with its text."""
    return subprocess.run(
        [*before, sys.executable, *program, *map(str, arguments)],
        cwd=cwd,
        env=variables(cwd, **more),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        stdin=subprocess.DEVNULL,
    )


def here(arguments, folder, monkeypatch, capfd, more):
    """The same in this process: quicker, and everything but the start of a process is as real."""
    monkeypatch.chdir(folder)
    wanted = variables(folder, **more)
    for name in [name for name in os.environ if name not in wanted]:
        monkeypatch.delenv(name)
    for name, value in wanted.items():
        monkeypatch.setenv(name, value)
    code = main([str(one) for one in arguments])
    told = capfd.readouterr()
    return subprocess.CompletedProcess(arguments, code, told.out, told.err)


def talked(words, kind, profile, flags, folder, monkeypatch, capfd, **more):
    """What `solovox ask` prints for those words in that profile. Its first line must name the brain, and its journal must
    replay identically.
    """
    set_flags = [part for one in (f"brain.kind={kind}", *flags) for part in ("--set", one)]
    asked = ("ask", "--text", words, "--profile", profile, *set_flags, "--speed", "32")
    done = here(asked, folder, monkeypatch, capfd, more)
    assert done.returncode == 0, done.stderr
    assert f"thinks: {kind} (set in --set)" in done.stderr
    (journal,) = (folder / "state" / "solovox").glob("journals/*/journal.jsonl")
    replayed = here(("replay", journal), folder, monkeypatch, capfd, more)
    assert replayed.stdout.startswith("identical: "), replayed.stdout
    return done.stdout


def one_line(done):
    """The single line on stderr that says what is wrong; anything else is a failure."""
    assert "Traceback" not in done.stderr, done.stderr
    lines = [line for line in done.stderr.splitlines() if line.startswith("solovox: ")]
    assert len(lines) == 1, done.stderr
    return lines[0]
