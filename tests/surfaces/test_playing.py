"""The answer aloud: by a player that is there; a clear line where there is none, or where it cannot."""

import os
import stat

import pytest

from solovox.surfaces.playing import PLAYERS, NotPlayed, play, players


@pytest.fixture
def player(tmp_path, monkeypatch):
    """Put a program on the path, which has no other."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))

    def put(name, script):
        path = tmp_path / "bin" / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(stat.S_IRWXU)

    return put


def test_without_a_player_it_says_which_would_do(player):
    with pytest.raises(NotPlayed, match="there is none: install one of pw-play, paplay, aplay,") as none:
        players()
    assert all(name in str(none.value) for name, *_ in PLAYERS)


@pytest.mark.parametrize(("name", "options"), [(one[0], one[1:]) for one in PLAYERS])
def test_a_player_is_given_the_file_and_is_quiet(name, options, player, tmp_path):
    player(name, 'echo noise; echo "$@" > "$0.told"')
    (tmp_path / "a.wav").write_bytes(b"")
    play(tmp_path / "a.wav", 0.1)
    told = (tmp_path / "bin" / f"{name}.told").read_text().split()
    assert told == [*options, str(tmp_path / "a.wav")]


def test_one_that_cannot_leaves_it_to_the_next(player, tmp_path):
    player("pw-play", "echo no host >&2; exit 1")
    player("aplay", 'echo "$@" > "$0.told"')
    play(tmp_path / "a.wav", 0.1)
    assert os.path.exists(tmp_path / "bin" / "aplay.told")


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("echo >&2; echo '  no device ' >&2; echo more >&2; exit 1", "aplay: no device"),
        ("exit 3", "aplay: it ended with 3"),
    ],
)
def test_where_none_can_the_last_says_why(script, says, player, tmp_path):
    player("pw-play", "exit 1")
    player("aplay", script)
    with pytest.raises(NotPlayed, match=f"it could not be played: {says}$"):
        play(tmp_path / "a.wav", 0.1)
