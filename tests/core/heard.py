"""A scene whose person speaks, and whose two listeners hear it when a test says so."""

from laws.scene import Scene
from solovox.core.events import EarCalled, EarEndedUtterance, EarOpened, EarTranscript, LocalTranscript
from solovox.core.policy import EarKind, Policy, ToolSpec
from solovox.core.units import MIC, AudioSpan, CallId, ConnectionId

ONE, TWO = ConnectionId(1), ConnectionId(2)
ROUTE = ToolSpec(name="hand_over", routing=True, blocking=False)
ENDED = EarEndedUtterance(ONE)


def live(**choices):
    """A live ear, and our own recogniser beside it."""
    scene = Scene(Policy(ear=EarKind.LIVE, **{"tools": (ROUTE,), **choices}))
    scene.do(EarOpened(ONE))
    return scene


def call(name="a", proposed="the ear's own words"):
    return EarCalled(ONE, CallId(name), "hand_over", "{}", proposed)


def ear(text):
    return EarTranscript(ONE, text)


def spoken(scene, ms=1_000):
    """The person speaks; what our recogniser will say of it, when it is asked to."""
    first = scene.mic
    scene.speak(ms)
    span = AudioSpan(MIC, first, scene.mic - first)
    return lambda text, *, final=True: LocalTranscript(span, text, final)
