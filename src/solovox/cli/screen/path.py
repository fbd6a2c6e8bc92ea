"""Where the person's voice goes, and where their words go, in one line."""

from solovox.cli.plain import shown
from solovox.config.schema import Config

HERE = "local"


def path_of(config: Config, *, spares: bool) -> str:
    """The shortest that is true. `spares`: what is said without the wake phrase goes nowhere."""
    ear, brain = config.ear.kind, config.brain.kind
    if ear == HERE:
        voice = "Your voice goes to this machine and no further."
    else:
        voice = f"Your voice goes to: {shown(config.ear.goes_to or ear)}{', from the wake phrase on' if spares else ''}."
    if config.narrator.kind == "self":
        return voice
    return f"{voice} {'Your words are answered here, too.' if brain == HERE else f'Your words go to: {shown(config.brain.goes_to or brain)}.'}"
