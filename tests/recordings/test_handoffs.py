"""What a session counts of its handoffs: how long each tool took, by its name."""

from solovox.core import commands as do
from solovox.core import events
from solovox.core.units import RunId
from solovox.recordings.handoffs import Handoffs

RUN = RunId(1)


def test_a_tool_that_the_brain_used_is_counted_beside_the_brain_though_both_have_the_same_number():
    found = Handoffs()
    found.see(0, events.BrainWrote(RUN, ""), [do.AskBrain(RUN, None, "what time is it", do.RoutedBy.CODE)])
    found.see(100, events.BrainWrote(RUN, ""), [do.RunTool(1, "time", "{}")])
    found.see(130, events.ToolReturned(1, "noon"), [])
    found.see(900, events.BrainFinished(RUN), [])
    assert found.told()["tools_ms"] == {"time": [30], "ask_brain": [900]}
