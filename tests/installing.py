"""The wheel, built and installed as a stranger would: from the locks, into an environment of its own."""

import os
import subprocess
import sys

import house_rules as house


def run(*command, cwd=house.ROOT, **environment):
    """What the command printed. The oldest macOS that the locks serve is 14."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        capture_output=True,
        text=True,
        env={**os.environ, "MACOSX_DEPLOYMENT_TARGET": "14.0", **environment},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def built(into):
    """The wheel, by the locked hatchling of this environment: nothing is fetched."""
    fixed = ("--wheel", "--no-build-isolation", "--python", sys.executable, "--out-dir", into)
    run("scripts/uv", "build", *fixed, ".")
    (wheel,) = into.glob("*.whl")
    return wheel


def installed(folder, wheel, lock):
    """A virtual environment with a lock and the wheel, and nothing else."""
    venv = folder / "venv"
    run("scripts/uv", "venv", "--python", sys.executable, venv)
    install = ("scripts/uv", "pip", "install", "--python", venv / "bin" / "python", "--no-deps")
    run(*install, "--only-binary", ":all:", "--require-hashes", "-r", f"requirements/{lock}.txt")
    run(*install, wheel)
    return venv
