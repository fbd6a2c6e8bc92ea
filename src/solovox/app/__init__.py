"""The composition root: a session of its parts (`wiring`), and a `Process`, which holds what sessions share."""
