import pytest

from solovox.core.mends import Mend, MendWhy, mend_text


def own(heard, meant):
    return Mend(heard, meant, MendWhy.CORRECTION)


def name(heard, meant):
    return Mend(heard, meant, MendWhy.LEXICON)


@pytest.mark.parametrize(
    ("text", "mends", "meant"),
    [
        ("Open the read me, please.", [name("read me", "README.md")], "Open the README.md, please."),
        ("Read  me aloud, and read\nme.", [own("read me", "wake me")], "wake me aloud, and wake me."),
        ("Add a bread meter.", [own("read me", "wake me")], "Add a bread meter."),
        ("Open core.py in the core.", [name("core", "kernel")], "Open core.py in the kernel."),
        ("Don't use a dot-matrix.", [own("don", "Don"), own("dot", ".")], "Don't use a dot-matrix."),
        ("a b", [own("a", "b"), own("b", "c")], "b c"),
        ("the data base layer", [own("data", "date"), own("data base layer", "db")], "the db"),
        ("a long name here", [own("a long", "short"), own("long name here", "LNH")], "a LNH"),
        ("ask cubectl", [name("cubectl", "cubicle"), own("cubectl", "kubectl")], "ask kubectl"),
        ("(c++) is", [own("c++", r"C\1")], r"(C\1) is"),
        ("nothing, at  all", [own(" ", "x"), own("", "y")], "nothing, at  all"),
        ("", [own("a", "b")], ""),
    ],
)
def test_mends_are_whole_words_longest_first_and_never_chained(text, mends, meant):
    assert mend_text(text, mends) == meant
    assert mend_text(text, mends[::-1]) == meant


def test_without_mends_the_text_is_untouched():
    assert mend_text(" As it\twas. ", []) == " As it\twas. "
