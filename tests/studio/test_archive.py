"""An app as a ZIP: out and in again, and what is refused on the way in."""

import contextlib
import io
import random
import stat
import warnings
import zipfile

import pytest

from solovox.ports.projects import LARGEST_FILE
from solovox.studio.archive import LARGEST, BadArchive, pack_files, unpack_files

FILES = {"index.html": "<p>“ä” 🎙</p>\r\n", "js/app.js": "", "style.css": "x" * 10_000}


def zipped(*entries):
    """An archive of (name or entry, bytes)."""
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        warnings.simplefilter("ignore")  # the library warns of names that come twice
        for name, data in entries:
            archive.writestr(name, data)
    return out.getvalue()


def entry(name, mode):
    made = zipfile.ZipInfo(name)
    made.create_system, made.external_attr = 3, mode << 16
    return made


def test_what_goes_out_comes_in_again_and_is_the_same_bytes_each_time():
    assert unpack_files(pack_files(FILES)) == FILES
    assert pack_files(FILES) == pack_files(dict(reversed(FILES.items())))


def test_a_folder_around_all_and_what_systems_put_in_are_left_out():
    made = zipped(
        ("app/", ""), ("app/index.html", "<p>"), ("app/js/a.js", "1"), ("__MACOSX/app/._index.html", "\0"),
        ("app/.DS_Store", b"\xff"),
    )  # fmt: skip
    assert unpack_files(made) == {"index.html": "<p>", "js/a.js": "1"}
    assert unpack_files(zipped(("js/a.js", "1"), ("js/b.js", "2"))) == {"js/a.js": "1", "js/b.js": "2"}


def encrypted():
    """The flag says so; nothing else has to be true."""
    data = bytearray(zipped(("index.html", "<p>")))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + at] |= 1
    return bytes(data)


def lying():
    """It says that a large file is small."""
    data = bytearray(zipped(("index.html", "x" * (LARGEST_FILE * 5))))
    at = data.index(b"PK\x01\x02") + 24
    data[at : at + 4] = (10).to_bytes(4, "little")
    return bytes(data)


REFUSED = {
    "no ZIP": (b"hello", "no ZIP"),
    "nothing": (b"", "no ZIP"),
    "cut off": (pack_files(FILES)[:-30], "no ZIP"),
    "damaged": (pack_files(FILES)[:60] + b"\xff" * 40 + pack_files(FILES)[100:], "no ZIP|half"),
    "empty": (zipped(), "no files"),
    "too long": (b"x" * (LARGEST + 1), "at most 4 MB"),
    "up": (zipped(("../index.html", "")), "begin with a dot"),
    "up within": (zipped(("a/../../index.html", "")), "begin with a dot"),
    "absolute": (zipped(("/etc/index.html", "")), "does not begin with /"),
    "a drive": (zipped(("C:/x.js", "")), "does not have :"),
    "backslash": (zipped(("..\\x.js", "")), "does not have"),
    "a dotfile": (zipped((".git/config.txt", "")), "begin with a dot"),
    "a program": (zipped(("run.sh", "")), "ends with one of"),
    "a link": (zipped((entry("index.html", stat.S_IFLNK | 0o777), "/etc/passwd")), "no file, but a link"),
    "a device": (zipped((entry("index.html", stat.S_IFCHR | 0o666), "")), "no file, but a link"),
    "a password": (encrypted(), "password"),
    "no text": (zipped(("index.html", b"\xff\xfe\x00")), "no text in UTF-8"),
    "twice": (zipped(("a.js", "1"), ("a.js", "2")), "twice"),
    "doubles": (zipped(("a.js", "1"), ("A.js", "2")), "cannot both be"),
    "a bomb": (zipped(("index.html", "x" * (LARGEST_FILE * 5))), "too large"),
    "many bombs": (zipped(*((f"{n}.txt", "x" * LARGEST_FILE) for n in range(30))), "too large"),
    "a lie": (lying(), "no ZIP|too large|damaged"),
    "many files": (zipped(*((f"{n}.txt", "") for n in range(70))), "at most 60 files"),
    "very many": (zipped(*((f"{n}.txt", "") for n in range(300))), "at most 60 files"),
    "a file as a folder": (zipped(("a.js", "1"), ("a.js/b.js", "2")), "cannot both be"),
}  # fmt: skip


@pytest.mark.parametrize(("data", "why"), REFUSED.values(), ids=REFUSED)
def test_P1_what_no_app_may_have_is_refused_in_one_line(data, why):
    with pytest.raises(BadArchive, match=why) as raised:
        unpack_files(data)
    assert str(raised.value).isprintable()


def test_whatever_bytes_come_they_are_an_app_or_a_line():
    chance, good = random.Random(2), pack_files(FILES)
    for _ in range(500):
        data = bytearray(good)
        for _ in range(chance.randrange(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        with contextlib.suppress(BadArchive):
            assert unpack_files(bytes(data))
