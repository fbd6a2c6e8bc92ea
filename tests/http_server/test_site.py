"""`solovox serve` as a whole, without engines: two doors into one house."""

import asyncio
import ssl
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import httpx2
import pytest
from websockets.asyncio.client import connect

from solovox.config.schema import ConfigError
from solovox.http.auth.door import given_token
from solovox.http.site import Site, SiteAddress, SiteOptions
from solovox.parts.configured import configure
from solovox.weights import Cache

pytestmark = pytest.mark.slow

TOKEN = "correct-horse-battery-staple"


def a_site(folder, **given):
    def config(name):
        return configure(name, (), folder, {})

    at = SiteAddress(state=folder / "state", **given)
    weights, journals = Cache(folder / "weights"), folder / "journals"
    return Site(SiteOptions(at=at, weights=weights, configured=config, journals=journals))


@asynccontextmanager
async def open_site(site):
    """It serves meanwhile."""
    told, there = asyncio.Event(), asyncio.Event()
    async with asyncio.timeout(60), asyncio.TaskGroup() as tasks:
        tasks.create_task(site.serve(told, there.set))
        await there.wait()
        yield site
        told.set()


def a_client(**given):
    return httpx2.AsyncClient(trust_env=False, **given)


async def test_W1_the_printed_address_opens_the_page_and_its_token_leaves(tmp_path):
    async with open_site(a_site(tmp_path)) as site, a_client(follow_redirects=True) as client:
        assert (await client.get(site.address.partition("?")[0])).status_code == 401
        found = await client.get(site.address)
        assert found.status_code == 200
        assert found.url.query == b""
        assert (await client.get(found.url)).status_code == 200, "by the cookie"


async def test_W1_a_phone_is_paired_over_tls_once(tmp_path):
    async with open_site(a_site(tmp_path, lan_port=0)) as site:
        told = site.pairing()
        address = next(word for word in told.split() if "/pair?code=" in word)
        trust = ssl.create_default_context(cafile=tmp_path / "state" / "serve-tls" / "authority.pem")
        own = "{0.scheme}://{0.netloc}".format(urlsplit(address))
        button = {"data": {"code": address.partition("code=")[2]}, "headers": {"Origin": own}}
        async with a_client(verify=trust) as phone:
            assert "Let this device in" in (await phone.get(address)).text
            assert (await phone.get(own)).status_code == 401
            assert (await phone.get(f"{own}/pair/authority.crt")).text.startswith("-----BEGIN CERTIFICATE")
            assert (await phone.post(f"{own}/pair", **button)).status_code == 303
            assert (await phone.get(own)).status_code == 200
        async with a_client(verify=trust) as another:
            assert (await another.post(f"{own}/pair", **button)).status_code == 403
            assert (await another.get(own)).status_code == 401


async def test_W1_two_servers_of_one_machine_do_not_throw_each_other_out(tmp_path):
    one, other = a_site(tmp_path / "one"), a_site(tmp_path / "other")
    async with open_site(one), open_site(other), a_client(follow_redirects=True) as browser:
        for address in (one.address, other.address, own_of(one), own_of(other)):
            assert (await browser.get(address)).status_code == 200


async def test_W7_a_browser_stays_in_over_a_restart_though_the_token_is_a_new_one(tmp_path):
    async with a_client() as browser:
        async with open_site(a_site(tmp_path)) as site:
            assert (await browser.get(site.address)).status_code == 303
            port, before = urlsplit(site.address).port, site.address
        (kept,) = (tmp_path / "state" / "browsers").iterdir()
        assert (kept.stat().st_mode & 0o777, kept.parent.stat().st_mode & 0o777) == (0o600, 0o700)
        secret = next(iter(browser.cookies.values()))
        assert secret not in kept.read_text(), "who reads it gets in by none of it"
        async with open_site(a_site(tmp_path, port=port)) as site:
            assert site.address != before
            assert (await browser.get(own_of(site))).status_code == 200
        async with open_site(a_site(tmp_path, port=port, token=given_token(TOKEN, "a test"))) as site:
            assert (await browser.get(own_of(site))).status_code == 200


async def test_W7_another_token_of_the_persons_own_throws_all_out(tmp_path):
    async with a_client() as browser:
        async with open_site(a_site(tmp_path, token=given_token(TOKEN, "a test"))) as site:
            assert (await browser.get(site.opening)).status_code == 303
            port = urlsplit(site.address).port
        for token in (given_token(TOKEN[::-1], "a test"), None):
            async with open_site(a_site(tmp_path, port=port, token=token)) as site:
                assert (await browser.get(own_of(site))).status_code == 401


async def test_W7_who_is_let_go_is_out_at_once_and_its_socket_is_closed(tmp_path):
    async with open_site(a_site(tmp_path)) as site, a_client() as phone, a_client() as owner:
        own = own_of(site)
        for one in (phone, owner):
            await one.get(
                site.address, headers={"User-Agent": "Mozilla/5.0 (iPhone) x" if one is phone else "o"}
            )
        ours = {"Origin": own.rstrip("/")}
        listed = (await owner.get(f"{own}api/browsers")).json()["browsers"]
        assert {(one["name"], one["by"], one["this"]) for one in listed} == {
            ("iPhone", "token", False),
            ("o", "token", True),
        }
        cookie = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
        address = f"{own.replace('http', 'ws', 1)}api/vox/live"
        async with connect(address, additional_headers={**ours, "Cookie": cookie}, proxy=None) as socket:
            theirs = next(one["id"] for one in listed if one["name"] == "iPhone")
            assert (await owner.delete(f"{own}api/browsers/{theirs}", headers=ours)).status_code == 204
            async with asyncio.timeout(5):
                await socket.wait_closed()
            assert socket.close_code == 4401
        assert (await phone.get(own)).status_code == 401
        assert (await owner.delete(f"{own}api/browsers/{theirs}", headers=ours)).status_code == 404
        mine = next(one["id"] for one in listed if one["this"])
        assert (await owner.delete(f"{own}api/browsers/{mine}", headers=ours)).status_code == 204
        assert (await owner.get(own)).status_code == 401
    async with (
        open_site(a_site(tmp_path, port=urlsplit(own).port)),
        a_client(cookies=dict(phone.cookies)) as again,
    ):
        assert (await again.get(own)).status_code == 401


async def test_W1_the_counts_have_a_token_of_their_own(tmp_path):
    counts = given_token("only-for-the-counts", "a test")
    async with open_site(a_site(tmp_path, metrics=counts)) as site, a_client() as scraper:
        own, by = own_of(site), {"Authorization": "Bearer only-for-the-counts"}
        found = await scraper.get(f"{own}metrics", headers=by)
        assert (found.status_code, "solovox_" in found.text) == (200, True)
        for path in ("", "api/sessions", "api/browsers", "mcp"):
            assert (await scraper.get(f"{own}{path}", headers=by)).status_code == 401
        assert "set-cookie" not in found.headers


async def test_W2_the_file_that_leads_a_browser_here_is_for_its_owner_and_goes_with_the_server(tmp_path):
    async with open_site(a_site(tmp_path)) as site:
        file = site.leading()
        assert file.stat().st_mode & 0o777 == 0o600
        assert f'url={site.opening}"' in file.read_text()
    assert not file.exists()


def own_of(site):
    return site.address.partition("?")[0]


async def test_W3_behind_a_proxy_it_is_opened_under_the_name_that_was_said(tmp_path):
    site = a_site(
        tmp_path, host="0.0.0.0", origins=("https://voice.example",), token=given_token(TOKEN, "a test")
    )
    async with open_site(site), a_client() as client:
        near = site.address
        proxied = {"Host": "voice.example", "Origin": "https://voice.example"}
        found = await client.get(f"{near}?token={TOKEN}", headers=proxied)
        assert found.status_code == 303
        assert "; Secure" in found.headers["set-cookie"]
        assert (await client.get(near, headers={"Host": "other.example"})).status_code == 421


async def test_W2_a_token_that_was_given_is_not_printed(tmp_path):
    async with open_site(a_site(tmp_path, token=given_token(TOKEN, "a test"))) as site:
        assert site.address == f"http://127.0.0.1:{urlsplit(site.address).port}/"
        assert site.opening == f"{site.address}?token={TOKEN}"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, False),
        ({"host": "localhost"}, False),
        ({"host": "0.0.0.0", "origins": ("http://localhost:8765",)}, True),
        ({"host": "0.0.0.0", "origins": ("https://voice.example",)}, False),
    ],
)
async def test_what_others_can_read_on_the_way_is_said(given, expected, tmp_path):
    async with open_site(a_site(tmp_path, **given)) as site:
        assert site.is_open_to_others is expected


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"host": "0.0.0.0"}, "say by --origin under which one it is opened"),
        ({"host": "::"}, "or use --lan for your network"),
        ({"origins": ("voice.example",)}, "write https://NAME"),
        ({"host": "203.0.113.1"}, "choose another with --host, --port"),
    ],
)
def test_what_cannot_be_served_is_one_line(given, says, tmp_path):
    with pytest.raises(ConfigError, match=says) as caught:
        a_site(tmp_path, **given)
    assert "\n" not in str(caught.value)
