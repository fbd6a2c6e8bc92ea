"""How amounts of what is kept are written: days, and room."""

import re
from typing import Final

KEEP: Final = "30 days"
"""How long sessions are kept in the state folder by default,"""
ROOM: Final = "10 GB"
"""and how much room they may take there."""
DAYS: Final = re.compile(r"([1-9][0-9]{0,4}) ?days?")
KEPT: Final = re.compile(rf"never|forever|{DAYS.pattern}")
WRITE_DAYS: Final = "write never, forever, or a number of days, for example 30 days"
SIZE: Final = re.compile(r"([1-9][0-9]{0,5}) ?(MB|GB)")
ROOMY: Final = re.compile(rf"unlimited|{SIZE.pattern}")
WRITE_ROOM: Final = "write unlimited, or a size, for example 10 GB or 500 MB"
