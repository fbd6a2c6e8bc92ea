"""What reads in a session: a voice of this machine, a live reader with such a voice beside it, or the screen."""

from collections.abc import Callable

from solovox.config.schema import Config
from solovox.core.policy import Policy
from solovox.lang.languages import pack_of
from solovox.narrators.shared_voice import SharedVoice
from solovox.narrators.voice import ChangingVoice, VoiceNarrator
from solovox.narrators.written import WrittenNarrator
from solovox.parts.addition import Addition
from solovox.parts.configured import speaks
from solovox.parts.engines.shared import SharedEngines
from solovox.parts.registry import NarratorOf
from solovox.ports import Narrator, Sound, Tts

Voice = SharedVoice | ChangingVoice | Tts


def exact_voice(
    config: Config, engines: SharedEngines, name: str, added: Addition | None
) -> SharedVoice | ChangingVoice | None:
    """The voice of this machine; None: it does not speak the language. For a live model that answers for itself it seldom speaks: what that
    has only written (G7)."""
    if not speaks(config):
        return None
    if config.narrator.kind == "self":
        return engines.voice_if_needed(config, name)
    return engines.voice(config, name) if added is None else added.voice(config, engines, name)


def reads(
    voice: Voice | None,
    reader: NarratorOf | None,
    sound: Sound,
    policy: Policy,
    note: Callable[[str, bool], None],
) -> Narrator | None:
    """What reads. Where nothing speaks the language of the talk, what is shown counts as read, and that is told once. `note`: tells a line,
    aloud or not."""
    if voice is None and reader is None and not policy.alone:
        return WrittenNarrator(sound, lambda: note(pack_of(policy.locale).unread, False))
    exact = None if voice is None else VoiceNarrator(voice, sound, policy.pace, lambda text: note(text, True))
    return exact if reader is None else reader(sound, exact)
