"""How a whole block is said: by what it is and how long, not by what is in it."""

from typing import Final

LANGUAGES: Final = {
    "py": "Python", "python3": "Python", "pycon": "Python", "ipython": "Python", "js": "JavaScript", "mjs": "JavaScript",
    "cjs": "JavaScript", "javascript": "JavaScript", "jsx": "JavaScript", "node": "JavaScript", "ts": "TypeScript",
    "typescript": "TypeScript", "tsx": "TypeScript", "mts": "TypeScript", "json": "JSON", "jsonc": "JSON", "json5": "JSON",
    "jsonl": "JSON", "yaml": "YAML", "yml": "YAML", "toml": "TOML", "ini": "INI", "html": "HTML", "css": "CSS", "scss": "CSS",
    "sql": "SQL", "postgresql": "SQL", "xml": "XML", "svg": "SVG", "csv": "CSV", "php": "PHP", "md": "Markdown", "mdx": "Markdown",
    "rs": "Rust", "rb": "Ruby", "kt": "Kotlin", "golang": "Go", "hs": "Haskell", "ex": "Elixir", "exs": "Elixir", "vb": "Visual Basic",
    "cpp": "C plus plus", "c++": "C plus plus", "cc": "C plus plus", "hpp": "C plus plus", "cs": "C sharp", "csharp": "C sharp",
    "c#": "C sharp", "fsharp": "F sharp", "objc": "Objective C", "objective-c": "Objective C", "graphql": "GraphQL", "gql": "GraphQL",
    "proto": "Protobuf", "protobuf": "Protobuf", "hcl": "Terraform", "tf": "Terraform", "http": "HTTP", "latex": "LaTeX",
    "tex": "LaTeX", "viml": "Vim", "asm": "assembly", "env": "", "dotenv": "", "plain": "", "none": "", "pytb": "",
}  # fmt: skip
"""What the word behind a fence stands for, where it is not the language's name itself."""
SHELLS: Final = frozenset(
    "sh bash zsh fish shell console terminal powershell ps1 pwsh cmd bat batch shell-session shellsession".split()
)
_NOUNS: Final = {
    "log": "log", "logs": "log", "dockerfile": "Dockerfile", "docker": "Dockerfile", "makefile": "Makefile", "make": "Makefile",
    "text": "text block", "txt": "text block", "plaintext": "text block", "output": "text block", "stdout": "text block",
}  # fmt: skip
LIST: Final = "list"
"""Behind a fence: a list of which the text has said what is to be said."""
DIAGRAMS: Final = frozenset(("mermaid", "plantuml", "graphviz"))
DIFFS: Final = frozenset(("diff", "patch", "udiff"))
_VOWEL_LETTERS: Final = ("HTML", "XML", "HTTP", "SVG")


def language_of(info: str) -> str:
    """The language that the words behind a fence name; some editors write the lines and the file there."""
    first = (info.split() or [""])[0].strip("{}.").casefold()
    lines, _, path = first.rpartition(":")
    if lines.replace(":", "").isdecimal():
        return path.rpartition(".")[2]
    return first.partition(",")[0] if lines == "" else lines.partition(":")[0]


def fence(language: str, lines: int) -> str:
    """A block of code."""
    if language == LIST and lines:
        return "the whole list is on screen."
    if language in DIAGRAMS:
        return "a diagram, on screen."
    if lines == 0:
        return "an empty code block, on screen."
    if language in SHELLS and lines == 1:
        return "a shell command, on screen."
    noun = _NOUNS.get(language) or f"{_name(language)} code block".strip()
    return f"{_article(noun)} {noun} of {counted(lines, 'line')}, on screen."


def diff(added: int, removed: int) -> str:
    """A block that says what changes."""
    if not removed:
        return f"a diff: {counted(added, 'line')} added, on screen."
    return f"a diff: {counted(added, 'line')} added, {removed} removed, on screen."


def counted(number: int, noun: str) -> str:
    """A number of things."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _name(language: str) -> str:
    if language in SHELLS:
        return "shell"
    known = LANGUAGES.get(language)
    if known is not None:
        return known
    return language.capitalize() if language.isalpha() and len(language) <= 20 else ""


def _article(noun: str) -> str:
    return "an" if noun[0] in "AEIOU" or noun.startswith(_VOWEL_LETTERS) else "a"
