"""Commands in one another, as deep as agents write them: bash's own forms, programs that run others, and quoting."""

import shlex

from hypothesis import strategies as st

HIDING = (
    "{}", "true; {}", "ls | {}", "ls && {}", "ls || {}", "ls\n{}", "A=1 {}", "({})", "{{ {}; }}", "! {}", "echo $({})", "echo `{}`",
    'cat "$({})"', "if true; then {}; fi", "for x in a; do {}; done", "while {}; do break; done", "f() {{ {}; }}; f", "case a in a) {};; esac",
    "cat <({})", "ls 2> >({})", "cat <<E\n$({})\nE", "ls & {}", "time {}", "coproc {}",
)  # fmt: skip
CARRIERS = (
    "env {}", "nohup {}", "timeout 5 {}", "xargs {} < /dev/null", "npx {}", "find . -maxdepth 0 -exec {} ;", "nice {}", "command {}", "exec {}",
    "sudo {}", "setsid {}", "ssh a {}", "git bisect run {}",
)  # fmt: skip
QUOTING = (
    "sh -c {}", "eval {}", "bash -lc {}", "trap {} EXIT", "alias ls={}", "script -qc {} /dev/null",
    "git -c alias.x='!'{} x", "awk 'BEGIN{{system(ARGV[1])}}' {}", "perl -e 'system($ARGV[0])' {}",
    "python3 -c 'import os, sys; os.system(sys.argv[1])' {}",
)  # fmt: skip


def nested(ends):
    """Some of these, hidden."""
    return st.recursive(
        st.sampled_from(ends),
        lambda inner: st.one_of(
            st.builds(str.format, st.sampled_from([*HIDING, *CARRIERS]), inner),
            st.builds(lambda how, line: how.format(shlex.quote(line)), st.sampled_from(QUOTING), inner),
            st.builds("{} && {}".format, st.sampled_from(["ls", "cat a", "cd src"]), inner),
        ),
        max_leaves=4,
    )
