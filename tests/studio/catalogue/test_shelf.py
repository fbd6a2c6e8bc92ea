"""The catalogue's files: their form, and that nothing is in them twice. No network."""

import re
from collections import Counter
from datetime import date

import pytest

from solovox.studio.catalogue.shelf import CatalogueBroken, domains, read, tools

TOOLS = tools()
DOMAINS = (
    "interface", "charts and maps", "graphics and 3D", "media and audio", "data and storage", "AI",
    "accounts, payments and messaging", "building and testing",
)  # fmt: skip
PACKAGE = re.compile(r"(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*")
"""A name that npm takes for a new package."""
BUILT_IN = {"node_modules", "favicon.ico"}
LICENCES = {
    "MIT", "ISC", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "MPL-2.0", "LGPL-2.1",
    "Apache-2.0 OR MIT", "MPL-2.0 OR Apache-2.0", "MIT OR GPL-3.0-or-later", "unknown",
}  # fmt: skip


def wrong(right):
    """The ids of the tools of which it does not hold."""
    return [tool.id for tool in TOOLS if not right(tool)]


def test_there_are_eight_domains_of_about_twenty_tools_each():
    assert domains() == DOMAINS
    counts = Counter(tool.domain for tool in TOOLS)
    assert all(20 <= count <= 30 for count in counts.values()), counts
    assert len(TOOLS) >= 160


@pytest.mark.parametrize("field", ["id", "name", "package", "about", "when", "how"])
def test_nothing_stands_in_it_twice(field):
    twice = [value for value, times in Counter(getattr(t, field).lower() for t in TOOLS).items() if times > 1]
    assert not twice


def test_an_id_is_a_short_word_in_small_letters():
    assert not wrong(lambda tool: re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", tool.id) and len(tool.id) <= 20)


def test_a_package_is_a_name_that_npm_takes():
    assert not wrong(
        lambda tool: (
            PACKAGE.fullmatch(tool.package) and len(tool.package) <= 214 and tool.package not in BUILT_IN
        )
    )


def test_what_it_is_and_when_to_use_it_are_one_short_sentence_each():
    sentence = re.compile(r"[A-Z](?:(?!\. ).){18,118}\.")
    assert not wrong(lambda tool: sentence.fullmatch(tool.about) and tool.about.isprintable())
    assert not wrong(lambda tool: sentence.fullmatch(tool.when) and tool.when.isprintable())
    assert not wrong(lambda tool: tool.when.startswith("Use it "))


def test_how_to_put_it_in_is_said_in_few_words_and_fetches_nothing_from_elsewhere():
    assert not wrong(lambda tool: 10 <= len(tool.how) <= 200 and tool.how.isprintable())
    assert not wrong(lambda tool: "https://" not in tool.how and "<script src=" not in tool.how)


def test_a_version_is_exact_and_has_the_date_on_which_it_was_seen():
    assert not wrong(lambda tool: re.fullmatch(r"\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.-]+)?", tool.version))
    assert not wrong(lambda tool: date.fromisoformat(tool.seen) >= date(2026, 11, 25))


def test_a_licence_is_known_or_is_said_to_be_unknown():
    assert not wrong(lambda tool: tool.licence in LICENCES)


def test_most_licences_are_known():
    assert sum(tool.licence != "unknown" for tool in TOOLS) >= len(TOOLS) * 3 // 4


WHOLE = """
domain = "interface"
[[tools]]
id = "one"
name = "One"
package = "one"
about = "It does one thing."
when = "Use it for one thing."
how = "import it"
version = "1.0.0"
seen = 2026-11-25
licence = "MIT"
"""


def test_a_whole_file_is_read():
    (tool,) = read(WHOLE, "one.toml")
    assert (tool.id, tool.domain, tool.seen) == ("one", "interface", "2026-11-25")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('name = "One"\n', "", "one.toml: one: `name` is missing"),
        ('name = "One"', 'name = ""', "one.toml: one: `name` is missing, empty"),
        (
            "seen = 2026-11-25",
            'seen = "today"',
            "one.toml: one: `seen` is missing, empty or of the wrong kind",
        ),
        ('licence = "MIT"', 'licence = "MIT"\nlicense = "MIT"', "one.toml: one: `license` is no field"),
        ('id = "one"\n', "", "one.toml: a tool without `id`: `id` is missing"),
        ('domain = "interface"', "", "one.toml: it needs a `domain`"),
        ("[[tools]]", "[[tools", "one.toml: "),
    ],
)
def test_a_broken_file_is_named_with_its_tool_and_field(before, after, said):
    with pytest.raises(CatalogueBroken) as caught:
        read(WHOLE.replace(before, after), "one.toml")
    assert str(caught.value).startswith(said)
