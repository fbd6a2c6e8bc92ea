"""Who is given a secret itself, and who its name: law R2."""

from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.units import ConnectionId, RunId
from solovox.shell.dispatch import To
from solovox.shell.hidden import HiddenSecrets

KEY = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
EAR = ConnectionId(1)


def test_R2_what_a_live_model_is_told_of_the_talk_has_no_secret_that_a_brain_has_written():
    hidden = HiddenSecrets()
    wrote = hidden.event(e.BrainWrote(RunId(1), f"Your token is {KEY}."))
    assert wrote.text == "Your token is [secret 1]."
    told = c.GiveContext(EAR, f"You said: {wrote.text}")
    assert hidden.command(To.EAR, told) == told
    assert hidden.command(To.EAR, c.AskEar(EAR, "Use [secret 1].")).text == f"Use {KEY}."
