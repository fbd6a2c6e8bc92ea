"""The reader from a configuration to the speaker: an ear and a reader on real sockets, both of them adversaries."""

import pytest

from solovox.app.configured import narrator
from solovox.config.schema import Config, ConfigError, EarConfig, NarratorConfig


def test_what_cannot_read_is_said_before_anything_is_loaded():
    assert narrator(Config()) is None
    live = EarConfig(kind="gemini", url="ws://h")
    with pytest.raises(ConfigError, match=r"narrator\.url: "):
        narrator(Config(ear=live, narrator=NarratorConfig(kind="reader", url="nowhere")))
