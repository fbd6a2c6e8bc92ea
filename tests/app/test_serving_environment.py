"""Which variables point a client at the live server."""

import json
from pathlib import Path

import pytest

from solovox.live_server.environment import ANY, ServedAt, describe_server, for_command
from solovox.server.certificates import Certificates

KEY = "a-key-that-is-long-enough"


@pytest.fixture
def made(tmp_path):
    (tmp_path / "authority.pem").write_text("OURS\n")
    return Certificates(tmp_path / "authority.pem", tmp_path / "bundle.pem", tmp_path / "server.pem")


@pytest.fixture
def told(made):
    return told_to(made)


def told_to(made, keyed=False, **environment):
    return describe_server(ServedAt("127.0.0.1", 8080, 8443), made, environment, keyed=keyed)


def test_one_set_serves_every_kind_of_client(told, made):
    assert told["env"][ANY] == {
        "GOOGLE_GEMINI_BASE_URL": "https://127.0.0.1:8443",
        "SSL_CERT_FILE": str(made.bundle),
        "NODE_EXTRA_CA_CERTS": str(made.authority),
        "GEMINI_API_KEY": "any",
        "GOOGLE_API_KEY": "any",
    }


def test_a_command_has_these_instead_of_its_own_and_keeps_the_rest(told):
    found = for_command(told, {"PATH": "/bin", "GEMINI_API_KEY": "a real one"})
    assert found == {"PATH": "/bin", **told["env"][ANY], "SOLOVOX_LIVE_SERVER": json.dumps(told)}


def test_R2_a_required_key_is_given_to_the_command_and_printed_nowhere(made):
    told = told_to(made, keyed=True)
    found = for_command(told, {}, KEY)
    assert found["GEMINI_API_KEY"] == found["GOOGLE_API_KEY"] == KEY
    assert "API_KEY" not in json.dumps(told)
    assert KEY not in found["SOLOVOX_LIVE_SERVER"]


def test_a_proxy_is_passed_by_for_this_machine_only(made, told):
    found = told_to(made, https_proxy="http://proxy:3128", NO_PROXY="intra.example")["env"][ANY]
    assert found["NO_PROXY"] == found["no_proxy"] == "intra.example,127.0.0.1,localhost,::1"
    assert "NO_PROXY" not in told["env"][ANY]


def test_what_node_was_told_to_trust_it_trusts_still(made, tmp_path):
    (tmp_path / "company.pem").write_text("THEIRS\n")
    found = told_to(made, NODE_EXTRA_CA_CERTS=str(tmp_path / "company.pem"))["env"][ANY]
    trusted = Path(found["NODE_EXTRA_CA_CERTS"]).read_text()
    assert trusted.startswith("THEIRS\n")
    assert trusted.endswith("OURS\n")


@pytest.mark.parametrize("gone", ["", "/no/such/file"])
def test_a_file_of_authorities_that_is_not_there_is_none(made, gone):
    assert told_to(made, NODE_EXTRA_CA_CERTS=gone)["env"][ANY]["NODE_EXTRA_CA_CERTS"] == str(made.authority)
