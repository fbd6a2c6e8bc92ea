"""How a text is cut."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.speech.g2p.english import SpokenWord
from solovox.speech.g2p.lexicon import Source
from solovox.speech.g2p.spoken_tokens import TokenKind, tokens
from solovox.speech.tts.pieces import BUDGETS, blocks, pieces
from solovox.text.closed import NUMBER_WORDS


def read(text):
    """Every letter is its own phoneme."""
    return [
        SpokenWord(token.text, token.end, None if token.kind is TokenKind.MARK else Source.RULES, token.text)
        for token in tokens(text)
    ]


def cut(text):
    ends = [0, *(piece.end for piece in pieces(text, read))]
    return [text[a:b].strip() for a, b in pairwise(ends)]


def in_number(word):
    return word in NUMBER_WORDS


def size(piece):
    return sum(len(word.phonemes) + 1 for word in piece.words)


def test_a_short_first_clause_comes_alone():
    assert cut("I found it. The test fails because the time is short.")[0] == "I found it."


def test_only_the_first_clause_comes_first():
    assert cut("Yes. No. It is done.")[0] == "Yes."


def test_a_long_first_clause_is_cut_before_a_small_word():
    assert cut("The quick brown fox jumps over the lazy dog")[0] == "The quick brown fox"


def test_what_is_left_is_not_cut_for_a_word_or_two():
    assert cut("Sure. It takes two and a half seconds to start.")[1:] == [
        "It takes two and a half seconds to start."
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("We saw 631 requests a year today.", "We saw | six hundred thirty one requests | a year today ."),
        (
            "It says -5.25 degrees and the rest of it.",
            "It says | minus five point two five degrees | and the rest of it .",
        ),
        (
            "We saw 797,021,373 lines.",
            "We saw | seven hundred ninety seven million , | twenty one thousand , three hundred seventy three lines .",
        ),
        (
            "At 116.204.125.109 it is.",
            "At | one hundred sixteen | dot two hundred four | dot one hundred twenty five dot one hundred nine it is .",
        ),
    ],
)
def test_a_number_is_cut_only_where_people_pause(text, said):
    assert " | ".join(" ".join(one.word for one in part.words) for part in pieces(text, read)) == said


@given(
    st.integers(0, 10**12),
    st.sampled_from(["We saw {} of them.", "{} lines", "It is minus {}", "It took {}.5 s in all"]),
)
def test_no_two_pieces_of_a_number_are_numbers_by_themselves(number, text):
    parts = list(pieces(text.format(f"{number:,}"), read))
    for one, other in pairwise(parts):
        last, first = one.words[-1].word, other.words[0].word
        assert last in ("thousand", "million", "billion", "trillion") or not (
            in_number(last) and in_number(first)
        )


def test_marks_stay_with_the_word_before():
    assert cut("Really?! Well, then: go on and do it again, please.")[0] == "Really?!"


def test_an_endless_word_still_comes_in_pieces():
    parts = list(pieces("a" * 500, read))
    assert all(size(part) <= 1.3 * BUDGETS[-1] + 60 for part in parts)
    assert "".join(w.phonemes for part in parts for w in part.words) == "a" * 500
    assert [part.end for part in parts[:-1]] == [0] * (len(parts) - 1)
    assert parts[-1].end == 500


def test_a_long_text_is_read_a_block_at_a_time():
    seen = []

    def spy(text):
        seen.append(len(text))
        return read(text)

    next(iter(pieces("This is a sentence. " * 50_000, spy)))
    assert sum(seen) <= 600


@given(
    st.text(max_size=3000)
    | st.lists(st.sampled_from("word and, the. it! \n -".split(" ")), max_size=400).map(" ".join)
)
def test_blocks_are_the_whole_text(text):
    assert "".join(part for _, part in blocks(text)) == text
    assert all(0 < len(part) <= 600 for _, part in blocks(text))


@given(
    st.text(max_size=300)
    | st.lists(st.sampled_from("word and, the. it! a bb? ccc; —".split()), max_size=80).map(" ".join)
)
def test_no_word_is_lost_and_no_piece_is_long(text):
    parts = list(pieces(text, read))
    said = [word.phonemes for part in parts for word in part.words if word.source is not None]
    wanted = [w.phonemes for _, block in blocks(text) for w in read(block) if w.source is not None]
    assert "".join(said) == "".join(wanted)
    ends = [part.end for part in parts]
    assert ends == sorted(ends)
    assert all(sum(len(w.phonemes) + 1 for w in part.words if w.source is not None) <= 150 for part in parts)
