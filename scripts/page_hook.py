"""Of hatchling: whoever builds the package from a checkout builds the page first, by `scripts/page`.

In the sdist the page is built already, and nothing is fetched. An editable install has it built by `make`.
"""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NOT_BUILT = "solovox: the page is not built: run scripts/page in the checkout, then build again"


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Sees that the page is in what is built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before the files are gathered."""
        if version == "editable":
            return
        root = Path(self.root)
        script = root / "scripts" / "page"
        if script.exists() and subprocess.run([script], check=False, stdout=sys.stderr).returncode != 0:
            sys.exit(NOT_BUILT)
        if not (root / "src" / "solovox" / "surfaces" / "web" / "page" / "index.html").exists():
            sys.exit(NOT_BUILT)
