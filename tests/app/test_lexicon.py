import json
import os
import subprocess
from contextlib import closing

import pytest

from solovox.core.mends import Mend, MendWhy
from solovox.parts.engines.recognisers import Mending
from solovox.parts.engines.shared import SharedEngines
from solovox.parts.stores import PersonsStore
from solovox.ports import ReasoningCorrection, SpeechCorrection, StoreError, SttCorrection
from solovox.text.names.workspace_names import NameLexicon
from solovox.tools.lexicon import WorkspaceLexicon, workspace_names
from solovox.weights import Cache


def git(folder, *arguments):
    subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@b", *arguments],
        cwd=folder,
        check=True,
        capture_output=True,
    )


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "project"
    (root / "src" / "deep_folder").mkdir(parents=True)
    files = {
        "src/order_service.py": "class OrderBook:\n    def add_order(self): pass\nMAX_ORDERS = 3\nasync def run_it(): ...\n",
        "src/deep_folder/client.ts": "export const useOrders = 1;\nexport interface OrderRow {}\n",
        "main.go": "func ServeOrders() {}\nfunc (s *Shop) CloseShop() {}\n",
        "pyproject.toml": '[project]\ndependencies=["fastapi>=1", "num-py; x"]\n[dependency-groups]\ndev=["pytest-xdist"]\n',
        "package.json": json.dumps({"dependencies": {"left-pad": "1"}, "scripts": {"build-all": "x"}}),
        "requirements-dev.txt": "# no\nruff-lsp==1\n-r other.txt\n",
        "Cargo.toml": '[dependencies]\nserde_json = "1"\n',
        "go.mod": "module x\nrequire (\n\tgithub.com/spf13/cobra/v2 v2.0.1\n)\n",
        ".env": "HIDDEN_NAME = 1",
        "secrets.py": "def never_read(): ...",
        "ignored.py": "def ignored_function(): ...",
        ".gitignore": "ignored.py\n",
        "broken/package.json": "[1]",
        "broken/pyproject.toml": "[[[",
        "broken/Cargo.toml": "dependencies = 3",
    }
    for name, text in files.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)
    (tmp_path / "outside.py").write_text("def outside_function(): ...")
    os.symlink(tmp_path / "outside.py", root / "link.py")
    os.symlink(tmp_path, root / "way_out")
    return root


def test_the_names_of_a_workspace(project):
    git(project, "init", "-q", "-b", "trunk")
    git(project, "add", ".")
    git(project, "commit", "-qm", "first")
    git(project, "branch", "feature/order-page")
    names = workspace_names(project)
    assert set(names) >= {
        "trunk", "feature/order-page", "order_service.py", "deep_folder", "client.ts", "OrderBook", "add_order", "MAX_ORDERS",
        "run_it", "useOrders", "OrderRow", "ServeOrders", "CloseShop", "fastapi", "num-py", "pytest-xdist", "left-pad", "build-all",
        "ruff-lsp", "serde_json", "cobra",
    }  # fmt: skip
    assert not {
        "HIDDEN_NAME",
        "never_read",
        "ignored_function",
        "ignored.py",
        "outside_function",
        "way_out",
        "",
    } & set(names)
    assert len(names) == len(set(names))


def test_what_git_cannot_tell_of_is_not_read(project):
    (project / ".git").write_text("gitdir: /nowhere")
    assert workspace_names(project) == []


def test_a_folder_without_git_is_read(project):
    assert "ignored_function" in workspace_names(project)


def test_the_lexicon_follows_the_folder_and_nobody_waits_for_it(project):
    waiting = []
    lexicon = WorkspaceLexicon(project, waiting.append)
    assert lexicon.names().names == frozenset()
    assert lexicon.names().names == frozenset()
    (first,) = waiting
    first()
    assert "add_order" in lexicon.names().names
    (project / "src" / "later_file.py").write_text("")
    waiting.pop()()
    assert "later_file.py" in lexicon.names().names
    before = lexicon.names()
    waiting.pop()()
    assert lexicon.names() is before
    for path in sorted(project.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
    project.rmdir()
    waiting.pop()()
    assert lexicon.names() is not None


def test_mends_come_from_what_was_taught_of_words_and_from_the_names():
    taught = [
        SttCorrection("1", "2026-01-31T09:00:00.000Z", b"", "ask cubicle", "ask kubectl"),
        ReasoningCorrection("2", "2026-01-31T09:00:00.000Z", "order", "order", "reorder everything"),
    ]
    find = Mending(lambda: NameLexicon(["order_service.py"]), lambda: taught)
    assert set(find("Let cubicle order the order service dot pie.")) == {
        Mend("cubicle", "kubectl", MendWhy.CORRECTION),
        Mend("order service dot pie", "order_service.py", MendWhy.LEXICON),
    }


def test_a_store_that_cannot_be_read_takes_no_words_away():
    def broken():
        raise StoreError("no")

    assert len(Mending(lambda: NameLexicon(["order_service.py"]), broken)("Open order service dot pie.")) == 1


def test_N2_how_a_word_is_said_counts_from_the_next_text_on(tmp_path):
    engines = SharedEngines(Cache(tmp_path / "weights"))
    assert engines.read_pronunciations() == []
    own = PersonsStore({"SOLOVOX_STATE": str(tmp_path / "state")})
    engines.taught_by(own.words)
    assert engines.read_pronunciations() == []
    taught = SpeechCorrection("a", "2026-01-31T09:00:00.000Z", "Nguyen", "/wɪn/")
    with closing(own.open_store()) as store:
        store.add(taught)
        store.add(SttCorrection("b", "2026-01-31T09:00:00.000Z", b"", "when", "Nguyen"))
    assert engines.read_pronunciations() == [taught]
