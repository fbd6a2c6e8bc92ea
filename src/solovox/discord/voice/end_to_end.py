"""Discord's end-to-end encryption (DAVE), one frame at a time.

Rule 1: what cannot be decrypted is dropped and counted. Opus is never given what is still encrypted.
Rule 2: Discord's own silence passes untouched. So does a frame that was never encrypted: before a group is formed, and
the few that clients send so while it changes.
Rule 3: `LOST` failures of one user, one after another, ask for recovery; `LOST` more ask again.
Rule 4: the session is that of the moment: a new connection has a new one.
"""

from collections import Counter
from collections.abc import Callable
from typing import Final, Protocol

SILENCE: Final = b"\xf8\xff\xfe"
MARK: Final = b"\xfa\xfa"
"""At the end of each encrypted frame."""
CLEAR: Final = "UnencryptedWhenPassthroughDisabled"
"""In what davey says of a frame that was never encrypted."""
LOST: Final = 36
"""0.7 s of sound."""


class FrameCipher(Protocol):
    """The session of end-to-end encryption."""

    @property
    def ready(self) -> bool:
        """Whether a group is formed."""
        ...

    def decrypt(self, user: int, frame: bytes) -> bytes:
        """The frame as Opus. Raises `ValueError`, which says `CLEAR` of a frame that was never encrypted."""
        ...


class FrameOpener:
    """Frames of users in, Opus out."""

    def __init__(self, session: Callable[[], FrameCipher | None]) -> None:
        self._session = session
        self._failed: Counter[int] = Counter()
        """By user, one after another."""
        self._asks = False
        self.dropped = 0
        self.passed = 0
        """Frames that were never encrypted, but for silence."""

    def open(self, user: int, frame: bytes) -> bytes | None:
        """The frame as Opus; None: it was dropped."""
        if frame == SILENCE:
            return frame
        session = self._session()
        if session is None or not session.ready:
            return self._unencrypted(user, frame)
        try:
            opus = session.decrypt(user, frame)
        except ValueError as error:
            if CLEAR in str(error):
                return self._unencrypted(user, frame)
            self._drop(user)
            return None
        self._failed.pop(user, None)
        return opus

    def try_open(self, user: int, frame: bytes) -> bytes | None:
        """The frame as Opus, if it is encrypted and by this user. Nothing is counted."""
        session = self._session()
        if session is None or not session.ready or not frame.endswith(MARK):
            return None
        try:
            return session.decrypt(user, frame)
        except ValueError:
            return None

    def asks_for_recovery(self) -> bool:
        """Whether the session should be made anew (rule 3). Asked once, it is answered once."""
        asks, self._asks = self._asks, False
        return asks

    def forget(self, user: int) -> None:
        """They are gone."""
        self._failed.pop(user, None)

    def _unencrypted(self, user: int, frame: bytes) -> bytes | None:
        if frame.endswith(MARK):  # it says that it is encrypted
            self._drop(user)
            return None
        self._failed.pop(user, None)
        self.passed += 1
        return frame

    def _drop(self, user: int) -> None:
        self.dropped += 1
        self._failed[user] += 1
        self._asks |= self._failed[user] % LOST == 0
