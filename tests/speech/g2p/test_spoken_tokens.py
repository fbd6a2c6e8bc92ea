"""Writing to spoken words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.speech.g2p.spoken_tokens import TokenKind, tokens


def said(text):
    return " ".join(token.text for token in tokens(text))


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("2026-11-21", "November twenty first twenty twenty six"),
        ("7/4/1999", "July fourth nineteen ninety nine"),
        ("Nov 3", "November third"),
        ("May 5th, 2020", "May fifth , twenty twenty"),
        ("3:30 pm", "three thirty PM"),
        ("12:05:09", "twelve oh five and nine seconds"),
        ("at 5pm", "at five PM"),
        ("$5.20", "five dollars and twenty cents"),
        ("$3 million", "three million dollars"),
        ("$10k", "ten thousand dollars"),
        ("12%", "twelve percent"),
        ("3.5 %", "three point five percent"),
        ("1 ms", "one millisecond"),
        ("16 kHz", "sixteen kilohertz"),
        ("0.5s", "zero point five seconds"),
        ("-5°C", "minus five degrees celsius"),
        ("2 x", "two X"),
        ("221B", "two twenty one B"),
        ("v2", "V two"),
        ("v1.2.3", "version one point two point three"),
        ("127.0.0.1", "one hundred twenty seven dot zero dot zero dot one"),
        ("1980s", "nineteen eighties"),
        ("the '90s", "the nineties"),
        ("21st", "twenty first"),
        ("3/4 of it", "three quarters of it"),
        ("10-20", "ten to twenty"),
        ("in 2026", "in twenty twenty six"),
        ("1,234.5", "one thousand two hundred thirty four point five"),
        ("32,571", "thirty two thousand , five hundred seventy one"),
        ("$1,002,500", "one million two thousand , five hundred dollars"),
        ("0x1F", "hex one F"),
        ("e.g. this", "for example this"),
        ("U.S.", "US"),
        ("main.py", "main dot PY"),
        ("run dot sh and notes dot txt", "run dot SH and notes dot text"),
        ("CHANGELOG dot md", "CHANGELOG dot MD"),
        ("os.path.join", "os dot path dot join"),
        ("get_user_name", "get user name"),
        ("camelCase", "camel Case"),
        ("HTTPServer2", "HTTP Server two"),
        ("GitHub", "GitHub"),
        ("utf8", "utf eight"),
        ("--no-cache", "dash dash no-cache"),
        ("-v", "dash V"),
        ("a@b.org", "a at b dot org"),
        ("https://www.example.com/docs/", "example dot com slash docs"),
        ("x != 3", "x is not three"),
        ("C++ & C#", "C plus plus and C sharp"),
        ("don’t", "don't"),
        ("café", "cafe"),
        ("wait... no", "wait … no"),
        ("one - two", "one — two"),
        ("first\nsecond", "first . second"),
        ("😀 你", ""),
        ("", ""),
    ],
)
def test_what_is_said(written, spoken):
    assert said(written) == spoken


def test_only_the_last_word_completes_what_it_was_written_as():
    assert [(t.text, t.end) for t in tokens("in 5 ms.")] == [
        ("in", 2),
        ("five", 4),
        ("milliseconds", 7),
        (".", 8),
    ]


def test_letters_are_spelled_where_they_are_letters():
    assert [t.kind for t in tokens("5pm x")] == [TokenKind.WORD, TokenKind.LETTERS, TokenKind.WORD]


WRITING = st.text() | st.lists(
    st.sampled_from(["$", "5", ".", ":", "-", "/", " ", "a", "B", "_", "ms", "%", "1/2", "v1.", "\n", "’s", "0x", "@", "²"])
).map("".join)  # fmt: skip


@given(WRITING)
def test_any_text_reads_and_its_ends_never_fall(text):
    ends = [token.end for token in tokens(text)]
    assert ends == sorted(ends)
    assert all(0 <= end <= len(text) for end in ends)
    assert all(token.text for token in tokens(text))
