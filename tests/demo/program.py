"""What stands between the model and a folder in the tests that need no program of others: the same tools, with the same words as Claude Code's
own, as they were recorded.
"""

import re
import subprocess

from solovox.demo.messages import request_of
from solovox.demo.planning import next_step

FIELDS = {
    "Grep": ["pattern", "path", "output_mode", "-n", "-i"],
    "Glob": ["pattern", "path"],
    "Read": ["file_path", "offset", "limit"],
    "Edit": ["file_path", "old_string", "new_string", "replace_all"],
    "Write": ["file_path", "content"],
    "Bash": ["command", "description"],
}
ALL = tuple(FIELDS)
FULL = ("Agent", "Bash", "Edit", "Read", "Write")
"""What the program offers if nothing is said: it searches with its shell."""
ASKED = ("Edit", "Write", "Bash")
LOOKS = re.compile(r"(?:find|grep|ls|cat) ")
MOST = 20
GLOBBED = 100
"""Files that `Glob` gives, those of git among them."""


class Program:
    """A talk in a folder. `allows` says yes or no to a use of a tool."""

    def __init__(self, folder, tools=ALL, allows=lambda use: True, no="the person said no"):
        self.folder, self.allows, self.no, self.asked, self.used = folder, allows, no, [], []
        self.tools = [
            {"name": one, "input_schema": {"properties": {field: {} for field in FIELDS.get(one, ())}}}
            for one in tools
        ]
        self.messages = []

    def request(self):
        environment = f"# Environment\n - Primary working directory: {self.folder}\n - Platform: linux"
        first, *rest = self.messages
        messages = [first, {"role": "system", "content": environment}, *rest]
        return request_of({"model": "demo", "messages": messages, "tools": self.tools, "stream": True})

    def request_of(self, words):
        self.messages.append({"role": "user", "content": words})
        return self.request()

    def says(self, words):
        """Ask; the whole answer, what was said before a use of a tool too."""
        reminder = "<system-reminder>\nAttribution: change x to y\n</system-reminder>\n"
        self.messages.append(
            {"role": "user", "content": [{"type": "text", "text": one} for one in (reminder, words)]}
        )
        told = []
        for _ in range(MOST):
            step = next_step(self.request())
            told.append(step.text)
            blocks = [{"type": "text", "text": step.text}] if step.text else []
            if step.use is None:
                self.messages.append({"role": "assistant", "content": blocks})
                return "\n\n".join(filter(None, told))
            use = step.use
            self.used.append(use)
            call = {"type": "tool_use", "id": use.id, "name": use.name, "input": dict(use.input)}
            self.messages.append({"role": "assistant", "content": [*blocks, call]})
            result = {"type": "tool_result", "tool_use_id": use.id, **self._result(use)}
            self.messages.append({"role": "user", "content": [result]})
        raise AssertionError("it does not end")

    def _result(self, use):
        assert use.name in [one["name"] for one in self.tools]
        assert set(use.input) <= set(FIELDS[use.name])
        if use.name in ASKED and not LOOKS.match(use.input.get("command", "")):
            self.asked.append(use)
            if not self.allows(use):
                return {"content": self.no, "is_error": True}
        try:
            return {"content": getattr(self, f"_{use.name.lower()}")(**use.input)}
        except ValueError as error:
            return {"content": str(error), "is_error": True}

    def _files(self):
        return sorted(one for one in self.folder.rglob("*") if one.is_file())

    def _grep(self, pattern, output_mode, **_):
        fits = re.compile(pattern, re.IGNORECASE)
        files = [one for one in self._files() if ".git" not in one.parts]
        if output_mode == "files_with_matches":
            fit = [str(one.relative_to(self.folder)) for one in files if fits.search(one.read_text())]
            return "\n".join((f"Found {len(fit)} files", *fit))
        found = [
            f"{path.relative_to(self.folder)}:{n}:{line}"
            for path in files
            for n, line in enumerate(path.read_text().splitlines(), 1)
            if fits.search(line)
        ]
        return "\n".join(found) or "No matches found"

    def _glob(self, pattern):
        found = [str(one.relative_to(self.folder)) for one in self._files()]
        more = len(found) - GLOBBED
        note = f"(Showing {GLOBBED} of {len(found)} matching files; {more} more are not listed. Narrow the pattern or path to see the rest.)"
        return "\n".join(found[:GLOBBED] + [note] * (more > 0)) or "No files found"

    def _read(self, file_path):
        path = self.folder / file_path
        if not path.is_file():
            raise ValueError("File does not exist.")
        text = path.read_text()
        if not text:
            return "<system-reminder>Warning: the file exists but the contents are empty.</system-reminder>"
        return "\n".join(f"{n}\t{line}" for n, line in enumerate(text.split("\n"), 1))

    def _edit(self, file_path, old_string, new_string):
        path = self.folder / file_path
        text = path.read_text()
        found = sum(text.startswith(old_string, at) for at in range(len(text)))
        assert found == 1, f"{old_string!r} stands {found} times in {file_path}"
        path.write_text(text.replace(old_string, new_string))
        return f"The file {file_path} has been updated successfully."

    def _write(self, file_path, content):
        (self.folder / file_path).write_text(content)
        return f"File created successfully at: {file_path}"

    def _bash(self, command, description=""):
        done = subprocess.run(
            command, shell=True, cwd=self.folder, capture_output=True, text=True, timeout=60, check=False
        )
        text = (done.stdout + done.stderr).strip()
        if done.returncode:
            raise ValueError(f"Exit code {done.returncode}\n{text}")
        return text or "(Bash completed with no output)"
