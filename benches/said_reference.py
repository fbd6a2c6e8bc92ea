"""What is said of what is written, by markdown-it-py and sentencex: what `bench_said.py` holds ours against.

Neither is a dependency of the project: the bench leaves this out where they are not installed.
A block is said once the next one begins, an open paragraph by sentences. Only what is after the last whole block is parsed again.
"""

import re

import sentencex
from markdown_it import MarkdownIt

from solovox.text.markdown.inline import say

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
NAMES = {
    "py": "Python", "js": "JavaScript", "jsx": "JavaScript", "javascript": "JavaScript", "ts": "TypeScript",
    "tsx": "TypeScript", "typescript": "TypeScript", "json": "JSON", "yaml": "YAML", "yml": "YAML", "toml": "TOML",
    "sql": "SQL", "php": "PHP", "html": "HTML", "css": "CSS", "cpp": "C plus plus", "md": "Markdown", "rs": "Rust",
}  # fmt: skip
SHELLS = {"bash", "sh", "zsh", "shell", "console", "powershell"}
EMOJI = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\u2300-\u23ff\u2b00-\u2bff\u2500-\u257f\ufe0f\u200d]")
TOKENS = [
    (re.compile(r"[a-z][a-z0-9+.-]*://(?:[^\s/@]*@)?(?:www\.)?([^\s/?#:<>()]+)(?::(\d+))?[^\s<>()]*", re.IGNORECASE),
     lambda m: f"a link to {m[1].rstrip('.,')}" + (f" port {m[2]}" if m[2] else "") + tail(m[0])),
    (re.compile(r"\bwww\.([\w.-]+\w)(?:/[^\s]*)?"), lambda m: f"a link to {m[1]}" + tail(m[0])),
    (re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", re.IGNORECASE), lambda m: "an ID"),
    (re.compile(r"\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,64}\b"), lambda m: "hash starting " + " ".join(m[0][:4])),
    (re.compile(r"\b[\w.+-]+@[\w-]+(?:\.[a-z]{2,})+\b"), lambda m: m[0].replace("@", " at ").replace(".", " dot ")),
    (re.compile(r"(?<![\w/])(?:[A-Za-z]:|~|\.{1,2})?[/\\]?(?:[\w.@-]+[/\\])*([\w-]*\.[a-z][a-z0-9]{0,4})"
                r"(?:(?::|#L)(\d+)(?:-(\d+)|:(\d+))?)?(?![\w/(.])"), lambda m: path(*m.groups())),
    (re.compile(r"(?<![\w/])(?:[A-Za-z]:|~|\.{1,2})?[/\\](?:[\w.@-]+[/\\])*([\w.@-]+)[/\\]?"), lambda m: spaced(m[1])),
    (re.compile(r"(?<![\w/])(?:[\w.@-]+/){2,}([\w.@-]+)|\b([\w.-]+)/(?!\S)"), lambda m: spaced(m[1] or m[2])),
    (re.compile(r"\b\w*_\w*\b"), lambda m: spaced(m[0])),
    (re.compile(r"(?<!\S)--(?=\w)"), lambda m: "dash dash "),
    (re.compile(r"(?<!\S)-(?=[a-z]\b)"), lambda m: "dash "),
    (re.compile(r"(?<![\w)])[-−](?=\$?\d)"), lambda m: "minus "),
    (re.compile(r"(?<!\S)\+(?=\d)"), lambda m: "plus "),
    (re.compile(r"#(?=\d)"), lambda m: "number "),
    (re.compile(r"~(?=\d)"), lambda m: "about "),
    (re.compile(r"<(?=\d)"), lambda m: "less than "),
    (re.compile(r">(?=\d)"), lambda m: "more than "),
    (re.compile(r"\s*(?:->|→|=>)\s*"), lambda m: " to "),
    (re.compile(r"\s*!==?\s*"), lambda m: " is not "),
    (re.compile(r"\s*===?\s*|\s=\s"), lambda m: " equals "),
    (re.compile(r"\s*>=\s*|≥"), lambda m: " at least "),
    (re.compile(r"\s*<=\s*|≤"), lambda m: " at most "),
    (re.compile(r"\$\$?(?=\S)[^$\n]*[\\^_{][^$\n]*\$\$?"), lambda m: "a formula"),
    (re.compile(r"\S{61,}"), lambda m: "a long string"),
]  # fmt: skip


def tail(found):
    """The punctuation behind an address."""
    return found[len(found.rstrip(".,;:!?")) :]


def spaced(name):
    return " ".join(name.replace("_", " ").split())


def path(name, line, last, column):
    said = spaced(name).replace(".", " dot ").strip()
    if line:
        said += (
            f" lines {line} to {last}" if last else f" line {line}" + (f" column {column}" if column else "")
        )
    return said


def plain(text):
    for pattern, name in TOKENS:
        text = pattern.sub(name, text)
    text = re.sub(r"[*`#~_<>\[\]{}^\\|]", " ", EMOJI.sub("", text))
    text = re.sub(r"\s+([,.;:!?)])", r"\1", " ".join(text.split()))
    return text if re.search(r"\w", text) else ""


def code(text):
    if len(text) > 40 or sum(not c.isalnum() and c not in " _-./():" for c in text) > 3:
        return "some code"
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", plain(text.replace("()", "")))


def inline(token):
    """The text of a leaf block."""
    parts = []
    for one in token.children or ():
        if one.type == "text":
            parts.append(one.content)
        elif one.type == "code_inline":
            parts.append(code(one.content))
        elif one.type == "image":
            parts.append(f"an image: {one.content}")
        elif one.type == "s_open":
            parts.append("crossed out: ")
        elif one.type in ("softbreak", "hardbreak", "html_inline"):
            parts.append(" ")
    text = re.sub(r"^\[([ xX])\] ", lambda m: "to do: " if m[1] == " " else "done: ", "".join(parts))
    text = re.sub(r"\[\^\w+\]:?", "", text)
    text = re.sub(r"^\[!(\w+)\]", r"\1: ", text)
    return plain(text.replace("❌", "cross: "))


def counted(number, noun):
    return f"{number} {noun}{'' if number == 1 else 's'}"


def block(language, content):
    """How a fence is said."""
    language, lines = (language.split() or [""])[0], content.count("\n")
    if language == "diff":
        rows = [row for row in content.split("\n") if not row.startswith(("+++", "---"))]
        added, gone = (sum(row.startswith(sign) for row in rows) for sign in "+-")
        return f"a diff: {counted(added, 'line')} added, {gone} removed, on screen."
    if language in SHELLS and lines == 1:
        return "a shell command, on screen."
    name = (
        "shell"
        if language in SHELLS
        else NAMES.get(language, language.capitalize() if language.isalpha() else "")
    )
    noun = f"{name} code block".strip()
    return f"{'an' if noun[0] in 'AEIOU' or noun.startswith('HTML') else 'a'} {noun} of {counted(lines, 'line')}, on screen."


def leaves(tokens, words=inline):
    """(what is said, whether it may be cut into sentences) of each leaf block."""
    lead, rows, in_table = "", 0, False
    for token in tokens:
        if token.type == "list_item_open" and token.info:
            lead = f"{token.info}, "
        elif token.type == "table_open":
            in_table, rows = True, 0
        elif token.type == "tr_open":
            rows += 1
        elif token.type == "table_close":
            in_table = False
            yield f"a table of {counted(rows - 1, 'row')}, on screen.", False
        elif token.type in ("fence", "code_block"):
            yield block(token.info, token.content), False
        elif token.type == "html_block":
            yield plain(re.sub(r"<!--.*?-->|<[^>]*>", " ", token.content, flags=re.DOTALL)), False
        elif token.type == "inline" and not in_table:
            yield lead + words(token), True
            lead = ""


class Reference:
    """The same two methods as `Speakable`."""

    words = staticmethod(inline)

    def __init__(self):
        self.text, self.leaf, self.sentence = "", 0, 0

    def feed(self, delta):
        self.text += delta
        return self.release(False) if re.search(r"[\n.!?。]|\s", delta) else []

    def finish(self):
        return self.release(True)

    def release(self, final):
        tokens = PARSER.parse(self.text)
        found = list(leaves(tokens, self.words))
        said = []
        for place in range(self.leaf, len(found)):
            text, cuts = found[place]
            whole = final or place < len(found) - 1
            pieces = [one.strip() for one in sentencex.segment("en", text)] if cuts else [text]
            ready = pieces[self.sentence :] if whole else pieces[self.sentence : -1] if cuts else []
            said += [one for one in ready if one]
            if whole:
                self.leaf, self.sentence = place + 1, 0
            else:
                self.sentence += len(ready)
        tops = [token.map[0] for token in tokens if token.level == 0 and token.map and token.nesting >= 0]
        if len(tops) > 1 and not final:
            last = [token for token in tokens if token.level == 0 and token.map and token.nesting >= 0][-1]
            before = len(list(leaves(tokens[: tokens.index(last)], self.words)))
            if before <= self.leaf:
                self.text = "".join(self.text.splitlines(keepends=True)[last.map[0] :])
                self.leaf -= before
        return said


class TheirBlocksOurWords(Reference):
    """Blocks and sentences by the two libraries, each paragraph by our own rules: which parser is the better."""

    words = staticmethod(lambda token: say(token.content))
