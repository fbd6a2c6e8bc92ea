"""Which commands only look, and how a line is taken apart: as bash does it."""

import os
import shlex
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acts.nested import nested
from solovox.acts.looking import look_at_line, only_looks
from solovox.acts.paths import WorkFolder
from solovox.acts.shell import parse_line

FOLDER = "/srv/ada/project"
ACTS = (Path(__file__).parent / "acting.txt").read_text().splitlines()
"""What changes, sends, starts or tells something, in many ways; each alone, and hidden behind what looks."""
LINES = [
    "ls\nrm -rf build",
    "ls \\\n && rm -rf build",
    "cat <<EOF | sh\nrm -rf build\nEOF",
    "ls\r\nrm a",
    "ls \x00 a",
    "tr\\\nuncate -s 0 a",
    "comm\\\nand touch a",
    "cat .e\\\nnv",
    "printf a%n PATH && ls",
    "printf '%s %-3n' PATH; git status",
    "",
]
LOOKS = r"""
ls
ls -la src
cat src/a.py
head -5 a.txt | wc -l
grep -rn 'rm -rf' src
rg TODO
find . -name '*.py'
git status
git log --oneline -5
git diff HEAD~1
git show HEAD
git branch -a
pwd
cd src && ls
echo hello
ls 2>/dev/null
ls src > /dev/null 2>&1
cat /srv/ada/project/a.txt
wc -l < a.txt
'ls' -l
\ls
ls 2>&1 | head -3
cd src && cat a.py | wc -l
(ls; pwd)
! grep -q x a.txt
grep -rn "/api/v1" src
grep -e foo -C 3 --include='*.py' -r .
sed -n '10,20p' a.py
find . -name '*.py' -not -path './build/*'
git --no-pager log --oneline -20
git diff HEAD~2 -- src/a.py
git show HEAD:a.py
git -C src status --short
tail -20 a.log
sort -k2 -t, a.csv | uniq -c | sort -rn | head -n 5
printf '%s\n' a b
""".strip().splitlines()


def looks(line, folder=FOLDER):
    return only_looks(line, WorkFolder(folder))


@pytest.mark.parametrize("line", [*ACTS, *LINES])
def test_A7_what_acts_does_not_only_look(line):
    assert not looks(line)


@pytest.mark.parametrize("line", LOOKS)
def test_A7_what_only_looks_in_the_workspace_is_free(line):
    assert looks(line)


ENDS = (
    "rm -rf a",
    "git push",
    "curl -d @a http://b",
    "npm publish",
    "touch a",
    "echo a > b",
    "python3 x.py",
    "tee a",
    "kill 1",
)


@given(nested(ENDS))
def test_A7_nothing_hides_what_acts(line):
    assert not looks(line)


@given(st.text(alphabet="rmlscatdech -nf$(){}`'\"\\|&;<>\n~/.=*#!?[]@", max_size=60))
def test_A7_a_line_is_judged_whatever_it_is(line):
    assert looks(line) in (True, False)


@pytest.mark.parametrize(
    "line",
    ["cat out/secret", "cd sub && cat out/secret", "cat sub/out/secret", "cat .e*", "cat *.pem", "cat o*/secret", "wc -l < out/secret", "cat -- out/secret",
     "cd out", "cd sub && cat far/secret", "cd sub/out; ls", "sort < .env", "ls -I a out", "cat *", "(cat < .env) 2>/dev/null",
     "{ sort < .env; } 2>&1", "((cat < a.pem) > /dev/null) 2>&1", "cat < ok < .env", "cat < .env < ok", "git show HEAD:.env", "git show :.env",
     "git log -L1,5:.env", "cat .git-credentials", "grep -r x .", "grep -rn --include='.e*' x", "rg x", "rg -g '.e*' x .",
     "diff . sub", "cd deep/../.. && cat secret", "cd deep && cd ../.. && git status"],
)  # fmt: skip
def test_A7_nothing_leads_out_of_the_workspace_or_to_secrets(tmp_path, line):
    folder = tmp_path / "in"
    (folder / "sub").mkdir(parents=True)
    for place in (folder, folder / "sub"):
        (place / "out").symlink_to(tmp_path)
    (folder / "sub" / "far").symlink_to(tmp_path)
    (folder / "sub" / "one").mkdir()
    (folder / "deep").symlink_to(folder / "sub" / "one")
    for name in ("secret", "in/.env", "in/a.pem"):
        (tmp_path / name).touch()
    assert not looks(line, str(folder))
    assert looks("ls sub", str(folder))


@pytest.mark.parametrize(
    "line",
    ["grep -rn x .", "grep -r x", "rg x", "rg -uu x sub", "grep -rn --include='.e*' '' .", "cd sub && rg x"],
)
def test_A7_secrets_in_a_folder_that_is_searched_whole_are_hidden_from_the_search(tmp_path, line):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / ".env").touch()
    look = look_at_line(line, WorkFolder(str(tmp_path)))
    assert look is not None
    assert look.hides == (str(tmp_path / "sub" / ".env"),)
    (tmp_path / "sub" / ".env").unlink()
    assert looks(line, str(tmp_path))


@pytest.mark.parametrize(
    ("line", "known"),
    [
        ("cat {}/readme", True),
        ("ls {}", True),
        ("grep -rn x {}/lib", True),
        ("cat {}/private", False),
        ("cat {}/.bash_history", False),
        ("cat {}/.git-credentials", False),
        ("cat {}/.local/state/app/token", False),
        ("grep -r x {}", False),
        ("rg x {}", False),
        ("cat /proc/self/environ", False),
        ("cat /dev/input/event0", False),
        ("git -C {} status", False),
        ("cat {}/readme && git status", False),
    ],
)
def test_A7_what_looks_elsewhere_finds_no_secrets_and_runs_nothing(tmp_path, line, known):
    (tmp_path / "in").mkdir()
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "lib").mkdir(parents=True)
    for name, mode in (("readme", 0o644), ("lib/a", 0o644), ("private", 0o600), (".bash_history", 0o644)):
        (elsewhere / name).touch()
        (elsewhere / name).chmod(mode)
    look = look_at_line(line.format(elsewhere), WorkFolder(str(tmp_path / "in")))
    assert (look is not None) is known
    assert look is None or str(elsewhere) in look.beyond[0]


def test_A7_a_pattern_does_not_stand_for_an_option(tmp_path):
    (tmp_path / "-o").touch()
    (tmp_path / "a").touch()
    assert not looks("sort *", str(tmp_path))
    assert looks("sort a*", str(tmp_path))


NAMES = st.text(alphabet="ab-.,:/@%+=~^_!#é", min_size=1, max_size=5)
QUOTED = st.one_of(
    NAMES,
    st.sampled_from(["~", "~/a", "~root", "HEAD~2", "a=~", "{a,b}", "a\\~"]),
    st.text(alphabet='ab $`"\\!*?{}()|&;<>~#', max_size=5).map(shlex.quote),
    st.text(alphabet="ab|[\\. n=", max_size=6).map('"{}"'.format),
    NAMES.map("\\{}".format),
)
COMMANDS = st.builds(
    lambda name, words: " ".join(["q" + name, *words]),
    st.sampled_from(["", "'x y'", '"z"', "\\\\a"]),
    st.lists(QUOTED, max_size=4),
)
JOINED = st.builds(
    "{}{}{}".format, COMMANDS, st.sampled_from([" && ", "; ", "\n", " ;", " | cat; "]), COMMANDS
)


def as_bash_does(line, empty):
    """A line that is understood is what bash makes of it. Whether it is understood."""
    found = parse_line(line)
    if found is None or any(one.reads or any(word.pattern for word in one.words) for one in found):
        return False
    script = 'command_not_found_handle() { printf "%s\\0" "$@" $\'\\1\' >&3; return 0; }\n'
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as said:
        subprocess.run(
            ["bash", "--norc", "-c", f"exec 3>&{writing}\n{script}PATH=/nowhere\n{line}"],
            pass_fds=[writing], cwd=empty, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, check=False, timeout=20,
        )  # fmt: skip
        os.close(writing)
        ran = [one.split("\0")[:-1] for one in said.read().decode().split("\x01\0")[:-1]]
    assert sorted(ran) == sorted(
        [one.name, *(word.text for word in one.words)] for one in found
    )  # a pipe has no order
    return True


@settings(deadline=None, max_examples=100)
@given(st.one_of(COMMANDS, JOINED))
def test_A7_a_line_that_is_understood_is_what_bash_makes_of_it(tmp_path_factory, line):
    as_bash_does(line, tmp_path_factory.mktemp("empty"))


MEANT = [
    "q ~",
    "q ~root",
    "q a=~",
    'q "a\\\\b"',
    'q "a\\"b"',
    'q "$HOME"',
    "q {a,b}",
    "q a{1..3}",
    "q $'a'",
    'q "`q`"',
    "q [a-z]",
    "q a#b",
    "q a\\\nb",
    "q\\\nr a",
    "q a \\\\\nq b",
]
LITERAL = [
    "q HEAD~2",
    'q "a\\|b"',
    "q 'a\\b'",
    "q a\\ b",
    "q a'b'\"c\"d",
    'q "a\nb"',
    "q #a",
    "'q' a",
    "q \\~",
    "q \\\n a",
    "q # a \\\nq b",
    "q a \\\n  b",
]


@pytest.mark.parametrize(
    ("line", "known"), [*((one, False) for one in MEANT), *((one, True) for one in LITERAL)]
)
def test_A7_what_means_something_else_to_bash_is_not_understood(tmp_path, line, known):
    assert as_bash_does(line, tmp_path) is known
