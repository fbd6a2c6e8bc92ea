"""Time as the listener has it, without waiting for it.

Sound is the clock here: silence takes no real time, and what a worker thread computes takes as long as it did, but no longer
than the processor worked for it (where other work held it up), or as long as is said. Rule: one thing computes at a time, so two that would
run side by side do not slow each other, nor does other work on the machine; a run in real time shows what that costs.
"""

import asyncio
import time

from solovox.shell.clock import VirtualLoop


class PacedLoop(VirtualLoop):
    """A virtual loop on which a worker's answer arrives after the time that it took to compute."""

    takes = None
    """`takes(seconds)` says how long an answer is to take that took `seconds`; None: as long as it did."""

    def run_in_executor(self, executor, func, *args):
        """As asyncio's. The loop stands still meanwhile, and its time is moved by what was used."""
        began, used = time.perf_counter(), time.process_time()
        answer = func(*args)
        took = min(time.perf_counter() - began, time.process_time() - used)
        future = self.create_future()
        self.call_later(
            self.takes(took) if self.takes else took, lambda: future.done() or future.set_result(answer)
        )
        return future


def paced(main, takes=None):
    """Run `main` to its end, in the listener's time."""

    def loop():
        made = PacedLoop()
        made.takes = takes
        return made

    with asyncio.Runner(loop_factory=loop) as runner:
        return runner.run(main)
