"""The application: names become factories (`registry`), a configuration becomes a session (`wiring`), and a `Process` holds what sessions share."""
