"""Apps that want out of the preview, in real Chromium: none reaches anything, and the page stays alive (laws P2 to P5)."""

import io
import json
import re
import shutil
import socket
import threading
import urllib.request
import zipfile
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from browser.hostile_apps import (
    GOOD,
    LEAVES,
    LEAVING,
    WAYS,
    calling,
    endless,
    leaving,
    reaching_out,
    refreshing,
)

pytestmark = [pytest.mark.weights, pytest.mark.slow]

PORTS = ("asked", "preconnect", "late", "turn")
SANDBOX = "allow-scripts allow-forms"
SECRET = "const secret = 'of another app'\n"


class Outside:
    """What hears everything that comes to this machine from an app: connections, and datagrams."""

    def __init__(self):
        self.came = []
        self._listen = {name: socket.create_server(("127.0.0.1", 0)) for name in PORTS}
        self.ports = {name: one.getsockname()[1] for name, one in self._listen.items()}
        self._udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._udp.bind(("127.0.0.1", 0))
        self.stun = self._udp.getsockname()[1]
        for name in PORTS:
            threading.Thread(target=self._calls, args=[name], daemon=True).start()
        threading.Thread(target=self._datagrams, daemon=True).start()

    def _calls(self, name):
        while True:
            try:
                line, _ = self._listen[name].accept()
            except OSError:
                return
            line.settimeout(2)
            try:
                asked = line.recv(200).split(b"\r\n")[0].decode("latin-1")
            except OSError:
                asked = ""
            self.came.append(asked or f"a connection: {name}")
            line.close()

    def _datagrams(self):
        while True:
            try:
                self._udp.recvfrom(2_000)
            except OSError:
                return
            self.came.append("a datagram")

    def close(self):
        for one in self._listen.values():
            one.close()
        self._udp.close()


class Studio:
    """The Studio of a running server, over REST."""

    def __init__(self, address):
        split = urlsplit(address)
        self.origin = f"{split.scheme}://{split.netloc}"
        self._token = parse_qs(split.query)["token"][0]

    def asked(self, path, body=None, kind="application/json"):
        request = urllib.request.Request(self.origin + path, body, {"content-type": kind})
        request.add_header("authorization", f"Bearer {self._token}")
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def shown(self, name, files):
        """Where an app with these files is shown."""
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for path, text in files.items():
                archive.writestr(path, text)
        made = self.asked(
            f"/api/studio/projects/import?name={quote(name)}", out.getvalue(), "application/zip"
        )
        return self.asked(f"/api/studio/projects/{made['id']}/preview")["url"]


@pytest.fixture(scope="module")
def visit(scene, address, tmp_path_factory):
    """What the browser found, and what came outside."""
    studio, outside = Studio(address), Outside()
    other = studio.shown("other", {"index.html": "<p>x</p>", "app.js": SECRET})

    def app(name, text):
        places = {
            "EVILWS": f"ws://127.0.0.1:{outside.ports['asked']}",
            "EVIL": f"http://127.0.0.1:{outside.ports['asked']}",
            "PRECONNECT": f"http://127.0.0.1:{outside.ports['preconnect']}",
            "LATE": f"http://127.0.0.1:{outside.ports['late']}",
            "OTHER": other,
            "PAGE": studio.origin,
            "STUN": f"127.0.0.1:{outside.stun}",
            "TURN": f"127.0.0.1:{outside.ports['turn']}",
        }
        for mark, place in places.items():
            text = text.replace(mark, place)
        return studio.shown(name, {"index.html": text, "sw.js": "", "leaves.svg": LEAVES})

    out = app("out", reaching_out())
    apps = [
        {"name": "in a sandbox", "url": out, "sandbox": SANDBOX},
        {"name": "without the frame's sandbox", "url": out, "sandbox": None},
        {"name": "with too much allowed", "url": out, "sandbox": f"{SANDBOX} allow-same-origin allow-popups allow-top-navigation"},
        *({"name": name, "url": app(name, leaving(how).replace("WHERE", f"http://leaving-{n}.leak.example/")), "sandbox": SANDBOX} for n, (name, how) in enumerate(LEAVING.items())),
        {"name": "good", "url": studio.shown("good", GOOD), "sandbox": SANDBOX},
        {"name": "leaving for here", "url": app("leaving", leaving("location = 'EVIL/left'")), "sandbox": SANDBOX},
        {"name": "refreshing", "url": app("refreshing", refreshing()), "sandbox": SANDBOX},
    ]  # fmt: skip
    folder = str(tmp_path_factory.mktemp("hostile"))
    found = scene(
        "hostile",
        apps=apps,
        endless=app("endless", endless()),
        calling=app("calling", calling()),
        folder=folder,
    )
    outside.close()
    return found | {"came": outside.came, "page": studio.origin, "chromium": shutil.which("chromium")}


FRAMES = ("in a sandbox", "without the frame's sandbox", "with too much allowed")
DONE = ("asked", "kept", "none", "nothing", "denied", "queued")
"""What an app may find: that it asked, and that nothing came of it. What came of it is heard outside."""


def test_P4_nothing_comes_outside(visit):
    assert visit["came"] == []
    assert visit["names"] == []


@pytest.mark.parametrize("frame", FRAMES)
def test_P4_every_way_out_is_closed(visit, frame):
    found = visit["apps"][frame]["found"]
    assert found.keys() == WAYS.keys()
    open_ways = {name: told for name, told in found.items() if not told.startswith(("refused", *DONE))}
    assert open_ways == {}


@pytest.mark.parametrize("frame", FRAMES)
def test_P5_the_parent_hears_text_of_what_went_wrong(visit, frame):
    told = visit["apps"][frame]
    assert told["origin"] == "null"
    assert 0 < len(told["said"]) <= 20
    assert all(one["solovox"] == "preview" and len(one["text"]) <= 300 for one in told["said"])


def test_a_good_app_has_all_that_it_needs(visit):
    assert visit["apps"]["good"]["found"] == {
        "mode": "CSS1Compat", "lang": "en", "plain": "runs", "module": "imported", "data": "fetched", "sent": "heard",
        "style": "rgb(1, 2, 3)", "image": True,
    }  # fmt: skip
    assert [one["kind"] for one in visit["apps"]["good"]["said"]] == ["loaded"]


def test_P4_the_page_stays_where_it_is_and_opens_no_other(visit):
    assert {urlsplit(one["at"]).netloc for one in visit["apps"].values()} == {urlsplit(visit["page"]).netloc}
    assert visit["opened"] == []


def test_P2_the_page_is_alive_beside_an_endless_app(visit):
    assert sorted(visit["answers"])[5] < 1_000, visit["answers"]


def test_P4_a_frame_of_an_app_that_calls_may_end_and_the_page_does_not(visit):
    assert visit["after"] == "open"


def test_P3_an_app_is_not_opened_by_itself(visit):
    assert visit["alone"] == 403


def test_P2_no_cookie_is_set(visit):
    assert all(re.search(r" solovox-\d+$", one) for one in visit["cookies"])
