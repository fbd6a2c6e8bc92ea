"""Commands that only look: they change nothing, and tell nothing to another machine.

Rule 1: a short list, with those of their options that are known to do no more. Any other word that begins with a dash is not
known, and so is any other command.
Rule 2: what they look at holds no secrets, from wherever a `cd` before them may have led; what stands in a folder that is searched
whole is hidden from them. No option is known that follows a link to elsewhere.
"""

import glob
import os.path
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from solovox.acts.paths import OUTSIDE, WorkFolder
from solovox.acts.shell import ShellWord, Simple, parse_line

MATCHES: Final = 1_000
"""Names of files that a pattern may stand for. More are not looked at one by one."""
MOST_FOLDERS: Final = 16
NUMBER: Final = re.compile(r"-\d+")


@dataclass(frozen=True, slots=True)
class LookingCommand:
    """What is known of a command that only looks. `flags`, `valued`: letters without and with a value. `names`: its long options. `text`: how many
    of its first words are no paths; None: none of them is one. `below`: what a word begins with that has it look into folders; empty: it
    always does."""

    flags: str = ""
    valued: str = ""
    names: frozenset[str] = frozenset()
    text: int | None = 0
    most: int | None = None
    """How many words it takes."""
    below: str | None = None
    number: bool = False
    """`-20` is an option of it."""


def _describe_command(flags: str = "", valued: str = "", names: str = "", **more: object) -> LookingCommand:
    return LookingCommand(flags, valued, frozenset(names.split()), **more)  # type: ignore[arg-type]


PRINTS: Final = re.compile(r"(?!-)([^%]|%%|%[-+ #0]*\d*(\.\d+)?[bcdefgioqsuxEGX])*", re.DOTALL)
"""A format of `printf` that only prints: `%n` sets a variable, such as PATH."""
SUM: Final = _describe_command("bt", names="binary text tag")
COMMANDS: Final[Mapping[str, LookingCommand]] = {
    "basename": _describe_command("az", "s", text=None),
    "cat": _describe_command("AbEensTtuv", names="number show-all"),
    "cmp": _describe_command("bls", "in"),
    "comm": _describe_command("123"),
    "cut": _describe_command("sz", "bcdf", "bytes characters delimiter fields only-delimited output-delimiter"),
    "diff": _describe_command("abBiqsuwyEZtd", "UCW", "brief unified color ignore-all-space side-by-side stat", below=""),
    "dirname": _describe_command("z", text=None),
    "du": _describe_command("abchkmsxS0", "dt", "human-readable summarize max-depth all bytes"),
    "false": _describe_command(text=None),
    "file": _describe_command("bi", names="brief mime mime-type"),
    "fold": _describe_command("bs", "w", "width spaces"),
    "grep": _describe_command(
        "abcEFGHhIiLlnoPqrsTvwxZz", "ABCem",
        "after-context before-context color colour context count exclude exclude-dir extended-regexp files-with-matches"
        " files-without-match fixed-strings ignore-case include invert-match line-number max-count no-filename no-messages"
        " only-matching perl-regexp quiet recursive regexp text with-filename word-regexp",
        text=1, below=r"-\w*r|--recursive",
    ),
    "head": _describe_command("qvz", "cn", "bytes lines quiet", number=True),
    "join": _describe_command("i", "12aejotv"),
    "ls": _describe_command(
        "1AaBbCcdFfGghiklmNnopQqRrSstUuvXxZ", "ITw",
        "all almost-all classify color directory full-time group-directories-first human-readable ignore inode recursive"
        " reverse size sort time time-style",
    ),
    "md5sum": SUM,
    "nl": _describe_command("p", "bfhilnsvw"),
    "paste": _describe_command("sz", "d"),
    "pwd": _describe_command("LP", most=0),
    "readlink": _describe_command("efmnqsvz", names="canonicalize"),
    "realpath": _describe_command("ezmsLP", names="canonicalize-existing no-symlinks relative-to"),
    "rev": _describe_command(),
    "rg": _describe_command(
        "cFhHIilNnoPpqSsUuvwx", "ABCeEgjmMrtT",
        "after-context before-context case-sensitive color context count count-matches files files-with-matches"
        " files-without-match fixed-strings glob hidden iglob ignore-case invert-match json line-number max-columns max-count max-depth"
        " multiline no-filename no-heading no-ignore no-line-number only-matching pcre2 regexp replace smart-case sort stats type type-list"
        " type-not vimgrep word-regexp",
        text=1, below="",
    ),
    "seq": _describe_command("w", "fs", text=None),
    "sha256sum": SUM,
    "sleep": _describe_command(text=None, most=1),
    "sort": _describe_command("bCcdfghiMmnRrsuVz", "kt", "field-separator key numeric-sort reverse unique version-sort"),
    "stat": _describe_command("ft", "c", "format printf terse"),
    "tac": _describe_command("br", "s"),
    "tail": _describe_command("qvz", "cn", "bytes lines quiet", number=True),
    "test": _describe_command("bcdefghkLnOprSsuwxz"),
    "tr": _describe_command("Ccdst", names="complement delete squeeze-repeats truncate-set1", text=None),
    "tree": _describe_command("aCDdFfgGhipQrSstuUvx", "ILP", "dirsfirst filelimit gitignore noreport prune sort"),
    "true": _describe_command(text=None),
    "type": _describe_command("aPpt", text=None),
    "uniq": _describe_command("cdDiuz", "fsw", "count repeated unique ignore-case", most=1),
    "wc": _describe_command("cLlmw", names="bytes chars lines max-line-length words"),
    "which": _describe_command("a", text=None),
}  # fmt: skip
SHOWN: Final = (
    " abbrev-commit all author before branches cached color committer date decorate diff-filter first-parent follow format full-index"
    " graph grep ignore-all-space ignore-space-change max-count merges minimal name-only name-status no-color no-ext-diff"
    " no-merges no-patch no-renames no-textconv numstat oneline patch pretty raw relative-date reverse shortstat since skip staged stat summary tags"
    " unified until word-diff"
)
GIT: Final[Mapping[str, LookingCommand]] = {
    "blame": _describe_command("ceflnpstw", "L", "date line-porcelain porcelain show-email"),
    "branch": _describe_command(
        "arv",
        names="all color contains format list merged no-color no-merged remotes show-current sort",
        most=0,
    ),
    "cat-file": _describe_command("epst", text=None),
    "describe": _describe_command(names="abbrev all always dirty exact-match long match tags"),
    "diff": _describe_command("abpRrstuwz", "GSU", SHOWN),
    "log": _describe_command("bcgimpstuwz", "GLnSU", SHOWN, number=True),
    "ls-files": _describe_command(
        "cdikmostuvz",
        "x",
        "cached deleted error-unmatch exclude exclude-standard full-name modified others stage",
    ),
    "ls-tree": _describe_command("drtlz", names="full-name full-tree long name-only name-status"),
    "remote": _describe_command("v", names="verbose", most=0),
    "rev-list": _describe_command(
        "n", names="all branches count first-parent max-count merges no-merges objects reverse since until"
    ),
    "rev-parse": _describe_command(
        "q", names="abbrev-ref git-dir is-inside-work-tree short show-prefix show-toplevel verify"
    ),
    "shortlog": _describe_command("enscw", names="all numbered since summary until"),
    "show": _describe_command("abcmpstuwz", "GSU", SHOWN, number=True),
    "status": _describe_command(
        "bsuvz", names="branch ignored long porcelain short show-stash untracked-files"
    ),
    "tag": _describe_command("ln", names="contains list points-at sort", most=0),
}
PRINTED: Final = re.compile(r"\d+(,(\d+|\$))?p|\$p")
"""What `sed -n` is asked: lines of a file."""
FOUND: Final[Mapping[str, int]] = {
    "!": 0, "(": 0, ")": 0, "-a": 0, "-and": 0, "-depth": 0, "-empty": 0, "-false": 0, "-iname": 1, "-ipath": 1, "-iregex": 1, "-ls": 0,
    "-maxdepth": 1, "-mindepth": 1, "-mmin": 1, "-mtime": 1, "-name": 1, "-newermt": 1, "-not": 0, "-o": 0, "-or": 0, "-path": 1,
    "-perm": 1, "-print": 0, "-print0": 0, "-printf": 1, "-prune": 0, "-regex": 1, "-regextype": 1, "-size": 1, "-true": 0, "-type": 1,
    "-wholename": 1, "-xdev": 0,
}  # fmt: skip
"""Words of `find`, and how many stand behind each."""


@dataclass(frozen=True, slots=True)
class LookedAt:
    """A line that only looks. `beyond`: what it looks at out of the workspace. `hides`: files with secrets that stand where it looks,
    and are to be kept from it. Whole paths."""

    beyond: tuple[str, ...] = ()
    hides: tuple[str, ...] = ()


@dataclass(slots=True)
class _Looker:
    """One line that is looked at."""

    place: WorkFolder
    folders: list[str]
    """Where a command may be run: at first in the workspace, and after a `cd` perhaps there."""
    beyond: set[str] = field(default_factory=set)
    hides: set[str] = field(default_factory=set)

    def may(self, path: str) -> bool:
        """Whether it may look there: in the workspace or beyond, at no secrets."""
        for folder in self.folders:
            why = self.place.leads(path, folder)
            if why == OUTSIDE:
                self.beyond.add(self.place.whole(path, folder))
            elif why:
                return False
        return True

    def may_below(self, path: str) -> bool:
        """The same of all that stands below it. What holds secrets in the workspace can be hidden."""
        for folder in self.folders:
            found = self.place.secrets(path, folder)
            if found is None or (found and self.place.leads(path, folder)):
                return False
            self.hides.update(found)
        return True

    def expand_patterns(self, words: Sequence[ShellWord]) -> list[str] | None:
        """The words, with the names of files that a pattern stands for. None: they are too many, or may be options."""
        whole = list[str]()
        for word in words:
            whole.append(word.text)
            for folder in self.folders if word.pattern else ():
                found = [*islice(glob.iglob(word.text, root_dir=folder), MATCHES + 1)]
                if len(found) > MATCHES or any(name.startswith("-") for name in found):
                    return None
                if not all(map(self.may, found)):
                    return None
        return whole

    def looks(self, one: Simple) -> bool:
        """Whether this command only looks."""
        words = self.expand_patterns(one.words)
        if words is None or not all(map(self.may, one.reads)):
            return False
        if (rule := OTHERS.get(one.name)) is not None:
            return rule(self, words)
        known = COMMANDS.get(one.name)
        return known is not None and self.fits(known, words)

    def fits(self, known: LookingCommand, words: Sequence[str]) -> bool:
        """Whether all of its words are known to do no more than look."""
        plain = [*_plain(known, words)]
        if None in plain or (known.most is not None and len(plain) > known.most):
            return False
        if known.text is None:
            return True
        given = any(re.match(r"-\w*e|--regexp", word) for word in words)
        paths = plain[0 if given else known.text :]
        if not all(self.may(path) for path in paths if path is not None):
            return False
        below = known.below is not None and (
            not known.below or any(re.match(known.below, word) for word in words)
        )
        return not below or all(self.may_below(path or ".") for path in paths or ["."])


def _plain(known: LookingCommand, words: Sequence[str]) -> Iterator[str | None]:
    """The words that are no options; None for an option that is not known."""
    left = iter(words)
    for word in left:
        if word == "--":
            yield from left
        elif word.startswith("--"):
            name, equals, value = word[2:].partition("=")
            if name not in known.names or (equals and value.startswith("/")):
                yield None
        elif word == "-" or not word.startswith("-"):
            yield word
        elif not (known.number and NUMBER.fullmatch(word)):
            letters = word[1:].lstrip(known.flags)
            if letters and letters[0] not in known.valued:
                yield None
            elif letters and len(letters) == 1:
                next(left, None)


def _cd(looker: _Looker, words: Sequence[str]) -> bool:
    if len(words) != 1 or words[0].startswith("-") or not looker.may(words[0]):
        return False
    by_name = (looker.place.whole(os.path.normpath(os.path.join(one, words[0]))) for one in looker.folders)
    if any(
        path != looker.place.whole(words[0], one) for path, one in zip(by_name, looker.folders, strict=True)
    ):
        return False  # bash takes `..` off the name of a link; everything else goes where the link leads
    looker.folders += [os.path.join(folder, words[0]) for folder in looker.folders]
    return len(looker.folders) <= MOST_FOLDERS


def _git(looker: _Looker, words: Sequence[str]) -> bool:
    rest = [*words]
    while rest[:1] in (["--no-pager"], ["-C"]):
        if rest.pop(0) == "-C" and not (rest and looker.may(rest.pop(0))):
            return False
    known = GIT.get(rest[0]) if rest else None
    named = [word.rpartition(":")[2] for word in rest if ":" in word]  # `HEAD:a.txt`, `-L1,5:a.txt`
    return known is not None and looker.fits(known, rest[1:]) and all(looker.may(one or ".") for one in named)


def _sed(looker: _Looker, words: Sequence[str]) -> bool:
    return (
        words[:1] == ["-n"]
        and len(words) > 1
        and bool(PRINTED.fullmatch(words[1]))
        and looker.fits(LookingCommand(), words[2:])
    )


def _find(looker: _Looker, words: Sequence[str]) -> bool:
    left = iter(words)
    begun = False
    for word in left:
        if word in FOUND:
            begun = True
            for _ in range(FOUND[word]):
                next(left, None)
        elif begun or word.startswith("-") or not looker.may(word):
            return False
    return True


def _echo(looker: _Looker, words: Sequence[str]) -> bool:
    del looker, words
    return True


def _printf(looker: _Looker, words: Sequence[str]) -> bool:
    del looker
    return bool(words) and PRINTS.fullmatch(words[0]) is not None


def _date(looker: _Looker, words: Sequence[str]) -> bool:
    return all(word in ("-u", "-R", "--utc") or word.startswith("+") for word in words)


OTHERS: Final[Mapping[str, Callable[[_Looker, Sequence[str]], bool]]] = {
    "cd": _cd, "date": _date,
    "echo": _echo, "find": _find, "git": _git, "printf": _printf, "sed": _sed,
}  # fmt: skip


def look_at_line(line: str, place: WorkFolder) -> LookedAt | None:
    """What a line for bash, run in the workspace, looks at. None: it does more than look, or finds secrets. Beyond the workspace it is none
    with `git`, which runs what the settings of a repository say."""
    commands = parse_line(line)
    looker = _Looker(place, [place.folder])
    if commands is None or not all(looker.looks(one) for one in commands):
        return None
    if looker.beyond and any(one.name == "git" for one in commands):
        return None
    return LookedAt(tuple(sorted(looker.beyond)), tuple(sorted(looker.hides)))


def only_looks(line: str, place: WorkFolder, *, beyond: bool = False) -> bool:
    """Whether it only looks in the workspace, and nothing has to be hidden from it. `beyond`: or elsewhere."""
    look = look_at_line(line, place)
    return look is not None and not look.hides and (beyond or not look.beyond)
