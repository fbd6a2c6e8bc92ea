"""The application: names become factories (`registry`), and a configuration becomes a session (`wiring`)."""
