"""`solovox serve` as a whole, without engines: two doors into one house."""

import asyncio
import ssl
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import httpx2
import pytest

from solovox.app.configured import configured
from solovox.app.web.door import given_token
from solovox.app.web.site import Site, SiteAddress, SiteOptions
from solovox.config.schema import ConfigError
from solovox.weights import Cache

TOKEN = "correct-horse-battery-staple"


def a_site(folder, **given):
    def config(name):
        return configured(name, (), folder, {})

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
