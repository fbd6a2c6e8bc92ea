"""The table of agents in the docs is what their run has seen."""

from brains_sdk.acp_seen import ACTS, PAGE, kept, page


def test_the_docs_state_what_the_run_of_the_agents_has_seen():
    seen = kept()
    assert seen
    assert all(set(one["acts"]) == set(ACTS) for one in seen.values())
    text = PAGE.read_text()
    assert page(text, seen) == text
