"""What Claude Code's program tells, message by message, and what becomes of it."""

import pytest

from solovox.brains.claude.failures import failure, not_started, without
from solovox.brains.claude.meter import Spent
from solovox.brains.claude.steps import title_use
from solovox.brains.claude.turn import ClaudeTurn, Waits
from solovox.ports import Step, TokensUsed, Wrote

ASKED, STEERED = "id-1", "id-2"


def event(kind, parent=None, **more):
    return {"type": "stream_event", "event": {"type": kind, **more}, "parent_tool_use_id": parent}


def block(kind, parent=None):
    return event("content_block_start", parent, content_block={"type": kind})


def delta(text, parent=None):
    return event("content_block_delta", parent, delta={"type": "text_delta", "text": text})


def thought(text):
    return event("content_block_delta", delta={"type": "thinking_delta", "thinking": text})


def use(name, tool, **given):
    return {"type": "assistant", "content": [{"id": name, "name": tool, "input": given}]}


def result_of(name, content, *, failed=False):
    return {"type": "user", "content": [{"tool_use_id": name, "content": content, "is_error": failed}]}


def system(subtype, **data):
    return {"type": "system", "subtype": subtype, "data": data}


def result(*taken, **more):
    return {"type": "result", "is_error": False, "user_message_uuids": list(taken or [ASKED]), **more}


IDLE, RUNNING = (
    system("session_state_changed", state="idle"),
    system("session_state_changed", state="running"),
)
NEEDS = system("session_state_changed", state="requires_action")


def turn(before=None):
    return ClaudeTurn("/w", ASKED, before or Spent())


def told(one, *messages):
    return [piece for message in messages for piece in one.take(message)]


def text(pieces):
    return "".join(piece.text for piece in pieces if isinstance(piece, Wrote))


@pytest.mark.parametrize(
    ("messages", "said"),
    [
        ([block("text"), delta("One "), delta("two.")], "One two."),
        ([block("text"), delta("One."), block("text"), delta("Two.")], "One.\n\nTwo."),
        ([block("text"), delta("One.\n"), block("text"), delta("Two.")], "One.\n\nTwo."),
        ([block("text"), delta("One.\n\n"), block("text"), delta("Two.")], "One.\n\nTwo."),
        ([block("text"), delta("One."), block("tool_use"), block("text"), delta("Two.")], "One.\n\nTwo."),
        (
            [block("text"), delta("One."), block("text"), delta(""), block("text"), delta("Two.")],
            "One.\n\nTwo.",
        ),
        ([block("text", "t1"), delta("its assistant's", "t1"), block("text"), delta("Mine.")], "Mine."),
    ],
)
def test_the_text_is_the_main_agents_with_paragraphs_between_its_pieces(messages, said):
    assert text(told(turn(), *messages)) == said


def test_what_is_said_before_a_tool_is_used_is_whole():
    one = turn()
    assert (
        text(told(one, block("tool_use"), block("text"), delta("I would make it 7."))) == "I would make it 7."
    )
    assert text(told(one, block("tool_use"))) == "\n\n"
    assert text(told(one, block("tool_use"), block("text"), delta("Done."))) == "Done."


def test_a_thought_is_one_step():
    pieces = told(
        turn(),
        block("thinking"),
        thought("First "),
        thought("look."),
        event("content_block_stop"),
        block("thinking"),
    )
    assert [(one.step, one.state.value, one.detail) for one in pieces] == [
        ("thinking 1", "begun", ""),
        ("thinking 1", "done", "First look."),
        ("thinking 2", "begun", ""),
    ]


def test_what_only_looks_begins_at_once_and_ends_with_its_result():
    one = turn()
    steps = told(one, use("t1", "Glob", pattern="*.py"), result_of("t1", "a.py"))
    assert [(step.title, step.step, step.state.value, step.effects, step.receipt) for step in steps] == [
        ("Look for files *.py", "t1", "begun", False, None),
        ("Look for files *.py", "t1", "done", False, None),
    ]
    assert "a.py" in steps[1].detail


def test_what_changes_something_begins_when_it_was_allowed_and_its_receipt_is_its_id():
    one = turn()
    assert told(one, use("t1", "Bash", command="touch a"), NEEDS) == []
    one.uses.begin_use("t1", "Bash", {"command": "touch b"}, effects=True)
    steps = told(one, RUNNING, result_of("t1", "(no output)"))
    assert [(step.title, step.state.value, step.effects, step.receipt) for step in steps] == [
        ("Run touch b", "begun", True, None),
        ("Run touch b", "done", True, "t1"),
    ]


def test_what_was_not_allowed_never_began():
    steps = told(turn(), use("t1", "Bash", command="touch a"), result_of("t1", "no", failed=True))
    assert [(step.state.value, step.effects, step.receipt) for step in steps] == [("failed", False, None)]


def test_what_was_allowed_and_failed_has_no_receipt():
    one = turn()
    one.uses.begin_use("t1", "Bash", {"command": "false"}, effects=True)
    steps = told(one, use("t1", "Bash", command="false"), result_of("t1", "exit 1", failed=True))
    assert [(step.state.value, step.effects, step.receipt) for step in steps] == [
        ("begun", True, None),
        ("failed", True, None),
    ]


def test_what_is_at_work_when_the_answer_is_stopped_has_failed():
    one = turn()
    one.uses.begin_use("t1", "Bash", {"command": "sleep 9"}, effects=True)
    steps = told(one, result(is_error=True, terminal_reason="aborted_tools"))
    assert [step.state.value for step in steps if isinstance(step, Step)] == ["begun", "failed"]
    assert one.failed == ""


def test_an_answer_is_over_when_the_program_is_idle_and_all_words_were_taken_in():
    one = turn()
    told(one, RUNNING, system("status", user_message_uuids=[ASKED]))
    one.await_words(STEERED)
    told(one, result(ASKED), IDLE)
    assert not one.over, "the person said more"
    [taken] = told(one, RUNNING, system("status", status="requesting", user_message_uuids=[STEERED]))
    assert (taken.title, taken.step) == ("Your words were taken in", STEERED)
    assert told(one, result(STEERED)) == []
    assert not one.over
    told(one, IDLE)
    assert one.over


def test_words_that_could_not_be_sent_are_not_waited_for():
    one = turn()
    one.await_words(STEERED)
    one.forget(STEERED)
    told(one, result(ASKED), IDLE)
    assert one.over


PATIENCE = [
    ([], Waits.FIRST),
    ([block("text")], Waits.NEXT),
    ([event("message_stop")], Waits.FIRST),
    ([block("tool_use"), use("t1", "Read"), event("message_stop")], Waits.WORK),
    ([block("tool_use"), use("t1", "Read"), event("message_stop"), result_of("t1", "x")], Waits.FIRST),
    ([block("tool_use"), use("t1", "Bash"), NEEDS], Waits.WORK),
    ([block("tool_use"), use("t1", "Bash"), block("text")], Waits.NEXT),
    ([system("status", status="compacting")], Waits.WORK),
    ([system("status", status="compacting"), system("status", status="requesting")], Waits.FIRST),
]


@pytest.mark.parametrize(("messages", "waits"), PATIENCE)
def test_it_is_known_what_is_waited_for(messages, waits):
    one = turn()
    told(one, *messages)
    assert one.waits is waits


def test_an_answer_that_never_reached_its_model_used_nothing():
    assert told(turn(), result(model_usage={}, total_cost_usd=0)) == []


def test_what_was_used_is_this_answers_own_and_never_falls():
    before = Spent(100, 10, 0.5)
    one = turn(before)
    usage = {"input_tokens": 7, "cache_read_input_tokens": 3}
    models = {"m": {"inputTokens": 108, "cacheReadInputTokens": 3, "outputTokens": 14}}
    used = told(
        one,
        event("message_start", message={"usage": usage}),
        event("message_delta", usage={"output_tokens": 2}),
        event("message_delta", usage={"output_tokens": 5}),
        result(model_usage=models, total_cost_usd=0.75),
    )
    assert used == [
        TokensUsed(10, 0),
        TokensUsed(10, 2),
        TokensUsed(10, 5),
        TokensUsed(11, 5, 250_000),
    ]
    assert one.spent == Spent(111, 14, 0.75)


FAILURES = [
    ({"result": "Not logged in · Please run /login"}, "authentication_failed", "is not logged in"),
    ({"result": "Invalid API key", "api_error_status": 401}, "authentication_failed", "refused (401)"),
    (
        {"result": "API Error: Request rejected (429) · no", "api_error_status": 429},
        "rate_limit",
        "limit is reached",
    ),
    ({"result": "Credit balance is too low", "api_error_status": 400}, "billing_error", "limit is reached"),
    ({"result": "Claude usage limit reached, resets at 5pm"}, "", "resets at 5pm"),
    ({"result": "API Error: 529 Overloaded.", "api_error_status": 529}, "server_error", "overloaded"),
    (
        {"result": "Prompt is too long", "terminal_reason": "prompt_too_long"},
        "invalid_request",
        "begin a new session",
    ),
    ({"result": "safeguards", "stop_reason": "refusal"}, "invalid_request", "refused to answer"),
    ({"result": "There's an issue with the model (x)."}, "model_not_found", "Check brain.model"),
    (
        {"result": "API Error: Connection refused (ECONNREFUSED)"},
        "server_error",
        "connection to the model was lost",
    ),
    ({"result": "x", "api_error_status": 200}, "max_output_tokens", "longer than the model may write"),
    ({"result": None, "errors": ["first\nsecond"]}, "", "Claude Code failed: first second"),
    ({"result": None, "subtype": "error_max_turns"}, "", "error_max_turns"),
    ({"result": "y" * 9000}, "", "yyy"),
]


@pytest.mark.parametrize(("said", "kind", "line"), FAILURES)
def test_each_failure_is_one_clear_line(said, kind, line):
    found = failure(said, kind)
    assert line in found
    assert "\n" not in found
    assert len(found) < 300


def test_an_error_of_the_program_is_the_answers_failure():
    one = turn()
    error = {"type": "assistant", "content": [{"text": "Overloaded"}], "error": "rate_limit"}
    told(one, error, result(is_error=True, result="Overloaded", terminal_reason="api_error"), IDLE)
    assert one.over
    assert "overloaded" in one.failed


def test_why_it_cannot_be_started_is_its_last_line():
    assert not_started("exit 1", "error: bad flag") == "Claude Code cannot be started: error: bad flag"
    assert "no such session" in not_started("", "No conversation found with session ID: x")


def test_no_secret_is_in_a_line():
    assert (
        without("bad key sk-abc-def and sk-abc", ["sk-abc", "sk-abc-def", "x"])
        == "bad key [secret] and [secret]"
    )


TITLES = [
    ("Bash", {"command": "pytest -q\nls"}, "Run pytest -q"),
    ("Bash", {}, "Run"),
    ("Edit", {"file_path": "/w/src/auth.py"}, "Edit src/auth.py"),
    ("Write", {"file_path": "/etc/hosts"}, "Write /etc/hosts"),
    ("Grep", {"pattern": "TODO"}, "Search for TODO"),
    ("Glob", {"pattern": "*.py"}, "Look for files *.py"),
    ("Task", {"description": "look around"}, "Ask an assistant: look around"),
    ("mcp__github__list_issues", {}, "Use github list issues"),
]


@pytest.mark.parametrize(("tool", "given", "title"), TITLES)
def test_a_step_has_a_title_that_a_person_understands(tool, given, title):
    assert title_use(tool, given, "/w").replace("  ", " ") == title


def test_a_title_is_short_and_on_one_line():
    title = title_use("Grep", {"pattern": "a\n" * 500}, "/w")
    assert len(title) <= 80
    assert "\n" not in title


def test_with_a_model_of_no_vendor_tokens_are_told_and_no_dollars():
    models = {"m": {"inputTokens": 11, "outputTokens": 5}}
    one = ClaudeTurn("/w", ASKED, Spent(), priced=False)
    assert told(one, result(model_usage=models, total_cost_usd=0.75)) == [TokensUsed(11, 5, None)]
