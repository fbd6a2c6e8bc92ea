"""Which weights the local engine loads for what."""

import pytest

from solovox.app.local_engines import drafts_with


@pytest.mark.parametrize(
    ("recogniser", "smaller", "drafts"),
    [
        ("whisper-base", True, "whisper-tiny.en"),
        ("whisper-base", False, "whisper-base"),
        ("whisper-tiny.en", True, "whisper-tiny.en"),
        ("whisper-tiny.en", False, "whisper-tiny.en"),
    ],
)
def test_drafts_come_from_the_smaller_recogniser_where_it_is_installed(recogniser, smaller, drafts):
    assert drafts_with(recogniser, smaller) == drafts
