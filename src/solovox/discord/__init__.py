"""`solovox discord`: a bot with a voice, and a session for each guild in which it talks."""
