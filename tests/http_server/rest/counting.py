"""One session of some metrics, with a time of its own, whose counts are read as Prometheus reads them."""

from prometheus_client.parser import text_string_to_metric_families

from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.commands import RoutedBy
from solovox.core.units import MIC, AudioSpan, ReadId, RunId, StreamId, UtteranceId
from solovox.http.metrics import Metrics
from solovox.http.session_counts import SessionCounts


class Counting:
    def __init__(self, answered=None):
        self.metrics = Metrics()
        self.at = 0
        self.counts = SessionCounts(self.metrics, self, answered)

    def now(self):
        return self.at

    def see(self, at, event, *commands):
        self.at = at
        self.counts.see(event, commands)
        return self

    def samples(self):
        """Every sample that is exposed: (name, labels) and its value."""
        text = self.metrics.exposition().decode()
        return {
            (one.name, *sorted(one.labels.items())): one.value
            for family in text_string_to_metric_families(text)
            for one in family.samples
        }

    def counted(self, name):
        """The values of one label, or pairs of them, that are not 0."""
        found = {key[1:]: value for key, value in self.samples().items() if key[0] == name and value}
        return {"/".join(value for _, value in labels): n for labels, n in found.items()}

    def took(self, step):
        """How often a step was done, and how many milliseconds it took in all."""
        found = self.samples()
        count, total = (
            found.get((f"solovox_step_seconds_{one}", ("step", step)), 0) for one in ("count", "sum")
        )
        return count, round(total * 1000)

    def ask(self, by=RoutedBy.CODE):
        """A question whose speech ends at 2,000 ms, with words 300 ms later, asked after 50."""
        self.see(2_100, ev.SoundCaptured(AudioSpan(MIC, 0, 2_100 * 16)))
        self.see(2_120, ev.SpeechEnded(AudioSpan(MIC, 8_000, 2_000 * 16 - 8_000)))
        self.see(2_300, ev.DeadlineReached(), do.ShowHeard(UtteranceId(1), "secret words", final=True))
        self.see(2_350, ev.DeadlineReached(), do.AskBrain(RunId(1), UtteranceId(1), "secret words", by))
        return self

    def answer(self):
        """First text at 2,750 ms, first sound at 3,000."""
        self.see(2_750, ev.BrainWrote(RunId(1), "a secret "))
        show = do.ShowRead(ReadId(1), RunId(1), "a secret answer")
        self.see(2_800, ev.BrainWrote(RunId(1), "answer"), show)
        for n in (0, 960):
            span = AudioSpan(StreamId("voice/1"), n, 960)
            self.see(3_000 + n // 24, ev.DeadlineReached(), do.Play(ReadId(1), span))
        return self
