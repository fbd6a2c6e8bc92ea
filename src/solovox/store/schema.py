"""The tables of the store's file, one step for each format.

A step is never changed once it was released: a file of an older format is taken through the steps that it lacks.
"""

from typing import Final

STEPS: Final = (
    (
        """CREATE TABLE corrections (
            n INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            created_at TEXT NOT NULL,
            content BLOB NOT NULL UNIQUE,
            size INTEGER NOT NULL,
            type TEXT NOT NULL CHECK (type IN ('stt', 'reasoning')),
            audio BLOB, heard TEXT, meant TEXT,
            input TEXT, proposed TEXT, corrected TEXT,
            CHECK (type <> 'stt' OR (coalesce(input, proposed, corrected) IS NULL
                AND audio IS NOT NULL AND heard IS NOT NULL AND meant IS NOT NULL)),
            CHECK (type <> 'reasoning' OR (coalesce(audio, heard, meant) IS NULL
                AND input IS NOT NULL AND proposed IS NOT NULL AND corrected IS NOT NULL)))""",
        "CREATE INDEX sizes ON corrections (size)",  # what is counted at each write is read from it alone
    ),
    ("CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)",),
)
"""The statements of each step: step n makes format n of a file of format n - 1."""

MARK: Final = 0x501_0F0C5
"""SQLite's `application_id`: what tells our file from those of other programs."""
