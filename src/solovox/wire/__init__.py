"""Wire formats: pure, both directions. Bytes in, values out, and back; no socket, no task, no clock."""
