"""Saves versions for ever, and says each one's number when it is saved. `writing_projects.py FILE`"""

import sys
from pathlib import Path

from solovox.store.projects import SqliteProjects

store = SqliteProjects(Path(sys.argv[1]), lambda: "2026-01-31T09:00:00.000Z")
project = store.make("Tips").id
print(project, flush=True)
while True:
    print(store.save(project, "x", "y", {"index.html": "x" * 20_000}).number, flush=True)
