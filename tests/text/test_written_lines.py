"""A line of what was written, on demand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.text.code_aloud import aloud
from solovox.text.inline import MARKUP
from solovox.text.written_lines import line
from text.reply_sets import replies

CODE = [
    # python
    ("def login(user):", "def login, open paren, user, close paren, colon"),
    (
        "    return self._tokens.get(user_id, None)",
        "return self dot tokens dot get, open paren, user id, comma, None, close paren",
    ),
    ("for i in range(10):", "for i in range, open paren, 10, close paren, colon"),
    ("x += 1", "x, plus equals, 1"),
    ("if a != b and not c:", "if a, not equals, b and not c, colon"),
    ("@login_required", "at, login required"),
    ('    """Doc."""', "triple quote, Doc, dot, triple quote"),
    (
        'print(f"{name}: {count}")',
        "print, open paren, f, quote, open brace, name, close brace, colon, open brace, count, close brace, quote, close paren",
    ),
    # javascript
    ("const x = await fetch(url);", "const x, equals, await fetch, open paren, url, close paren, semicolon"),
    (
        "if (!user || user.age >= 18) {",
        "if, open paren, not, user, or, user dot age, at least, 18, close paren, open brace",
    ),
    ("items.map(x => x * 2)", "items dot map, open paren, x, arrow, x, star, 2, close paren"),
    ("}", "close brace"),
    ('user?.name ?? "anon"', "user, question dot, name, double question mark, quote, anon, quote"),
    ("export default App;", "export default App, semicolon"),
    ("// not used any more", "slash slash, not used any more"),
    # typescript
    ("const retries: number = 3;", "const retries, colon, number, equals, 3, semicolon"),
    (
        "let names: string[] = [];",
        "let names, colon, string, empty brackets, equals, empty brackets, semicolon",
    ),
    (
        "function load<T>(path: string): T | null {",
        "function load, less than, T, greater than, open paren, path, colon, string, close paren, colon, T, pipe, null, open brace",
    ),
    ("type Id = string;", "type Id, equals, string, semicolon"),
    # rust
    (
        "let mut v: Vec<u8> = vec![1, 2];",
        "let mut v, colon, Vec, less than, u8, greater than, equals, vec bang, open bracket, 1, comma, 2, close bracket, semicolon",
    ),
    (
        "fn main() -> Result<(), Error> {",
        "fn main, empty parens, arrow, Result, less than, empty parens, comma, Error, greater than, open brace",
    ),
    ("use std::io::Read;", "use std, double colon, io, double colon, Read, semicolon"),
    ("&self.items", "ampersand, self dot items"),
    # go
    ("if err != nil {", "if err, not equals, nil, open brace"),
    ('fmt.Println("hi")', "fmt dot Println, open paren, quote, hi, quote, close paren"),
    ("n := len(items)", "n, colon equals, len, open paren, items, close paren"),
    ("ch <- 1", "ch, left arrow, 1"),
    # shell
    ("npm run build --if-present", "npm run build dash dash if dash present"),
    ('git commit -m "fix: don\'t retry"', "git commit dash m, quote, fix, colon, don't retry, quote"),
    ("curl -X POST https://api.example.com/v1/users?id=4", "curl dash X POST a link to api.example.com"),
    ("echo $HOME", "echo, dollar, HOME"),
    ("ls | grep x && rm -rf dist", "ls, pipe, grep x, and, rm dash rf dist"),
    # sql
    (
        "SELECT count(*) FROM orders WHERE total IS NULL;",
        "SELECT count, open paren, star, close paren, FROM orders WHERE total IS NULL, semicolon",
    ),
    ("UPDATE users SET active = false;", "UPDATE users SET active, equals, false, semicolon"),
    # c
    ("#include <stdio.h>", "hash, include, less than, stdio dot h, greater than"),
    ("int *p = &a[0];", "int, star, p, equals, ampersand, a, open bracket, 0, close bracket, semicolon"),
    (
        "for (i = 0; i < 10; i++)",
        "for, open paren, i, equals, 0, semicolon, i, less than, 10, semicolon, i, plus plus, close paren",
    ),
    # java
    (
        "public static void main(String[] args) {",
        "public static void main, open paren, String, empty brackets, args, close paren, open brace",
    ),
    ("int total = getTotal() * 100;", "int total, equals, get Total, empty parens, star, 100, semicolon"),
    # json
    ('"strict": false,', "quote, strict, quote, colon, false, comma"),
    ('"port": 8080', "quote, port, quote, colon, 8080"),
    # yaml
    ("  - name: web", "dash, name, colon, web"),
    ("image: app:1.2.3", "image, colon, app, colon, 1.2.3"),
    # html
    ('<div className="card">', "less than, div class Name, equals, quote, card, quote, greater than"),
    ("<!-- menu -->", "begin comment, menu, end comment"),
    ("", "an empty line"),
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
