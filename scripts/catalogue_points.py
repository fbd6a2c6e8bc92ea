"""Compute the points of the catalogue's tools and keep them: after a change of what is said of a tool. It takes seconds."""

import os
import sys
from pathlib import Path

from solovox.meaning.minilm import MiniLM
from solovox.studio.catalogue.scores import FILE, as_file, compute_points, said_of
from solovox.studio.catalogue.shelf import tools
from solovox.weights import Cache, default_root

texts = [said_of(tool) for tool in tools()]
model = MiniLM(Cache(Path(default_root(os.environ))).path("minilm"))
made = Path(__file__).parent.parent / "src" / "solovox" / "studio" / "catalogue" / FILE
made.write_bytes(as_file(texts, compute_points(texts, model)))
print(f"{len(texts)} points in {made.name}", file=sys.stderr)
