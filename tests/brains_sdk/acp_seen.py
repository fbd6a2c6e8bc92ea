"""What agents of others were seen to do: kept in `acp_seen.json`, and shown in a table of the docs. `ACP_SEEN=1 make brains` writes both."""

import json

import house_rules as house

KEPT = house.ROOT / "tests" / "brains_sdk" / "acp_seen.json"
PAGE = house.ROOT / "docs" / "howto" / "acp.md"
ACTS = ("question", "new file", "edit", "command", "MCP server", "refusal", "stop", "next session", "no key")
BEGIN, END = "<!-- seen: begin -->", "<!-- seen: end -->"


def sighting(talk):
    """One agent, as it is kept: only what holds is."""
    return {
        "version": talk.agent.version,
        "command": talk.agent.said,
        "acts": dict(talk.seen),
        "reaches": sorted(talk.reaches),
    }


def kept():
    return json.loads(KEPT.read_text()) if KEPT.exists() else {}


def table(seen):
    """Acts by agents, in Markdown."""
    names = list(seen)
    rows = [
        ["", *names],
        ["---"] * (len(names) + 1),
        ["version", *(seen[name]["version"] for name in names)],
        ["`brain.command`", *(f"`{seen[name]['command']}`" for name in names)],
        *([act, *(seen[name]["acts"][act] for name in names)] for act in ACTS),
        ["would reach", *(", ".join(seen[name]["reaches"]) or "nothing" for name in names)],
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def page(text, seen):
    """The page of the docs, with this table in it."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table(seen)}\n{END}{after}"


def write(seen):
    seen = {**kept(), **seen}
    KEPT.write_text(json.dumps(seen, indent=2) + "\n")
    PAGE.write_text(page(PAGE.read_text(), seen))
