"""Our WordPiece against a table recorded with the `tokenizers` library 0.23.3, cut at 128 numbers."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.meaning.minilm import WordPiece

TABLE = json.loads(Path(__file__).with_name("wordpiece.json").read_text(encoding="utf-8"))
SMALL = {piece: at for at, piece in enumerate("[UNK] [CLS] [SEP] play ##ing the a ##b ! cafe".split())}


@pytest.mark.weights
def test_every_row_of_the_table_gets_the_same_numbers(minilm_folder):
    words = WordPiece.read(minilm_folder / "tokenizer.json")
    assert {text: words.encode(text) for text, _ in TABLE} == dict(TABLE)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("", [1, 2]),
        ("Playing THE", [1, 3, 4, 5, 2]),
        ("play!the", [1, 3, 8, 5, 2]),
        ("café", [1, 9, 2]),
        ("ab abb", [1, 6, 7, 6, 7, 7, 2]),
        ("zebra play", [1, 0, 3, 2]),
        ("[SEP]", [1, 0, 0, 0, 2]),
        ("a" * 101, [1, 0, 2]),
    ],
)
def test_the_longest_known_pieces_are_taken_from_the_left(text, numbers):
    assert WordPiece(SMALL).encode(text) == numbers


@given(st.text(), st.integers(2, 40))
def test_any_text_fits_between_the_ends(text, most):
    numbers = WordPiece(SMALL).encode(text, most)
    assert numbers[0] == SMALL["[CLS]"]
    assert numbers[-1] == SMALL["[SEP]"]
    assert len(numbers) <= most


def test_a_tokenizer_of_another_kind_is_refused(tmp_path):
    path = tmp_path / "tokenizer.json"
    path.write_text('{"model": {"type": "BPE"}}')
    with pytest.raises(ValueError, match="not of a WordPiece"):
        WordPiece.read(path)
