"""Ctrl-C while libraries are loaded: some of them swallow what is raised in them, and the signal would be lost."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interruptible() -> Iterator[None]:
    """SIGINT, and what is taken for it, ends the block: at once or, where that was swallowed or became another error, at the end of the block. Raises `KeyboardInterrupt`."""
    ours = threading.current_thread() is threading.main_thread()
    if not ours or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield  # whoever takes it, or ignores it, knows why
        return
    came = False

    def taken(_signal: int, _frame: FrameType | None) -> None:
        nonlocal came
        came = True
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, taken)
    try:
        yield
    except Exception:
        if came:  # it was taken for an error of the library
            raise KeyboardInterrupt from None
        raise
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if came:
        raise KeyboardInterrupt
