"""Fault injection: what the real service was seen to do wrong, done on purpose, by name and by seed. Pure.

Import from the modules; nothing is re-exported here.

- `request`: the syntax of `--fault`. `chance`: when a fault strikes. `triggers`: at which messages.
- `actions`: what a fault does. `fault`: the base classes. `shapes`: helpers that take messages apart and build them.
- `turns`, `calls`, `words`, `inputs`, `endings`, `handles`, `frames`: the faults, by what they change.
- `table`: all faults by name. `injector`: stands between a served session and its socket.
"""
