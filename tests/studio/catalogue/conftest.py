"""The catalogue with an embedding without weights, with the real one, and with none."""

import csv
import os
from pathlib import Path

import pytest

from meaning.spelled import Spelled
from solovox.meaning.minilm import MiniLM
from solovox.studio.catalogue.search import ToolCatalogue
from solovox.weights import Cache, default_root


class Gone(Exception):
    """There is no sentence model."""


def gone():
    raise Gone("install it")


def queries(which):
    """What somebody says, and the ids that are right."""
    with (Path(__file__).parent / f"queries_{which}.tsv").open(encoding="utf-8", newline="") as file:
        return [(row["said"], set(row["right"].split())) for row in csv.DictReader(file, delimiter="\t")]


@pytest.fixture
def spelled():
    return Spelled()


@pytest.fixture(scope="module", params=["by meaning", "by words"])
def catalogue(request):
    model = Spelled()
    return ToolCatalogue((lambda: model) if request.param == "by meaning" else gone)


@pytest.fixture(scope="session")
def minilm():
    """The installed weights. What is missing fails the test, with the command that installs it."""
    return MiniLM(Cache(Path(default_root(os.environ))).path("minilm"))


@pytest.fixture(scope="session")
def real(minilm):
    return ToolCatalogue(lambda: minilm)
