"""What was seen to work with which client of others: kept in `seen.json` by `make strangers`, and shown in a page of the docs.

Rule 1: a feature holds with a client if all tests of it passed with it. What one run did not try stays as it was last seen.
Rule 2: another version of a client begins anew.
"""

import json

import house_rules as house

KEPT = house.ROOT / "tests" / "strangers" / "seen.json"
PAGE = house.ROOT / "docs" / "reference" / "compatibility.md"
FEATURES = {
    "a_question_is_heard_handed_over_answered_and_spoken": "speech is heard, a tool called, its result spoken",
    "a_spoken_question_becomes_a_call_and_its_result_is_spoken": "speech is heard, a tool called, its result spoken",
    "of_several_tools_the_one_that_is_meant_is_called": "typed text; of several tools the one that is meant",
    "what_is_typed_becomes_a_call": "typed text; of several tools the one that is meant",
    "the_person_takes_the_floor": "barge-in",
    "without_tools_the_brain_answers": "a talk without tools",
    "what_is_to_be_read_is_read": "reading aloud, word for word",
    "the_person_says_where_an_utterance_begins_and_ends": "`activityStart`, `activityEnd`",
    "results_that_nobody_waits_for_are_said_when_they_say": "`NON_BLOCKING`, `scheduling`, `willContinue`",
    "another_instruction_counts_from_then_on": "another instruction in mid-talk",
    "a_half_cascade_answers_in_text": "answers in text",
    "a_connection_that_ends_says_so_and_is_resumed": "`goAway`, and resumption",
    "a_stranger_that_stays_is_closed_with_a_reason": "an end with code and reason",
    "what_cannot_be_is_refused_with_the_reason": "refusals with code and reason",
    "a_token_opens_one_session_as_it_is_fixed": "ephemeral tokens: minted, used, refused",
}
"""Of the name of a test: what it shows."""
SIGNS = {True: "yes", False: "**no**", None: "–"}


def sighting(client, test, held):
    """One test of one client."""
    return {
        "name": client.name,
        "package": client.package,
        "version": client.version,
        "feature": FEATURES[test.removeprefix("test_")],
        "held": held,
    }


def added(seen, sightings, day):
    """What was seen, with what was just seen. `seen`: by the client's name, as in `seen.json`."""
    fresh = {}
    for one in sightings:
        entry = fresh.setdefault(
            one["name"], {"package": one["package"], "version": one["version"], "on": day, "features": {}}
        )
        held = entry["features"].get(one["feature"], True)
        entry["features"][one["feature"]] = held and one["held"]
    for name, entry in fresh.items():
        before = seen.get(name, {})
        if before.get("version") == entry["version"]:
            entry["features"] = {**before["features"], **entry["features"]}
    return {**seen, **fresh}


def table(seen):
    """Features by clients, in Markdown."""
    names = sorted(seen, key=str.lower)
    features = [
        one
        for one in dict.fromkeys(FEATURES.values())
        if any(one in seen[name]["features"] for name in names)
    ]
    rows = [
        ["", *(f"{name} {seen[name]['version']}" for name in names)],
        ["---"] * (len(names) + 1),
        *([one, *(SIGNS[seen[name]["features"].get(one)] for name in names)] for one in features),
        ["last seen", *(seen[name]["on"] for name in names)],
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def page(seen):
    """The page of the docs."""
    return f"""# Clients that were seen to work

Each client is installed as it is published, and told by two environment variables where the live server is
([how](../howto/offline-gemini-live.md)). A program on it holds real talks: what is said is sound, and what it hears is transcribed again.
This table is written by `make strangers` from the results of its tests; by hand nothing is changed here. `make strangers NEWEST=1` tries the newest releases.

{table(seen)}

The frameworks talk with the native audio model of 2.5. By hand: to `gemini-3.8-live` ADK for JavaScript 2.0 sends `mediaChunks`, which it refuses as the service
does. LiveKit Agents for Node is deaf for the first three seconds that it speaks, unless it is told that there is no echo (`aecWarmupDuration: null`).

A dash: not tried, or the client has no such thing. LlamaIndex tells neither what was heard nor that the person took the floor: there it is
the sound that shows it.
"""


class Sightings:
    """Of one run, of all its workers. `day` is the date to keep them under; without one they are printed only."""

    def __init__(self, day):
        self.day = day
        self.all = []

    def pytest_runtest_logreport(self, report):
        self.all += [
            value for key, value in report.user_properties if key == "seen" and report.when == "call"
        ]

    def pytest_terminal_summary(self, terminalreporter):
        terminalreporter.section("clients")
        terminalreporter.write_line(table(added({}, self.all, self.day or "now")))
        if self.day:
            seen = added(json.loads(KEPT.read_text()) if KEPT.exists() else {}, self.all, self.day)
            KEPT.write_text(json.dumps(seen, indent=2, sort_keys=True) + "\n")
            PAGE.write_text(page(seen))
