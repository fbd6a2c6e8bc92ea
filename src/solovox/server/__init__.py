"""A server on the wire of Gemini Live: what its clients may develop and test against, offline."""
