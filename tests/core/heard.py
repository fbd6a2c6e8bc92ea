"""A scene whose person speaks, and whose two listeners hear it when a test says so."""

from laws.scene import Scene
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import EarKind, Policy, ToolSpec
from solovox.core.units import MIC, AudioSpan, CallId, ConnectionId

ONE, TWO = ConnectionId(1), ConnectionId(2)
ROUTE = ToolSpec(name="hand_over", routing=True, blocking=False)
ENDED = ev.EarEndedUtterance(ONE)


def live(**choices):
    """A live ear, and our own recogniser beside it."""
    scene = Scene(Policy(ear=EarKind.LIVE, **{"tools": (ROUTE,), **choices}))
    scene.do(ev.EarOpened(ONE))
    return scene


def call(name="a", proposed="the ear's own words"):
    return ev.EarCalled(ONE, CallId(name), "hand_over", "{}", proposed)


def ear(text):
    return ev.EarTranscript(ONE, text)


def spoken(scene, ms=1_000):
    """The person speaks; what our recogniser will say of it, when it is asked to."""
    first = scene.mic
    scene.speak(ms)
    span = AudioSpan(MIC, first, scene.mic - first)
    return lambda text, *, final=True: ev.LocalTranscript(span, text, final)


def played(script, **choices):
    """A scene beside a live ear, step by step: `begins`, `sounds MS` and `over`, or at once `speaks MS`, are the person's.

    `ours: TEXT` is our recogniser's, of the oldest speech that it has not told yet; `ear: TEXT`, `call: PROPOSED` and `ends` are the
    ear's; and time `waits MS`.
    """
    scene, first, untold = live(**choices), 0, []
    for number, step in enumerate(script.split(" | ")):
        does, _, text = step.partition(":")
        text = text.removeprefix(" ")
        match does.split():
            case ["begins"]:
                first = scene.mic
                scene.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first))
            case ["sounds", ms]:
                scene.hear(int(ms))
            case ["over"]:
                untold.append(AudioSpan(MIC, first, scene.mic - first))
                scene.do(ev.SpeechEnded(untold[-1]))
            case ["speaks", *ms]:
                untold.append(AudioSpan(MIC, scene.mic, 16 * int((ms or [1_000])[0])))
                scene.speak(untold[-1].count // 16)
            case ["ours"]:
                scene.do(ev.LocalTranscript(untold.pop(0), text, final=True))
            case ["ear"]:
                scene.do(ear(text))
            case ["call"]:
                scene.do(call(f"{number}", text or "the ear's own words"))
            case ["ends"]:
                scene.do(ENDED)
            case ["waits", ms]:
                scene.wait(int(ms))
            case _:
                raise ValueError(step)
    return scene


def upstream(commands):
    """What the ear is told of the person, in order; of sound its first and last sample."""
    kinds = {do.BeginActivity: "begins", do.EndActivity: "ends"}
    return [
        kinds.get(type(one)) or (one.span.first, one.span.end)
        for one in commands
        if isinstance(one, do.BeginActivity | do.EndActivity | do.SendMicrophone)
    ]
