"""A brain that writes keys, in small pieces."""

from solovox.ports import Wrote
from solovox.testing.fakes import ScriptedBrain

OTHER = "ghp_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bD0fG3iL6"
BRAINS = []


class Repeats(ScriptedBrain):
    """Writes what it is asked, and a key of its own, a few characters at a time."""

    def __init__(self):
        super().__init__()
        self.asked = []

    async def answer(self, question, host):
        self.asked.append(question.instruction)
        said = f"You said: {question.instruction} Mine is {OTHER}, with my regards."
        for at in range(0, len(said), 5):
            yield Wrote(said[at : at + 5])


def repeats(*_):
    BRAINS.append(Repeats())
    return BRAINS[-1]
