"""Gemini Live (BidiGenerateContent) on the wire, both directions, pure.

Import from the modules; nothing is re-exported here.

- `parts`: what messages are made of. `client_frames`, `server_frames`: the messages themselves.
- `codec`: one message from one frame, one frame from one message. `values`, `schema`: how.
- `sizes`: no frame of a server may reach 1 MiB; close reasons fit in 123 bytes.
- `families`: what the model families take, refuse and send, as data.
- `events`: what a server's messages mean to the core.
"""
