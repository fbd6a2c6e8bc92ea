import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.core.mends import Mend, MendWhy, mend_text
from solovox.text.names.mending import SURE, mends, permit_mends
from solovox.text.names.workspace_names import EMPTY, NameLexicon
from text.examples import examples

NAMES = (
    "user_service.py", "README.md", ".editorconfig", "docker-compose.yml", "kubectl", "nginx", "numpy", "FastAPI", "GraphQL", "get_user_by_id",
    "parse_header", "HashMap", "useEffect", "my_pie", "release-2.0", "feature/login-page", "__init__", "os.path", "base64.go",
    "main", "index", "settings", "Flask", "last_line", "run_tests", "read_csv", "JUnit", "asyncio.sleep", "npm", "std::string",
)  # fmt: skip
LEXICON = NameLexicon(NAMES)


def said(text, corrections=(), lexicon=LEXICON):
    return mend_text(text, mends(text, corrections, lexicon))


@pytest.mark.parametrize(
    ("heard", "meant"),
    examples("names of a workspace"),
)
def test_K2_a_name_of_the_workspace_is_heard_as_it_is_written(heard, meant):
    assert said(heard) == meant


@pytest.mark.parametrize(
    "heard",
    [
        "Open user_service.py and run npm.",
        "Use kubectl, numpy and flask.",
        "Open the index of the main settings.",
        "She read me the last line of the story.",
        "Run tests and tell me what failed.",
        "My pie was the best in the village.",
        "The engine hums and the cube is red.",
        "He made a hash of the map of Spain.",
        "Stop.",
        "To be or not to be.",
        "",
        "...",
    ],
)
def test_K2_words_that_are_right_already_and_ordinary_english_stay(heard):
    assert said(heard) == heard


@pytest.mark.parametrize(
    ("corrections", "heard", "meant"),
    [
        (
            [("Ask cubicle", "Ask kubectl")],
            "Then cubicle, and Cubicle again.",
            "Then kubectl, and kubectl again.",
        ),
        (
            [("What does the current conversations", "What are the current conversations")],
            "What does the weather do? What does the current weather do?",
            "What does the weather do? What are the current weather do?",
        ),
        ([("Write it", "Right it")], "Write a letter. Write it.", "Write a letter. Right it."),
        ([("tell an a", "tell Anna")], "Please tell an a now.", "Please tell Anna now."),
        ([("send it to to Bob", "send it to Bob")], "Send it to to Bob.", "Send it to Bob."),
        ([("the sole of ox", "the Solovox")], "Start sole of ox.", "Start Solovox."),
        ([("use solovox", "use Solovox")], "Then solovox.", "Then Solovox."),
        ([("start sole ox", "start Solovox")], "Start sole ox.", "Start Solovox."),
        ([("pie chart", "pi chart"), ("pie chart", "Py chart")], "a pie chart", "a Py chart"),
        ([("same", "same"), ("", "x"), ("x", "")], "same", "same"),
        ([("a", "b"), ("b", "c")], "It is a", "It is a"),
    ],
)
def test_K2_what_a_correction_changed_is_changed_wherever_it_is_heard(corrections, heard, meant):
    assert said(heard, corrections, EMPTY) == meant


def test_K2_the_persons_own_counts_more_than_a_name():
    assert said("Start engine X.", [("engine X", "Engine Ten")]) == "Start engine Ten."
    (found,) = mends("Start engine X.", [("engine X", "Engine Ten")], LEXICON)
    assert found == Mend("x", "Ten", MendWhy.CORRECTION)


@pytest.mark.parametrize(
    ("heard", "doubted", "meant"),
    [
        ("Open User Serves.py.", [], "Open User Serves.py."),
        ("Open User Serves.py.", ["Serves.py."], "Open user_service.py."),
        ("Open User Serves.py.", ["Open"], "Open User Serves.py."),
        ("Open the read me.", [], "Open the README.md."),  # it is written otherwise, and sounds so
    ],
)
def test_K3_the_sound_of_what_the_recogniser_is_sure_of_stays(heard, doubted, meant):
    sure = [SURE - 0.1 if word in doubted else SURE for word in heard.split()]
    assert mend_text(heard, permit_mends(mends(heard, (), LEXICON), heard, sure, LEXICON)) == meant


def test_K3_the_persons_own_correction_counts_however_sure_the_recogniser_is():
    found = mends("Start the sole ox.", [("sole ox", "Solovox")], EMPTY)
    assert found
    assert permit_mends(found, "Start the sole ox.", [1.0] * 4, EMPTY) == found


@pytest.mark.parametrize(
    ("corrections", "names", "heard"),
    [
        ([("use port 80", "use port 8080")], (), "use port 80"),
        ([("the number 2", "the number too")], (), "Call the number 2."),
        ([], ("three.js",), "Open 3.js now."),
        ([], ("sha256.rs",), "Open sha 2 5 7.rs."),
    ],
)
def test_K3_no_mend_changes_a_digit(corrections, names, heard):
    known = NameLexicon(names)
    found = mends(heard, corrections, known)
    assert found
    assert permit_mends(found, heard, (), known) == ()


WORDS = st.sampled_from(
    "open the user service dot pie read me cube control num X engine a run get by ID , . ? NumPi hash map".split()
)


@given(st.lists(WORDS, max_size=14).map(" ".join))
def test_K2_nothing_is_invented(text):
    for mend in mends(text, (), LEXICON):
        name = mend.meant.rpartition(" ")[2] if mend.meant not in NAMES else mend.meant
        assert name in NAMES
        assert " ".join(mend.heard.split()) in " ".join(text.lower().split())


@given(st.text(max_size=60))
def test_any_text_is_taken(text):
    mend_text(text, mends(text, [(text, "x"), ("x", text)], LEXICON))


def test_names_that_cannot_be_said_are_no_trouble():
    odd = NameLexicon(["", "a", "_", "__", "...", "1.0", "x" * 500, "é", "日本語.py", "\x00b", "A-B"])
    assert said("Open a dot pie and A B.", lexicon=odd) in (
        "Open a dot pie and A B.",
        "Open a dot pie and A-B.",
    )
