"""What is wrong with a frame of the other side, in one line that quotes nothing of it."""

from solovox.core.errors import PeerFault


class BadFrame(PeerFault):
    """A frame that cannot be understood. The line names the place (`serverContent.goAway.timeLeft`), never
    the value: it may be what a person said.
    """
