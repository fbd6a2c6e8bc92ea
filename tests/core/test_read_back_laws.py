"""What waits for a yes where no screen shows it, and what the person says again: laws A6, A2, K1."""

from dataclasses import replace

import pytest

from core.heard import spoken
from core.judged import Judged
from solovox.core.commands import (
    AnswerBrain,
    CloseHold,
    Flush,
    Outcome,
    ProposeWording,
    Read,
    ShowFailure,
    ShowHold,
    ShowNotice,
    SttTaught,
    Teach,
)
from solovox.core.conversation import Conversation
from solovox.core.english import ENGLISH
from solovox.core.events import (
    BrainCalled,
    BrainNeedsYes,
    ConsentGiven,
    PolicyChanged,
    ReadFailed,
    SilenceAsked,
    SurfaceJoined,
    SurfaceLeft,
    Typed,
    WordingProposed,
)
from solovox.core.mends import Mend, MendWhy
from solovox.core.policy import Approval, NarratorKind, Policy, Risk, ToolSpec
from solovox.core.units import CallId, HoldId, InputMeans, ReadId, RunId, SurfaceCaps, SurfaceId
from solovox.testing.scene import SECOND, asked, of, read

REVIEW = Policy(approval=Approval.REVIEW)
CORRECT = Policy(approval=Approval.CORRECT)
LEARNS = Policy(approval=Approval.REVIEW, learning=True)
HEARD = "run the tests in the text folder"
MEANT = "run the tests in the test folder"
AGAIN = "No, I said the test folder."
ONE = HoldId(1)


def back(text):
    return f"You said: {text}. Shall I send it?"


class Phone(Judged):
    """A talk where nothing is seen."""

    def __init__(self, policy=REVIEW, *, screen=False):
        super().__init__(policy)
        if not screen:
            self.do(SurfaceLeft(), SurfaceJoined(SurfaceCaps(screen=False)))

    def hear_out(self):
        """All that our voice says now is played, to the end."""
        told = len(self.all)
        while new := [one.read for one in of(Read, self.all) if one.read not in self.voice]:
            for one in new:
                self.sound(one, SECOND, end=True)
                self.wait(1_000)
                self.played(one, SECOND)
        return self.all[told:]

    def over(self, text):
        """The person says it while our voice sounds; the speaker had played half a second of it."""
        told = len(self.all)
        newest = of(Read, self.all)[-1].read
        self.sound(newest, SECOND, 12)
        self.wait(500)
        self.played(newest, SECOND // 2)
        local = spoken(self, 600)
        for flush in of(Flush, self.all[told:]):
            self.flushed(flush.read, SECOND // 2)
        self.do(local(text))
        return self.all[told:]


def holding(policy=REVIEW, text=HEARD, *, heard=True, screen=False):
    scene = Phone(policy, screen=screen)
    scene.say(text)
    if heard and not screen:
        scene.hear_out()
    scene.wait(4_500)
    return scene


def closed(commands):
    return [(one.hold, one.outcome) for one in of(CloseHold, commands)]


def texts(commands):
    return [one.text for one in of(ShowHold, commands)]


GRANTED, DENIED = [(1, Outcome.GRANTED)], [(1, Outcome.DENIED)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEARD, back(HEARD)),
        ("Delete the old logs.", back("Delete the old logs")),
        ("What is in `core/reads.py`?", back("What is in core/reads.py")),
        ("set it to -5, in version 1.5!", back("set it to -5, in version 1.5")),
    ],
)
def test_A6_what_no_screen_shows_is_read_back(text, said):
    scene = Phone()
    out = scene.say(text)
    assert (texts(out), read(out), of(ShowFailure, out)) == ([text], [said], [])


def test_A6_with_a_screen_nothing_is_read_back():
    scene = Phone(screen=True)
    assert read(scene.say(HEARD) + scene.wait(30_000)) == []


def test_A6_it_is_read_back_when_the_last_screen_leaves():
    scene = Phone(screen=True)
    scene.do(SurfaceJoined(SurfaceCaps(screen=False), SurfaceId("phone")))
    assert read(scene.say(HEARD)) == []
    assert read(scene.do(SurfaceLeft(SurfaceId("page")), SurfaceLeft(SurfaceId("")))) in ([], [back(HEARD)])


def test_A6_beside_a_live_reader_it_is_read_by_the_exact_voice():
    scene = Phone(Policy(approval=Approval.REVIEW, narrator=NarratorKind.READER, exact_voice=True))
    assert [(one.said, one.exact) for one in of(Read, scene.say(HEARD))] == [(back(HEARD), True)]


@pytest.mark.parametrize(
    "policy",
    [
        Policy(approval=Approval.REVIEW, own_words=False),
        Policy(approval=Approval.REVIEW, narrator=NarratorKind.READER),
    ],
    ids=["no words of ours", "no exact voice"],
)
def test_A6_T5_where_it_cannot_be_read_back_it_is_heard_to_wait_and_no_yes_aloud_grants(policy):
    scene = Phone(policy)
    out = scene.say(HEARD)
    assert (read(out), len(of(ShowFailure, out))) == ([], 1)
    scene.wait(6_000)
    assert closed(scene.say("yes", 400)) == []


@pytest.mark.parametrize(
    ("answer", "ends", "sent"), [("yes", GRANTED, [HEARD]), ("no", DENIED, []), ("send it", GRANTED, [HEARD])]
)
def test_A6_what_was_heard_to_its_end_is_answered_aloud(answer, ends, sent):
    scene = holding()
    out = scene.say(answer, 400)
    assert (closed(out), asked(out)) == (ends, sent)


def test_A6_a_yes_before_it_was_read_back_grants_nothing_and_it_is_read_back_anew():
    scene = holding(heard=False)
    scene.do(SilenceAsked(InputMeans.KEY))
    scene.wait(1_000)
    out = scene.say("yes", 400)
    assert (closed(out), read(out)) == ([], [back(HEARD)])
    scene.hear_out()
    scene.wait(1_000)
    assert asked(scene.say("yes", 400)) == [HEARD]


def test_A6_a_yes_over_the_read_back_grants_nothing_and_the_rest_is_said():
    scene = Phone()
    scene.say(HEARD)
    out = scene.over("yes")
    assert (closed(out), asked(out)) == ([], [])
    scene.wait(500)
    scene.rendered(of(Read, scene.all)[-1].read)
    scene.hear_out()
    scene.wait(12_000)
    assert asked(scene.say("yes", 400)) == [HEARD]


def test_A6_what_failed_to_be_read_was_not_heard():
    scene = Phone()
    scene.say(HEARD)
    scene.sound(1, SECOND)
    scene.do(ReadFailed(ReadId(1), "no voice"))
    scene.wait(1_000)
    scene.played(1, SECOND)
    scene.wait(5_000)
    out = scene.say("yes", 400)
    assert (closed(out), read(out)) == ([], [back(HEARD)])


def test_A6_a_read_without_sound_was_not_heard():
    scene = Phone()
    scene.say(HEARD)
    scene.rendered(1)
    scene.wait(5_000)
    assert closed(scene.say("yes", 400)) == []


def test_A6_the_oldest_is_read_back_and_then_the_next():
    scene = holding()
    out = scene.say("list the branches")
    assert (texts(out), read(out)) == (["list the branches"], [])
    assert read(scene.say("no", 400)) == [back("list the branches")]


def test_A6_what_silenced_the_read_back_of_the_oldest_lets_it_be_read_anew():
    scene = Phone()
    scene.say(HEARD)
    scene.sound(1, SECOND)
    scene.wait(500)
    scene.at += 10_000
    scene.say("list the branches")
    scene.flushed(1, SECOND // 2)
    assert read(scene.all) == [back(HEARD)] * 2


def test_A6_a_click_and_a_typed_no_need_no_voice():
    assert asked(holding(heard=False).do(ConsentGiven(ONE, HEARD, InputMeans.KEY))) == [HEARD]
    assert closed(holding(heard=False).do(Typed("no"))) == DENIED


def test_A6_the_echo_of_the_read_back_denies_nothing_and_is_nothing():
    scene = Phone()
    scene.say("do not delete the logs")
    out = scene.over("do not delete the logs")
    assert (closed(out), texts(out), asked(out)) == ([], [], [])


# Another wording


def test_A6_another_wording_is_read_back_anew_if_the_first_was_not_heard_to_its_end():
    scene = Phone(CORRECT)
    assert of(ProposeWording, scene.say(HEARD))
    scene.sound(1, SECOND, 10)
    scene.do(WordingProposed(ONE, MEANT))
    scene.flushed(1, SECOND // 2)
    assert (texts(scene.all)[-1], read(scene.all)) == (MEANT, [back(HEARD), back(MEANT)])
    scene.hear_out()
    scene.wait(1_000)
    assert asked(scene.say("yes", 400)) == [MEANT]


def test_A6_what_was_heard_to_its_end_gets_no_other_wording():
    scene = Phone(CORRECT)
    scene.say(HEARD)
    scene.hear_out()
    assert texts(scene.do(WordingProposed(ONE, MEANT))) == []
    scene.wait(1_000)
    assert asked(scene.say("yes", 400)) == [HEARD]


# Acts


def needs(said="run `git push`, by force", *, grave=False, act="git push --force", arguments=""):
    return BrainNeedsYes(RunId(1), CallId("p1"), act, "", arguments, said, grave)


def acting(*events):
    scene = Phone()
    scene.do(Typed("clean up"), *events)
    return scene


CODE = ENGLISH.holds.code(1, "git push --force run `git push`, by force")


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (needs(), "It asks to run git push , by force. May it?"),
        (needs(""), "It asks to git push --force. May it?"),
        (needs(grave=True), f"It asks to run git push , by force. To allow it, say the words {CODE} aloud."),
    ],
    ids=["act", "without words", "grave"],
)
def test_A6_an_act_is_read_back_with_its_code(event, said):
    assert read(acting(event).all) == [said]


@pytest.mark.parametrize(
    ("grave", "answer", "granted"), [(False, "yes", True), (True, "yes", False), (True, CODE, True), (False, "no", False)]
)  # fmt: skip
def test_A6_an_act_that_was_heard_is_answered_aloud(grave, answer, granted):
    scene = acting(needs(grave=grave))
    scene.hear_out()
    scene.wait(1_000)
    out = scene.say(answer, 600)
    assert (closed(out) == GRANTED) is granted
    assert [one.failed for one in of(AnswerBrain, out)] == ([False] if granted else [True] * (answer == "no"))


def test_A6_no_echo_of_what_has_a_code_is_a_yes():
    said = ENGLISH.holds.asking("run git push by force", code=CODE)
    words = said.split()
    around = [" ".join(words[a:b]) for a in range(len(words)) for b in range(a + 3, len(words) + 1)]
    assert [one for one in around if ENGLISH.consent(one)] == []


def test_A6_an_act_too_long_to_be_said_is_not_granted_by_a_voice():
    scene = acting(needs("", arguments='{"text":"' + "word " * 200 + '"}'))
    assert (read(scene.all), len(of(ShowFailure, scene.all))) == ([], 1)
    scene.wait(5_000)
    assert closed(scene.say("yes", 400)) == []


def test_A6_an_act_of_a_tool_is_read_back():
    scene = Phone(Policy(tools=(ToolSpec(name="rm", risk=Risk.ASK),)))
    scene.do(Typed("clean up"), BrainCalled(RunId(1), CallId("c"), "rm", '{"path":"logs"}'))
    assert read(scene.all) == ["It asks to rm path : logs. May it?"]


# What is said again


@pytest.mark.parametrize("screen", [True, False])
@pytest.mark.parametrize("pause", [0, 6_000])
def test_A6_what_is_said_again_takes_the_place_of_what_was_held(screen, pause):
    scene = holding(screen=screen)
    scene.wait(pause)
    out = scene.say(AGAIN)
    assert (texts(out), closed(out), asked(out)) == ([MEANT], [], [])
    assert read(out) == [back(MEANT)] * (not screen)
    scene.hear_out()
    scene.wait(1_000)
    out = scene.say("yes", 400)
    assert (closed(out), asked(out)) == (GRANTED, [MEANT])


def test_A6_it_may_be_said_over_the_read_back():
    scene = Phone()
    scene.say(HEARD)
    out = scene.over(AGAIN)
    assert texts(out) == [MEANT]
    assert read(out)[-1:] == [back(MEANT)]


def test_A6_a_yes_to_what_was_read_before_it_was_said_again_grants_nothing():
    scene = holding()
    scene.say(AGAIN)
    scene.do(SilenceAsked(InputMeans.KEY))
    scene.wait(2_000)
    assert closed(scene.say("yes", 400)) == []


def test_A6_what_is_said_again_is_mended_and_the_mends_are_shown():
    scene = holding(text="open the red me")
    out = scene.say_mended("no I said the read me", Mend("read me", "README.md", MendWhy.LEXICON))
    assert texts(out) == ["open the README.md"]
    assert [one.mends for one in of(ShowHold, out)] == [(Mend("read me", "README.md", MendWhy.LEXICON),)]


def test_A6_what_is_said_again_as_it_was_is_read_back_once_more():
    scene = holding()
    assert read(scene.say("No, I said the text folder.")) == [back(HEARD)]


@pytest.mark.parametrize("changes", [{"own_words": False}, {"narrator": NarratorKind.READER}])
def test_A6_what_was_heard_before_it_was_said_again_is_no_longer_what_a_yes_is_to(changes):
    scene = holding()
    out = scene.do(PolicyChanged(replace(REVIEW, **changes)))
    out += scene.say(AGAIN)
    scene.wait(2_000)
    out += scene.say("yes", 400)
    assert (closed(out), of(ShowNotice, out)) == ([], [])


def test_A6_an_act_is_not_corrected():
    scene = acting(needs())
    scene.hear_out()
    scene.wait(1_000)
    assert closed(scene.say("no, I said git pull")) == DENIED


def test_A6_when_nothing_waits_it_is_an_instruction():
    assert texts(Phone().say(AGAIN)) == [AGAIN]


def test_A6_the_second_that_waits_is_not_corrected():
    scene = holding()
    scene.say("list the branches")
    assert [(one.hold, one.text) for one in of(ShowHold, scene.say("no, I meant the test folder"))] == [
        (1, MEANT)
    ]


@pytest.mark.parametrize("screen", [True, False])
@pytest.mark.parametrize("policy", [LEARNS, REVIEW])
def test_K1_what_is_said_again_is_an_edit_of_what_was_heard(policy, screen):
    scene = holding(policy, screen=screen)
    span = of(ShowHold, scene.all)[0].span
    scene.say(AGAIN)
    scene.hear_out()
    scene.wait(1_000)
    lessons = [one.lesson for one in of(Teach, scene.say("yes", 400))]
    assert lessons == [SttTaught(span, HEARD, MEANT)] * policy.learning


@pytest.mark.parametrize(
    ("event", "meant"),
    [
        (ConsentGiven(ONE, MEANT, InputMeans.CLICK), MEANT),
        (ConsentGiven(ONE, MEANT, InputMeans.CLICK, heard=HEARD), MEANT),
        (ConsentGiven(ONE, MEANT, InputMeans.CLICK, heard="run the test"), "run the test"),
    ],
)
def test_K1_a_click_teaches_it_too(event, meant):
    scene = holding(LEARNS, screen=True)
    scene.say(AGAIN)
    lessons = [one.lesson for one in of(Teach, scene.do(event))]
    assert [one.meant for one in lessons if isinstance(one, SttTaught)] == [meant]


def test_K1_a_yes_to_what_was_shown_before_it_was_said_again_teaches_nothing():
    scene = holding(LEARNS, screen=True)
    scene.say(AGAIN)
    out = scene.do(ConsentGiven(ONE, HEARD, InputMeans.CLICK))
    assert (asked(out), of(Teach, out)) == ([HEARD], [])


def test_T2_K1_what_goes_on_from_what_was_said_again_is_sent_with_it_and_teaches_nothing():
    scene = Phone(LEARNS, screen=True)
    scene.say(HEARD)
    scene.wait(500)
    scene.say(AGAIN)
    scene.wait(500)
    assert texts(scene.say("but only twice"))[-1] == f"{MEANT} but only twice"
    scene.wait(1_000)
    out = scene.say("yes", 400)
    assert (asked(out), of(Teach, out)) == ([f"{MEANT} but only twice"], [])


def test_R1_a_talk_held_corrected_and_granted_by_voice_replays():
    scene = holding(LEARNS)
    scene.say(AGAIN)
    scene.hear_out()
    scene.wait(1_000)
    scene.say("yes", 400)
    twin = Conversation(LEARNS)
    assert [one for at, event in scene.events for one in twin.handle(at, event)] == scene.all
