"""Whose fault it is.

SolovoxError
├── Misuse       ours: an event that cannot happen in this state. Ends the session, loudly.
└── PeerFault    theirs: a service, a model or a file misbehaved. Caught at one place in the shell
                 and turned into an event, because a peer that hangs up is ordinary.
"""


class SolovoxError(Exception):
    """Anything Solovox raises on purpose; the message is one clear line that says what to do."""


class Misuse(SolovoxError):
    """We broke our own rules. The message names the state."""


class PeerFault(SolovoxError):
    """The other side broke its rules."""
