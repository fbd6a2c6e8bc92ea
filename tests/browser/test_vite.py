"""An app that was exported for Vite is installed by its lock, built, and used."""

import asyncio
import os
import shutil
import subprocess

import pytest

import house_rules as house
from browser.conftest import HERE, PATIENCE, driven
from solovox.studio.templates.writer import TemplateWriter
from solovox.studio.vite.project import vite_project
from studio.templates.streams import asked

pytestmark = pytest.mark.wide


@pytest.fixture
def npm(tmp_path):
    """Runs npm in the project. It trusts the authorities that this machine does."""
    where = subprocess.run([house.ROOT / "scripts" / "node"], capture_output=True, text=True, check=True)
    path = f"{where.stdout.strip()}{os.pathsep}{os.environ['PATH']}"

    def run(*arguments):
        done = subprocess.run(
            ["npm", *arguments], cwd=tmp_path, env={**os.environ, "PATH": path, "NODE_USE_SYSTEM_CA": "1"},
            capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-2_000:]

    return run


def test_a_project_of_vite_is_installed_built_and_used(chromium, npm, tmp_path):
    _, files = asyncio.run(asked(TemplateWriter(), "a red to-do list with milk"))
    for path, text in vite_project("Shopping", files).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    npm("ci", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    npm("run", "build")
    shutil.copy(HERE / "built.mjs", tmp_path)
    shutil.rmtree(tmp_path / "node_modules")
    (tmp_path / "node_modules").symlink_to(chromium / "node_modules")
    plan = {"folder": str(tmp_path / "dist"), "chromium": shutil.which("chromium")}
    told = driven(chromium, tmp_path / "built.mjs", plan)
    assert told["errors"] == []
    assert told["seen"] == ["milk", "1 of 2 done"]
    assert told["theme"] == "red"
