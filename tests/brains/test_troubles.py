"""The lines of what goes wrong with a model over a wire."""

import pytest

from solovox.brains.troubles import AskedModel, Trouble, message_of, trouble_of
from solovox.parts.brains.options import lacks_package

FAR = AskedModel("host:1", "sk-secret")


@pytest.mark.parametrize("trouble", Trouble)
def test_every_kind_has_one_line_without_the_key(trouble):
    line = str(FAR.error(trouble, "sk-secret is busy", 500))
    assert line
    assert "\n" not in line
    assert "sk-secret" not in line
    assert "sk-secret" not in repr(FAR)


@pytest.mark.parametrize(
    ("status", "said", "trouble"),
    [
        (429, "Request too large for the context window: tokens per minute", Trouble.QUOTA),
        (400, "the request exceeds the available context size", Trouble.TOO_LONG),
        (400, "This model's maximum context length is 4096 tokens", Trouble.TOO_LONG),
        (400, "something else", Trouble.REFUSED),
        (500, "something else", Trouble.BROKEN),
        (None, "something else", Trouble.BROKEN),
        (503, "is busy", Trouble.BROKEN),
        (503, "Overloaded", Trouble.OVERLOADED),
    ],
)
def test_a_refusal_is_told_by_its_status_and_then_by_its_words(status, said, trouble):
    assert trouble_of(status, said) is trouble


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ({"error": {"message": "a\n  b"}}, "a b"),
        ({"error": {"code": "slow_down"}}, "slow_down"),
        ({"error": None}, "None"),
        ([], "[]"),
        ({"error": {"message": "x" * 1000}}, "x" * 200),
    ],
)
def test_the_message_of_a_body_is_one_short_line(body, line):
    assert message_of(body) == line


@pytest.mark.parametrize("body", [None, "<html>", [1], {"error": ["x"]}, {"error": 7}])
def test_a_body_of_any_shape_is_a_line(body):
    assert "\n" not in str(FAR.refusal(400, body))


@pytest.mark.parametrize("package", ["no_such_package", "no_such_folder.package", "json.no_such_module"])
def test_what_is_not_installed_is_said_with_how_to_get_it(package):
    assert lacks_package(package, "claude") == "its package; run: solovox install claude"
