"""What a connection is set up with is made when it is opened: the policy and the tools of that moment."""

from dataclasses import replace

import pytest

from live.gemini_rig import Live
from live.gemini_ways import Abort, Wait, Way
from solovox.config.schema import Config, EarConfig, NarratorConfig
from solovox.core.events import EarTranscript, PolicyChanged
from solovox.parts.policies import policy
from solovox.ports import StoreError, SttCorrection
from solovox.text.names.workspace_names import NameLexicon

pytestmark = pytest.mark.slow

LOSES = Way(opened=(Wait(1_500), Abort()))
"""Each connection is lost after a second and a half."""


def setups(change, kind="voice", tools=()):
    """What each connection of a session was sent at its opening. The policy is changed when the first has been opened."""
    choices = {"narrator": NarratorConfig(kind=kind)}
    rules = policy(Config(ear=EarConfig(kind="gemini"), **choices), tools)
    changed = PolicyChanged(change(rules))
    talk = Live(LOSES, said=(), tools=tools, choices=choices, keys=((1_000, changed),)).held()
    return [one.setup for one in talk.double.talks]


def wording(setup):
    return " ".join(part.text for part in setup.system_instruction.parts)


@pytest.mark.parametrize(
    ("change", "later"), [(lambda rules: replace(rules, wake="computer"), True), (lambda rules: rules, False)]
)
def test_a_changed_policy_is_in_the_next_setup(change, later):
    first, second, *_ = setups(change)
    assert "'computer'" not in wording(first)
    assert ("'computer'" in wording(second)) is later


class Taught(Live):
    """Each time they are read there is one correction more."""

    def __init__(self, *args, fails=(), **options):
        super().__init__(*args, **options)
        self.reads, self.fails = 0, fails

    def corrections(self):
        self.reads += 1
        if self.reads in self.fails:
            raise StoreError("the store is locked")
        return [
            SttCorrection(f"{n}", f"2026-01-31T09:00:0{n}.000Z", b"", f"word {n}", f"meant {n}")
            for n in range(self.reads)
        ]


@pytest.mark.parametrize("kind", ["voice", "self"])
def test_K1_each_connection_is_told_what_was_corrected_until_then(kind):
    talk = Taught(LOSES, said=(), choices={"narrator": NarratorConfig(kind=kind)}).held()
    first, second, *_ = (wording(one.setup) for one in talk.double.talks)
    assert '"word 0" → They said: "meant 0"' in first
    assert "word 1" not in first
    assert second.index("word 1") < second.index("word 0"), "the newest first"
    assert second.startswith(first[: first.index("What stands in quotes")])


def test_K1_a_store_that_fails_is_one_line_and_no_block(caplog):
    talk = Taught(LOSES, said=(), fails={1}).held()
    first, second, *_ = (wording(one.setup) for one in talk.double.talks)
    assert "CORRECTIONS" not in first
    assert "<STT_CORRECTIONS>" in second
    assert [one for one in caplog.messages if "corrections" in one] == [
        "the ear is opened without your corrections: the store is locked"
    ]


class Named(Live):
    """What was heard is one correction and one name away from what was meant."""

    def names(self):
        return NameLexicon(["user_service.py"])

    def corrections(self):
        return [SttCorrection("1", "2026-01-31T09:00:00.000Z", b"", "cube control", "kubectl")]


WORDS = "run cube control on user service dot py"


@pytest.mark.parametrize(("kind", "asked"), [("voice", ["run kubectl on user_service.py"]), ("self", [])])
def test_K2_what_the_ear_heard_is_mended_though_our_own_recogniser_says_nothing_of_it(kind, asked):
    talk = Named(said=((400, WORDS, WORDS),), mic_ms=9_000, choices={"narrator": NarratorConfig(kind=kind)})
    talk.held()
    assert talk.asked == asked
    mends = {mend.meant for event in talk.happened(EarTranscript) for mend in event.mends}
    assert mends == ({"kubectl", "user_service.py"} if asked else set())
