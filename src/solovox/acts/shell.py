"""A line for bash, as far as it is understood: simple commands with literal words. Pure.

Rule: the grammar is bash's own (tree-sitter-bash), and only a few of its forms are understood: lists, pipes, groups, negation,
words that stand for themselves or for names of files. One form that is not makes the whole line not understood.

Source: https://github.com/tree-sitter/tree-sitter-bash, `grammar.js`; the manual of bash, "Shell Expansions".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

import tree_sitter_bash
from tree_sitter import Language, Node, Parser

LANGUAGE: Final = Language(tree_sitter_bash.language())
LONGEST: Final = 8_000
"""Characters of a line. A longer one is not read."""
DEEPEST: Final = 20
LISTS: Final = frozenset({"program", "list", "pipeline", "subshell", "compound_statement", "negated_command"})
JOINTS: Final = frozenset({"&&", "||", ";", "|", "(", ")", "{", "}", "!", "\n", "comment"})
PLAIN: Final = re.compile(r"(?:\\[^\n]|[\w@%+:,./^=*?~-])+")
"""A word without quotes. What is not in it (braces, dollars, brackets) means something else to some shell."""
EXPANDED: Final = re.compile(r"(?<!\\)(?:\\\\)*[*?]")
HOME: Final = re.compile(r"(^|[:=])~|^=")
"""The shell, or another shell, puts a path in its place."""
MEANT: Final = re.compile(r"[$`!]|\\[\\\"\n]")
"""In double quotes: what means something else. Any other backslash there stands for itself."""
JOINED: Final = re.compile(r"(?<![ \t])\\\n")
"""A line that goes on in the middle of a word: what is one word to bash is two to the grammar."""
NOWHERE: Final = "/dev/null"


@dataclass(frozen=True, slots=True)
class ShellWord:
    """A word as the command gets it. `pattern`: names of files that match stand in its place, if there are some."""

    text: str
    pattern: bool = False


@dataclass(frozen=True, slots=True)
class Simple:
    """One simple command: its name and its words. `reads`: the files that are its input, or that of a group around it."""

    name: str
    words: tuple[ShellWord, ...] = ()
    reads: tuple[str, ...] = ()


class PartKind(Enum):
    """What a part of a line is to the shell."""

    PROGRAM = "program"
    ARGUMENT = "argument"
    OPERATOR = "operator"
    """What joins commands, and the words of the shell's own forms."""
    REDIRECTION = "redirection"
    """Where something is read from or written to, with its sign."""
    SUBSTITUTION = "substitution"
    """Something else takes its place before the command runs. Commands in it have parts of their own."""
    COMMENT = "comment"


PARTS: Final = {
    "command_name": PartKind.PROGRAM,
    **dict.fromkeys(("command", "pipeline", "list"), PartKind.ARGUMENT),
    **dict.fromkeys(("file_redirect", "heredoc_redirect", "herestring_redirect"), PartKind.REDIRECTION),
    **dict.fromkeys(
        ("simple_expansion", "expansion", "arithmetic_expansion", "brace_expression"), PartKind.SUBSTITUTION
    ),
    "comment": PartKind.COMMENT,
}
"""What all of a node is, but for nodes within that are something themselves."""
RUNS: Final = frozenset({"command_substitution", "process_substitution"})
VALUES: Final = frozenset({'"', '$"', "=", "+=", "[", "]", "[[", "]]"})
"""Signs that join nothing."""


def parts(line: str) -> list[tuple[PartKind, str]]:
    """A line part by part, to be shown: together they are the line, to the letter. Empty: it is no line of bash, or too long."""
    if len(line) > LONGEST:
        return []
    data = line.encode(errors="replace")
    root = Parser(LANGUAGE).parse(data).root_node
    if root.has_error:
        return []
    found = list[tuple[PartKind, str]]()
    for kind, text in _spans(data, root):
        if found and found[-1][0] is kind:
            found[-1] = (kind, found[-1][1] + text)
        elif text:
            found.append((kind, text))
    return found if "".join(text for _, text in found) == line else []


def _spans(data: bytes, root: Node) -> Iterator[tuple[PartKind, str]]:
    at = 0
    for kind, start, end in (*_kinds(root, PartKind.ARGUMENT), (PartKind.ARGUMENT, len(data), len(data))):
        yield PartKind.ARGUMENT, data[at:start].decode(errors="replace")
        yield kind, data[max(at, start) : end].decode(errors="replace")
        at = max(at, end)


def _kinds(node: Node, kind: PartKind, depth: int = 0) -> Iterator[tuple[PartKind, int, int]]:
    """What a node is, piece by piece: each with its bytes."""
    kind, at = PARTS.get(node.type, kind), node.start_byte
    inner = PartKind.ARGUMENT if node.type in RUNS else kind
    for child in node.children if depth < DEEPEST * 5 else ():
        yield inner, at, child.start_byte
        if child.is_named:
            yield from _kinds(child, inner, depth + 1)
        else:
            yield _sign(node, child, kind), child.start_byte, child.end_byte
        at = child.end_byte
    yield kind, at, node.end_byte


def _sign(node: Node, sign: Node, kind: PartKind) -> PartKind:
    if node.type in RUNS:
        return PartKind.SUBSTITUTION
    joins = sign.type in JOINTS or (kind is PartKind.ARGUMENT and sign.type not in VALUES)
    return PartKind.OPERATOR if joins and kind is not PartKind.SUBSTITUTION else kind


class _NotUnderstoodError(Exception):
    pass


def parse_line(line: str) -> list[Simple] | None:
    """The simple commands in a line, in their order. None: something in it is not understood, or it is empty."""
    if len(line) > LONGEST or not all(sign.isprintable() or sign in "\n\t" for sign in line):
        return None
    if JOINED.search(line):
        return None
    root = Parser(LANGUAGE).parse(line.encode()).root_node
    if root.has_error:
        return None
    try:
        return list(_commands(root, 0)) or None
    except _NotUnderstoodError:
        return None


def _commands(node: Node, depth: int) -> Iterator[Simple]:
    if depth > DEEPEST:
        raise _NotUnderstoodError
    match node.type:
        case "command":
            yield _simple(node)
        case "redirected_statement":
            reads = tuple(filter(None, map(_read_from, node.children[1:])))
            for one in _commands(node.children[0], depth + 1):
                yield replace(one, reads=one.reads + reads)
        case kind if kind in LISTS:
            for child in node.children:
                if child.type not in JOINTS:
                    yield from _commands(child, depth + 1)
        case _:
            raise _NotUnderstoodError


def _simple(node: Node) -> Simple:
    name, *words = node.children
    (of_it,) = name.children if name.child_count == 1 else (name,)
    word = _word(of_it)
    if word.pattern:
        raise _NotUnderstoodError
    return Simple(word.text, tuple(map(_word, words)))


def _word(node: Node) -> ShellWord:
    text = (node.text or b"").decode()
    match node.type:
        case "word" | "number":
            if not PLAIN.fullmatch(text) or HOME.search(text):
                raise _NotUnderstoodError
            pattern = bool(EXPANDED.search(text))
            if pattern and "\\" in text:
                raise _NotUnderstoodError
            return ShellWord(re.sub(r"\\(.)", r"\1", text), pattern)
        case "raw_string":
            return ShellWord(text[1:-1])
        case "string":
            if any(child.type not in ('"', "string_content") for child in node.children):
                raise _NotUnderstoodError
            if MEANT.search(text[1:-1]):
                raise _NotUnderstoodError
            return ShellWord(text[1:-1])
        case "concatenation":
            parts = [*map(_word, node.children)]
            ends = [child.end_byte for child in node.children[:-1]]
            if ends != [child.start_byte for child in node.children[1:]] or any(
                part.pattern for part in parts
            ):
                raise _NotUnderstoodError
            return ShellWord("".join(part.text for part in parts))
        case _:
            raise _NotUnderstoodError


def _read_from(node: Node) -> str:
    """The file that a redirection reads. Empty: it discards what is written, or joins two outputs."""
    if node.type != "file_redirect":
        raise _NotUnderstoodError
    *front, target = node.children
    operator = front[-1].type
    word = _word(target)
    if operator == "<" and len(front) == 1 and not word.pattern:
        return word.text
    if (operator, word.text) in {(">&", "1"), (">&", "2")}:
        return ""
    if operator in (">", ">>", "&>", "&>>") and word == ShellWord(NOWHERE):
        return ""
    raise _NotUnderstoodError
