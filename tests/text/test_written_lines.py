"""A line of what was written, on demand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.text.markdown.inline import MARKUP
from solovox.text.markdown.written_lines import aloud, line
from text.examples import examples
from text.reply_sets import replies

CODE = [
    *examples("lines of code"),
    (
        "    return self._tokens.get(user_id, None)",
        "return self dot tokens dot get, open paren, user id, comma, None, close paren",
    ),
    ('    """Doc."""', "triple quote, Doc, dot, triple quote"),
    ("items.map(x => x * 2)", "items dot map, open paren, x, arrow, x, star, 2, close paren"),
    ("  - name: web", "dash, name, colon, web"),
    ("a(" * 100, ", ".join(["a", "open paren"] * 24) + ", and so on"),
]


@pytest.mark.parametrize(("code", "said"), CODE)
def test_N2_a_line_of_code_is_said_so_that_it_can_be_followed(code, said):
    assert aloud(code) == said


@given(st.text(alphabet=st.characters(max_codepoint=0x2FF), max_size=80))
def test_N2_any_line_of_code_has_words_and_no_marks(code):
    assert aloud(code)
    assert not MARKUP & set(aloud(code))


LISTS = "Before:\n\n- old\n\nNow:\n\n1. **Add** `getUser`\n2. No tests\n   yet\n   - nested\n\nDone."
TABLE = "So:\n\n| Name | Calls |\n|---|---|\n| `log_in` | 12 |\n| log out | 0 |\n"
FENCES = "```js\nold()\n```\n\n1. Do:\n   ```python\n   def f(x):\n\n       return x\n   ```\n"


@pytest.mark.parametrize(
    ("text", "number", "said"),
    [
        (FENCES, 1, "def f, open paren, x, close paren, colon"),
        (FENCES, 2, "an empty line"),
        (FENCES, 3, "return x"),
        (FENCES, 4, None),
        (FENCES, 0, None),
        (FENCES, -1, None),
        ("```py\nx = 1", 1, "x, equals, 1"),
        ("```py\n```", 1, None),
        ("Add this:\n\n    a = 1\n    b = 2\n\nSo.", 2, "b, equals, 2"),
        ("```diff\n-a = 1\n+a = 2\n b\n```", 1, "removed: a, equals, 1"),
        ("```diff\n-a = 1\n+a = 2\n b\n```", 2, "added: a, equals, 2"),
        ("```diff\n-a = 1\n+a = 2\n b\n```", 3, "b"),
        ('{"ok": true}', 1, "open brace, quote, ok, quote, colon, true, close brace"),
        (LISTS, 1, "Add get User"),
        (LISTS, 2, "No tests yet"),
        (LISTS, 3, "nested"),
        (LISTS, 4, None),
        (TABLE, 1, "log in, 12"),
        (TABLE, 2, "log out, 0"),
        (TABLE, 3, None),
        ("a | b\n--- | ---\n1 | 2", 1, "1, 2"),
        ("# Title\n\nThe first.\n\n> The **second**.\n", 1, "Title"),
        ("# Title\n\nThe first.\n\n> The **second**.\n", 3, "The second."),
        ("One.\n---\n🎉\nTwo.", 2, "Two."),
        ("", 1, None),
        ("\n\n", 1, None),
    ],
)
def test_N2_a_line_by_its_number(text, number, said):
    assert line(text, number) == said


@pytest.mark.parametrize("reply", replies("tuned") + replies("apart"), ids=lambda one: one.name)
def test_N2_every_reply_has_lines_and_an_end(reply):
    said = [line(reply.shown, number) for number in range(1, 60)]
    many = said.index(None)
    assert set(said[many:]) == {None}
    assert all(one and not MARKUP & set(one) for one in said[:many])


@given(st.text(max_size=200), st.integers())
def test_N2_any_text_and_any_number_will_do(text, number):
    said = line(text, number)
    assert said is None or said
