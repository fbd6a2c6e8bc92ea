"""What a timeline says of holds: what was shown, how each ended, and what was sent for it."""

import pytest

from laws.scene import Scene
from solovox.core import events as ev
from solovox.core.policy import Approval, Policy, Risk, ToolSpec
from solovox.core.units import CallId, HoldId, InputMeans, RunId
from solovox.recordings.codec import Entry, Header
from solovox.recordings.journal_reader import Recorded
from solovox.recordings.timeline import build

KEY = InputMeans.KEY
REVIEW = Policy(approval=Approval.REVIEW)
SEND = Policy(tools=(ToolSpec(name="send", effects=True, risk=Risk.ASK),))
CALLED = ev.BrainCalled(RunId(1), CallId("c"), "send", '{"to":"bob"}')
BOB = 'send {"to":"bob"}'


def told(scene):
    head = Header(session="s", created="c", profile="p", policy=scene.policy, core="0")
    return build(Recorded(head, tuple(Entry(n, at, event) for n, (at, event) in enumerate(scene.events, 1))))


def holding():
    scene = Scene(REVIEW)
    scene.say("delete the old logs")
    scene.wait(500)
    return scene


def calling():
    scene = Scene(SEND)
    scene.do(ev.Typed("tell bob"))
    scene.do(CALLED)
    scene.wait(500)
    return scene


def asking():
    scene = Scene()
    scene.do(ev.Typed("push it"), ev.BrainNeedsYes(RunId(1), CallId("1"), "push it"))
    scene.wait(500)
    return scene


def yes(text, hold=1):
    return lambda scene: scene.do(ev.ConsentGiven(HoldId(hold), text, KEY))


def no(scene):
    scene.do(ev.ConsentDenied(HoldId(1), KEY))


def busy_with_another(scene):
    """A yes whose instruction waits for the flush of what is being read."""
    scene.do(ev.Typed("hello"))
    scene.write(1, "Hello, it is a long answer.")
    scene.sound(1, 24_000)
    yes("delete the old logs")(scene)
    scene.flushed(1, 2_000)


@pytest.mark.parametrize(
    ("begin", "then", "ended", "outcome", "sent", "edited"),
    [
        (holding, yes("delete the old logs"), 1_500, "granted", "delete the old logs", False),
        (holding, yes("delete the new logs"), 1_500, "granted", "delete the new logs", True),
        (holding, lambda scene: scene.say("yes", 400), 1_900, "granted", "delete the old logs", False),
        (holding, busy_with_another, 1_500, "granted", "delete the old logs", False),
        (holding, no, 1_500, "denied", None, False),
        (holding, lambda scene: scene.wait(200_000), 121_000, "expired", None, False),
        (holding, lambda scene: scene.do(ev.SurfaceLeft()), 1_500, "void", None, False),
        (holding, lambda scene: None, None, None, None, False),
        (calling, yes(BOB), 500, "granted", '{"to":"bob"}', False),
        (calling, yes('send {"to":"alice"}'), 500, "granted", '{"to":"alice"}', True),
        (calling, yes("drop it"), None, None, None, False),
        (calling, no, 500, "denied", None, False),
        (asking, yes("push it"), 500, "granted", "push it", False),
        (asking, no, 500, "denied", None, False),
    ],
)
def test_A1_A3_a_hold_says_how_it_ended_and_what_was_sent(begin, then, ended, outcome, sent, edited):
    scene = begin()
    then(scene)
    (hold,) = told(scene).summary()["holds"]
    assert (hold["ended"], hold["outcome"], hold["sent"], hold["edited"]) == (ended, outcome, sent, edited)


def test_A1_a_draft_that_got_a_fresh_yes_was_granted_in_the_end():
    scene = holding()
    scene.wait(200_000)
    (draft,) = told(scene).summary()["holds"]
    assert (draft["outcome"], draft["draft"]) == ("expired", True)
    yes("delete the old logs")(scene)
    (hold,) = told(scene).summary()["holds"]
    assert (hold["outcome"], hold["draft"], hold["sent"]) == ("granted", False, "delete the old logs")


def test_a_hold_says_what_was_shown_and_heard():
    (words,) = told(holding()).summary()["holds"]
    assert words == {
        "id": 1, "text": "delete the old logs", "kind": "instruction", "risk": "", "heard": "delete the old logs",
        "proposed": "", "utterance": 1, "span": {"stream": "mic", "first": 0, "count": 16_000}, "shown": 1_000, "until": 121_000, "code": "", "editable": True, "mends": (), "outcome": None, "ended": None, "draft": False, "sent": None,
        "edited": False, "reworded": [], "edits": [],
    }  # fmt: skip
    (action,) = told(calling()).summary()["holds"]
    assert (action["kind"], action["text"], action["heard"]) == ("action", BOB, "")


def test_a_hold_shows_how_what_was_sent_came_of_what_was_heard():
    scene = Scene(Policy(approval=Approval.CORRECT))
    scene.say("um delete the old locks")
    scene.do(ev.WordingProposed(HoldId(1), "delete the old logs"))
    yes("delete the new logs")(scene)
    (hold,) = told(scene).summary()["holds"]
    assert (hold["text"], hold["proposed"], hold["sent"]) == (
        *["delete the old logs"] * 2,
        "delete the new logs",
    )
    assert (hold["reworded"], hold["edits"]) == ([["um", ""], ["locks", "logs"]], [["old", "new"]])


def test_what_was_proposed_is_in_the_lane_of_calls_or_why_not():
    scene = Scene(Policy(approval=Approval.CORRECT))
    scene.say("um delete the old locks")
    scene.do(ev.WordingProposed(HoldId(1), "", why="it took too long"))
    (mark,) = [one for one in told(scene).marks if one.kind == "wording"]
    assert (mark.label, mark.law) == ("nothing proposed: it took too long", "A1")


def test_the_lane_of_calls_shows_the_hold_its_kind_and_its_answer():
    scene = holding()
    yes("delete the new logs")(scene)
    (hold,) = [one for one in told(scene).marks if one.kind == "hold"]
    assert (hold.at, hold.end, hold.law) == (1_000, 1_500, "A1")
    assert hold.label == "instruction waits for a yes: delete the old logs · granted"
    (answer,) = [one for one in told(scene).marks if one.kind == "answered"]
    assert (answer.at, answer.label, answer.law) == (1_500, "yes (key): delete the new logs", "A3")
