"""Words that an ear tells and nobody was heard to speak, and what was said around a stop: laws T2, T4 and L1."""

import pytest

from core.heard import ear, live
from laws.scene import held, of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.units import MIC, AudioSpan, InputMeans


def test_T4_a_stop_that_only_an_ear_heard_stops_and_waits_for_no_yes():
    scene = live()
    scene.do(ev.Typed("tell me a story"))
    out = scene.do(ear("stop")) + scene.wait(5_000)
    assert ([one.run for one in of(do.CancelRun, out)], held(out)) == ([1], [])


@pytest.mark.parametrize(("ms", "waits"), [(499, []), (500, ["delete everything"])])
def test_T4_half_a_second_of_speech_behind_a_key_that_stops_needs_a_yes(ms, waits):
    scene = live()
    first = scene.mic
    scene.do(ev.SpeechConfirmed(first))
    scene.hear(1_000)
    scene.do(ev.StopAsked(InputMeans.KEY))
    scene.hear(ms)
    span = AudioSpan(MIC, first, scene.mic - first)
    out = scene.do(ev.SpeechEnded(span), ev.LocalTranscript(span, "delete everything", final=True))
    assert held(out + scene.wait(5_000)) == waits
