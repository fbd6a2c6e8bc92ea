"""The local recogniser as a link: all sound, in order, in pieces of bounded size."""

from solovox.core.units import AudioSpan, StreamId
from solovox.shell.links.listener import LONGEST, Listener
from solovox.shell.sound import SoundStore
from solovox.testing.fakes import ScriptedRecogniser

MIC = StreamId("mic")


async def test_L2_it_hears_every_sample_once_and_never_much_at_once():
    sound, recogniser = SoundStore(), ScriptedRecogniser([])
    link, sizes, feed = Listener(recogniser, sound), [], recogniser.feed

    async def watched(span, pcm):
        sizes.append(span.count)
        await feed(span, pcm)

    recogniser.feed = watched
    for count in (320, 5 * LONGEST + 7, 1):
        await link.perform(sound.put(MIC, bytes(2 * count)))
    assert recogniser.fed == 320 + 5 * LONGEST + 7 + 1
    assert max(sizes) == LONGEST
    sound.close()


async def test_nothing_is_fed_for_no_sound():
    recogniser = ScriptedRecogniser([])
    await Listener(recogniser, SoundStore()).perform(AudioSpan(MIC, 0, 0))
    assert recogniser.fed == 0
