"""Words that the core itself must understand, one `LanguagePack` a locale. English first.

Rule 1: only a whole utterance counts. "Stop" stops; "stop the server" is an instruction.
Rule 2: nothing is guessed: a phrase is in the pack or it is not.
"""

from dataclasses import dataclass


def plain(text: str) -> str:
    """Lower case, letters and digits only, single spaces: how phrases are compared."""
    kept = "".join(c if c.isalnum() or c == "'" else " " for c in text.casefold())
    return " ".join(kept.replace("'", "").split())


@dataclass(frozen=True, slots=True)
class LanguagePack:
    """Phrases as `plain` leaves them."""

    locale: str
    stop: frozenset[str]
    """Stops the work and the voice."""
    quiet: frozenset[str]
    """Cuts the voice only."""
    nods: frozenset[str]
    """"Mm-hm": the person listens on and wants no turn."""
    keep: tuple[str, ...]
    """At the end of what was said: the person keeps the floor."""
    send: tuple[str, ...]
    """At the end of what was said: send it now."""

    def is_stop(self, text: str) -> bool:
        """Whether the whole utterance asks for the work to stop."""
        return plain(text) in self.stop

    def is_quiet(self, text: str) -> bool:
        """Whether the whole utterance asks for silence."""
        return plain(text) in self.quiet

    def is_nod(self, text: str) -> bool:
        """Whether the utterance only shows that the person listens (or has no words at all)."""
        said = plain(text)
        return not said or said in self.nods

    def without_ending(self, text: str, endings: tuple[str, ...]) -> str | None:
        """The text before one of `endings`, or None if it ends with none of them."""
        words = text.split()
        for ending in endings:
            count = len(ending.split())
            if plain(" ".join(words[-count:])) == ending:
                return " ".join(words[:-count]).rstrip(" ,;:-")
        return None


ENGLISH = LanguagePack(
    locale="en",
    stop=frozenset({
        "stop", "stop it", "stop that", "stop stop", "stop please", "please stop", "okay stop", "ok stop",
        "stop now", "cancel", "cancel that", "cancel it", "abort", "never mind", "nevermind",
        "computer stop", "stop computer",
    }),
    quiet=frozenset({
        "quiet", "be quiet", "silence", "shut up", "hush", "shush", "stop talking", "stop reading",
        "stop speaking", "enough",
    }),
    nods=frozenset({
        "mm", "mmm", "mhm", "mm hm", "mmhm", "mm hmm", "mmhmm", "hm", "hmm", "uh huh", "uhhuh", "uh", "um",
        "er", "ah", "oh", "yeah yeah", "right right",
    }),
    keep=("hang on", "hold on", "wait a moment", "wait a second", "one moment", "let me think"),
    send=("send it", "send that", "send it now", "over to you"),
)  # fmt: skip
