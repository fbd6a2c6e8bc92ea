"""What a second hearing tells: mends of the first hearing's words, and nothing else."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.core.mends import Mend, MendWhy, mend_text
from solovox.text.names.hearing_again import MOST_NAMES, heard_again, near_names
from solovox.text.names.mending import mends
from solovox.text.names.workspace_names import EMPTY, NameLexicon
from text import mending_corpus as corpus
from text.examples import examples

pytestmark = pytest.mark.slow

NAMES = (
    "matrix.hpp", "go.mod", "tokenizer.py", "into_iter", "isinstance", "Celery", "RefCell", "clang-format", "errors.Is", "user_id",
    "BackgroundTasks", "default_factory", "vite.config.ts", "compute_checksum", "Keras", "Vite", "transform", "approve.py", "sendit",
)  # fmt: skip
LEXICON = NameLexicon(NAMES)
UNSURE, QUITE_SURE = 0.6, 0.95


def again(first, second, corrections=(), lexicon=LEXICON):
    return mend_text(first, heard_again(first, second, corrections, lexicon))


@pytest.mark.parametrize(
    ("first", "second", "meant"),
    examples("heard twice"),
)
def test_K2_a_name_that_was_heard_the_second_time_is_put_in_for_what_was_heard_first(first, second, meant):
    assert again(first, second) == meant


@pytest.mark.parametrize(
    ("first", "second"),
    examples("heard twice, and not near"),
)
def test_K2_what_is_not_near_in_its_place_stays(first, second):
    assert again(first, second) == first


def test_K2_a_name_that_the_person_taught_is_theirs():
    taught = [("Tell an a", "Tell Annika")]
    (mend,) = heard_again("Then ask any car now.", "Then ask Annika now.", taught, EMPTY)
    assert mend == Mend("any car", "Annika", MendWhy.CORRECTION)
    assert "Annika" in near_names("Then ask annica now.", UNSURE, taught, EMPTY)


@pytest.mark.parametrize(
    ("text", "confidence", "name"),
    [
        ("Rename mavericks.hpp, please.", QUITE_SURE, "matrix.hpp"),
        ("Do we need cares?", UNSURE, "Keras"),
        ("Replace it with his instance.", UNSURE, "isinstance"),
    ],
)
def test_K2_names_are_given_where_words_are_near_to_them(text, confidence, name):
    assert name in near_names(text, confidence, (), LEXICON)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Yes.",
        "Approve it.",
        "Stop.",
        "Send it.",
        "Open matrix.hpp and go.mod.",
        "What time is it?",
        "Computer, stop.",
    ],
)
@pytest.mark.parametrize("confidence", [UNSURE, QUITE_SURE])
def test_K2_ordinary_words_and_names_that_are_right_are_not_heard_again(text, confidence):
    assert near_names(text, confidence, (), LEXICON) == ()


def test_K2_a_sure_yes_or_no_is_not_heard_again():
    folder = Path(__file__).parent.parent / "core/consent"
    known = corpus.lexicon("held_out")
    said = [
        line for which in ("grant", "deny") for line in (folder / f"{which}.txt").read_text().splitlines()
    ]
    short = [line for line in said if line and not line.startswith("#") and len(line.split()) < 5]
    assert len(short) > 50
    assert [line for line in short if near_names(line, QUITE_SURE, (), known)] == []


WORDS = st.sampled_from(
    "open the Ingo mod mavericks.hpp cares salary IG user in go fails ntokenizer.py matrix.hpp Keras viteconfig.ts go.mod , . ?".split()
)
TEXTS = st.lists(WORDS, max_size=10).map(" ".join)


@given(TEXTS, TEXTS)
def test_K2_nothing_is_invented(first, second):
    for mend in heard_again(first, second, (), LEXICON):
        drawn = "".join(c for c in mend.heard if c.isalnum())
        beside = mend.meant.split()
        (name,) = [word for word in beside if word in NAMES]
        assert mend.why is MendWhy.LEXICON
        assert mend_text(first, [mend]) != first
        assert drawn.startswith("".join(beside[: beside.index(name)]))
        assert drawn.endswith("".join(beside[beside.index(name) + 1 :]))


@given(TEXTS)
def test_K2_the_same_words_heard_twice_tell_nothing(text):
    assert mend_text(text, (*mends(text, (), LEXICON), *heard_again(text, text, (), LEXICON))) == mend_text(
        text, mends(text, (), LEXICON)
    )


@given(st.text(max_size=60), st.text(max_size=60), st.floats(0, 1))
def test_any_text_is_taken(first, second, confidence):
    heard_again(first, second, [(first, second)], LEXICON)
    assert len(near_names(first, confidence, [(first, second)], LEXICON)) <= MOST_NAMES
