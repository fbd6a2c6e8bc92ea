"""A look that fails, where asking the brain needs a yes (law A1)."""

import math
from dataclasses import replace

from shell.brain_rig import ONE, ask, running, until
from solovox.core import commands as c
from solovox.core import events as e
from solovox.shell.clock import run
from solovox.testing.fakes import ScriptedBrain


def test_A1_of_a_look_that_fails_no_brain_is_asked_where_that_needs_a_yes():
    brain = ScriptedBrain()

    async def main():
        async with running(brain) as link:
            look = c.Look("clock", "{}", alone=True)
            await link.perform(replace(ask(ONE, "what time is it"), look=look))
            [called] = await until(link, e.BrainCalled)
            await link.perform(c.AnswerBrain(ONE, called.call, "no clock", failed=True))
            return await until(link, e.BrainFailed, e.BrainFinished)

    assert run(main(), math.inf)[-1] == e.BrainFailed(ONE, "no clock")
    assert brain.questions == []
