"""What a session is made of: settings become brains, engines, tools, and what is kept of the person."""
