"""One way to open an ONNX model: on the CPU, with few threads that never spin.

onnxruntime's threads spin while they wait, which takes the cores from other work; with two cores under load
two spinning threads were slower than one.

It also plans which tensors may share memory. For a voice of 2755 nodes that plan took 2 of the 2.3 s of loading; without it a voice speaks as fast,
the same sound, in 5 % less memory: texts differ in length, so that no plan fits twice.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class OnnxSession(Protocol):
    """A model that is open."""

    def run(
        self, outputs: Sequence[str] | None, feeds: Mapping[str, NDArray[np.generic]]
    ) -> Sequence[NDArray[np.float32]]:
        """What it computes: these outputs, or all of them."""
        ...


def open_model(path: Path | bytes, threads: int = 1) -> OnnxSession:
    """An `onnxruntime.InferenceSession` of a file, or of the bytes of one. Raises `ImportError` where the extra `local` is missing."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.enable_mem_reuse = False
    options.enable_mem_pattern = False
    options.log_severity_level = 3
    model = path if isinstance(path, bytes) else str(path)
    session: OnnxSession = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    return session
