"""A conversation of a few lines, for tests of the shell alone: it asks, reads aloud, plays, flushes."""

from collections import deque

from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.sense import NO_CONTEXT
from solovox.core.units import ReadId, RunId, StreamId


class TinyTalk:
    """What is heard is asked; what is offered is read; onset cuts; everything ends with `HungUp`."""

    def __init__(self, deadlines=()):
        self.seen = []
        self.deadlines = deque(deadlines)
        self.offers = deque()
        self.reading = None
        self.run = 0
        self.read = 0

    @property
    def next_deadline(self):
        return self.deadlines[0] if self.deadlines else None

    def context(self, at, event):
        return NO_CONTEXT

    def handle(self, at, event):
        self.seen.append((at, event))
        match event:
            case e.DeadlineReached():
                self.deadlines.popleft()
                return [c.Cue(c.CueKind.WORKING)]
            case e.HungUp():
                return [c.EndSession("hung up")]
            case e.LocalTranscript(final=True, text=text) | e.Typed(text=text):
                self.run += 1
                return [c.AskBrain(RunId(self.run), None, text, c.RoutedBy.CODE)]
            case e.BrainWrote(run=run, text=text):
                return [c.ShowText(run, text)]
            case e.BrainOffered(said=said):
                self.offers.append(said)
                return self._next()
            case e.BrainCalled(run=run, call=call, tool=tool, arguments=arguments):
                self.calls = (run, call)
                return [c.RunTool(1, tool, arguments)]
            case e.ToolReturned(result=result, failed=failed, receipt=receipt):
                return [c.AnswerBrain(*self.calls, result, failed, receipt)]
            case e.ReadSounded(read=read, span=span):
                return [c.Play(read, span)] if read == self.reading else []
            case e.ReadRendered(read=read) | e.ReadFailed(read=read):
                self.reading = None
                return [c.ForgetSound(StreamId(f"voice/{read}"), 1), *self._next()]
            case e.OnsetHeard() if self.reading is not None:
                cut, self.reading = self.reading, None
                self.offers.clear()
                return [c.CancelRead(cut), c.Flush(cut)]
            case e.SilenceAsked():
                return [c.CancelRun(RunId(self.run), "asked")]
            case _:
                return []

    def _next(self):
        if self.reading is not None or not self.offers:
            return []
        self.read += 1
        self.reading = ReadId(self.read)
        return [c.Read(self.reading, self.offers.popleft())]

    def happened(self, kind):
        return [event for _, event in self.seen if isinstance(event, kind)]
