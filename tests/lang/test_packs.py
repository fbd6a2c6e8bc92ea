"""Every language pack: it has what the record needs, no phrase of it means two things, and a yes is no no (laws A2, N2, N5 to N7, T2, T4, T6)."""

import re
from dataclasses import fields, is_dataclass
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.consented import taken
from solovox.core.sense import Context, Intent
from solovox.core.sentences import HoldSentences
from solovox.core.transcripts import plain
from solovox.lang.en.words import ENGLISH
from solovox.lang.languages import AUTO, HEARD, PACKS, pack_of
from solovox.lang.pack import MOST, YesOrNo
from solovox.lang.understanding import classify, correct_held
from text.examples import examples

ALL = list(PACKS.values())
EVERY = [pytest.param(pack, id=pack.locale) for pack in ALL]
ABROAD = [pytest.param(pack, id=pack.locale) for pack in ALL if pack is not ENGLISH]
SETS = ("grant", "deny", "never", "question", "always", "small", "opens")


def texts_of(record):
    """All texts of a record of sentences, with the names of their fields."""
    for field in fields(record):
        value = getattr(record, field.name)
        if is_dataclass(value):
            yield from texts_of(value)
        else:
            yield field.name, value


def leaves(packs):
    """Each phrase that is a whole utterance, with what it asks for."""
    for pack in packs:
        for name in ("stop", "quiet", "no_more", "more", "on"):
            yield from ((phrase, name) for phrase in getattr(pack, name))
        yield from ((phrase, kind) for kind, phrases in pack.asks.items() for phrase in phrases)


LEFT_OVER = {"leaves_over", "taken_before", "subjects"}
"""Only in English does a question end with a preposition whose noun stands before it."""


@pytest.mark.parametrize("pack", ABROAD)
def test_a_pack_fills_all_that_the_record_has(pack):
    empty = [field.name for field in fields(pack) if not getattr(pack, field.name)]
    assert empty == []
    assert [*pack.asks] == [*ENGLISH.asks]
    assert [name for name in SETS if not getattr(pack.consents, name)] == []
    assert [name for name, text in texts_of(pack.sentences) if not text] == []
    assert {
        field.name for field in fields(pack.hanging) if not getattr(pack.hanging, field.name)
    } <= LEFT_OVER


@pytest.mark.parametrize("pack", ABROAD)
def test_sentences_have_the_places_that_the_english_ones_have(pack):
    def places(record):
        return [(name, sorted(re.findall(r"\{\w*\}", str(text)))) for name, text in texts_of(record)]

    assert places(pack.sentences) == places(ENGLISH.sentences)


@pytest.mark.parametrize("pack", EVERY)
def test_phrases_are_written_as_they_are_compared(pack):
    whole = [phrase for phrase, _ in leaves([pack])]
    consents = [phrase for name in SETS for phrase in getattr(pack.consents, name)]
    ends = [
        *pack.keep,
        *pack.send,
        *pack.replaces,
        *pack.queues,
        *pack.greets,
        *pack.ghosts,
        *pack.again.says,
    ]
    more = [*pack.again.first, *pack.again.instead, *pack.again.but, *pack.nods, *pack.assents]
    lines = [one.format(7) for one in pack.lines.asks]
    assert [one for one in (*whole, *consents, *ends, *more, *lines) if one != plain(one) or not one] == []
    assert [one for one in consents if len(one.split()) > MOST] == []


@pytest.mark.parametrize("packs", [*([pack] for pack in ALL), ALL], ids=[*PACKS, "all"])
def test_T4_no_phrase_means_two_things(packs):
    kinds = {}
    for phrase, kind in leaves(packs):
        kinds.setdefault(phrase, set()).add("more" if kind == "on" else kind)
    assert {phrase: found for phrase, found in kinds.items() if len(found) > 1} == {}
    for pack in packs if len(packs) == 1 else ():
        assert {phrase for phrase, kind in leaves(packs) if kind not in ("more", "on")} & pack.nods == set()
        assert set(pack.keep) & (pack.stop | pack.quiet | pack.nods) == set()
        assert set(pack.replaces) & set(pack.queues) == set()


@pytest.mark.parametrize("pack", EVERY)
def test_T2_what_is_cut_from_the_end_of_a_sentence_is_no_single_word(pack):
    assert [one for one in (*pack.keep, *pack.send) if " " not in one] == []


@pytest.mark.parametrize("pack", EVERY)
def test_A2_a_yes_is_no_no_and_each_phrase_is_of_one_kind(pack):
    words = pack.consents
    for one, other in combinations(SETS, 2):
        assert getattr(words, one) & getattr(words, other) == frozenset(), (one, other)
    assert {phrase: taken(phrase, pack) for phrase in words.grant} == dict.fromkeys(words.grant, "grant")
    refusals = words.deny | words.never
    assert {phrase: taken(phrase, pack) for phrase in refusals} == dict.fromkeys(refusals, "deny")
    assert words.grant & (pack.stop | pack.quiet) == frozenset()


@pytest.mark.parametrize("pack", EVERY)
@given(data=st.data())
def test_A2_nothing_with_a_no_at_its_beginning_or_end_is_a_yes(pack, data):
    words = pack.consents
    some = st.lists(st.sampled_from(sorted(words.grant | words.small | words.opens)), max_size=3)
    refusal = data.draw(st.sampled_from(sorted(words.deny | words.never)))
    text = " ".join((*data.draw(some), refusal))
    assert pack.yes_or_no(text) is not YesOrNo.YES
    assert pack_of(AUTO).yes_or_no(text) is not YesOrNo.YES


@pytest.mark.parametrize("pack", EVERY)
def test_T4_N7_each_phrase_is_understood_as_what_it_is(pack):
    context = Context(rest=True, cut=True)
    ours = {"stop": Intent.STOP, "quiet": Intent.QUIET, "no_more": Intent.NO_MORE}
    for phrase, kind in leaves([pack]):
        wanted = ours.get(kind, Intent.MORE if kind in ("more", "on") else kind)
        assert classify(phrase, context, pack).kind is wanted, phrase
    assert classify(pack.lines.asks[0].format(12), context, pack).number == 12
    assert classify(pack.lines.asks[0].format(pack.lines.ones[2]), context, pack).number == 3


@pytest.mark.parametrize("pack", EVERY)
def test_N5_A2_no_words_of_ours_are_a_yes_a_no_or_a_code(pack):
    ours = [
        text for _, value in texts_of(pack.sentences) for text in ([value] if isinstance(value, str) else [])
    ]
    assert [text for text in ours if pack.consent(text.replace("{}", "")) is not None] == []
    assert [text for text in ours if pack.find_code(text)[0]] == []
    whole = [*ours, pack.unread]
    assert [text for text in whole if pack.is_stop(text) or pack.is_quiet(text)] == []


@pytest.mark.parametrize("pack", EVERY)
def test_A2_codes_are_two_words_that_are_in_no_other_phrase(pack):
    holds = pack.sentences.holds
    assert isinstance(holds, HoldSentences)
    codes = [*holds.first, *holds.second]
    assert (len(holds.first), len(holds.second)) == (15, 8)
    assert len({*codes}) == len(codes)
    assert [one for one in codes if one != plain(one) or " " in one] == []
    used = {word for name in SETS for phrase in getattr(pack.consents, name) for word in phrase.split()}
    assert used.isdisjoint(codes)


@pytest.mark.parametrize(
    ("language", "text", "held", "meant"),
    examples("said again, by language"),
)
def test_A6_what_was_meant_is_said_again_in_each_language(language, text, held, meant):
    assert correct_held(held, text, pack_of(language)) == meant


@pytest.mark.parametrize(
    ("language", "text", "kind"),
    [(language, text, Intent[kind]) for language, text, kind in examples("what is said, by language")],
)
def test_A2_T4_what_is_said_is_taken_for_what_it_is_in_its_language(language, text, kind):
    waits = Context(waits=kind is not Intent.STOP)
    assert classify(text, waits, pack_of(language)).kind is kind


@pytest.mark.parametrize("language", ["de", "fr", "ja", "ru"])
@pytest.mark.parametrize("text", ["Never mind.", "Yes.", "Go ahead.", "What did you change?", "Shut up."])
def test_english_is_not_understood_in_another_language(language, text):
    assert classify(text, Context(waits=True), pack_of(language)).kind is Intent.WORDS


def test_a_language_without_a_pack_has_no_phrase_and_tells_so():
    pack = pack_of("ja")
    assert list(leaves([pack])) == []
    assert pack.sentences is ENGLISH.sentences
    assert pack.unread


# All of them at once, where it is not known which is spoken.


@pytest.mark.parametrize("pack", EVERY)
def test_A2_in_any_language_a_yes_and_a_no_are_what_they_are_in_their_own(pack):
    words = pack.consents
    no = (YesOrNo.NO, YesOrNo.NO_AND_MORE)
    alike = {phrase for phrase in words.grant if any(other.yes_or_no(phrase) in no for other in ALL)}
    assert len(alike) < 3
    assert {phrase: taken(phrase, pack_of(AUTO)) for phrase in words.grant - alike} == dict.fromkeys(
        words.grant - alike, "grant"
    )
    refusals = words.deny | words.never
    assert {phrase: taken(phrase, pack_of(AUTO)) for phrase in refusals} == dict.fromkeys(refusals, "deny")


def test_T2_a_filler_of_one_language_amends_nothing_in_another():
    assert classify("Also, wie ist das Wetter?", Context(), pack_of(AUTO)).amends == ""
    assert classify("And also the tests.", Context(), pack_of(AUTO)).amends == "queue"


def test_the_codes_are_those_of_the_recogniser():
    assert {*PACKS} <= {*HEARD}
    assert len({*HEARD}) == len(HEARD) == 99
