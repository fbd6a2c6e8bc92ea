"""One way to open an ONNX model: on the CPU, with few threads that never spin.

onnxruntime's threads spin while they wait, which takes the cores from other work; with two cores under load
two spinning threads were slower than one.
"""

from pathlib import Path
from typing import Any


def open_model(path: Path | bytes, threads: int = 1) -> Any:
    """An `onnxruntime.InferenceSession` of a file, or of the bytes of one. Raises `ImportError` where the extra `local` is missing."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    model = path if isinstance(path, bytes) else str(path)
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
