"""What one talk knows of another, as a person sees it: a taught word, and the sessions that Claude Code's real program keeps."""

import pytest

from browser.agents import agent_served
from browser.conftest import served
from solovox.demo.conversation import read_request
from solovox.demo.tour import TourModel

pytestmark = [pytest.mark.wide, pytest.mark.weights, pytest.mark.slow]

MEANT = "Open the Quillon project."
QUESTIONS = (
    "Where is total price defined?",
    "Where is the shipping cost defined?",
    "How many lines are in prices.py?",
    "How many lines are in settings.py?",
)


@pytest.fixture(scope="module")
def learned(scene, wav, tmp_path_factory):
    with served(tmp_path_factory.mktemp("own"), "--limit", "10", "--no-journal") as url:
        return scene("learned", url=url, said=wav(0.5, MEANT, 3), meant=MEANT)


def test_K1_a_word_that_was_misheard_is_put_right_where_it_waits(learned):
    assert "Quillon" not in learned["first"]["shown"]


def test_K2_in_the_next_talk_the_same_sound_waits_with_the_taught_word_and_is_sent_so(learned):
    assert "Quillon" not in learned["second"]["heard"]
    assert learned["second"]["text"] == MEANT
    assert learned["second"]["marks"] == ["Quillon"]
    assert learned["instruction"] == MEANT
    assert learned["asked"] == 1


def test_what_waits_still_waits_after_a_reload(learned):
    look = {key: learned["second"][key] for key in ("text", "marks", "talk")}
    assert learned["reloaded"] == look


def test_whether_edits_teach_is_kept_for_the_next_talk(learned):
    assert learned["learns"]


class Noted:
    """The script of the tour; keeps what it was asked."""

    def __init__(self):
        self.requests = []
        self._model = TourModel(word=0, thought=0)

    def reply(self, request):
        self.requests.append(request)
        return self._model.reply(request)

    def known(self, question):
        """The turns that the agent's program knew when it asked this question."""
        turns = [[turn.words for turn in read_request(one).turns] for one in self.requests]
        return next(known for known in turns if known and known[-1] == question)


@pytest.fixture(scope="module")
def sessions(scene, tmp_path_factory):
    """What the page showed, and what the script was asked."""
    noted = Noted()
    with agent_served(tmp_path_factory.mktemp("room"), tmp_path_factory.mktemp("shop"), noted) as url:
        return scene("agentSessions", url=url, questions=QUESTIONS), noted


def test_the_sessions_of_the_agent_are_listed(sessions):
    listed = sessions[0]["listed"]
    assert listed["name"] == "Of Claude Code"
    assert len(listed["titles"]) == 1


def test_one_that_is_resumed_knows_all_that_was_said_in_it(sessions):
    first, second, third, _ = QUESTIONS
    assert sessions[1].known(third) == [first, second, third]


def test_one_that_is_rewound_knows_what_was_before_the_message_and_nothing_of_what_came_after(sessions):
    found, noted = sessions
    first, *_, fourth = QUESTIONS
    assert any(QUESTIONS[1] in one for one in found["said"])
    assert noted.known(fourth) == [first, fourth]


@pytest.mark.parametrize("visit", ["learned", "sessions"])
def test_the_console_has_no_error_and_nothing_is_asked_of_another(request, visit):
    found = request.getfixturevalue(visit)
    assert (found[0] if visit == "sessions" else found)["errors"] == []
