"""Fault injection: what the real service was seen to do wrong, done on purpose, by name and by seed. Pure.

Import from the modules; nothing is re-exported here.

- `shapes`: takes messages apart and builds them, and says at which a fault may strike.
- `fault`: what a fault is, when it strikes, and what it does to a connection.
- `turns`, `calls`, `connections`: the faults, a row for each. `table`: all of them by name, and the syntax of `--fault`.
- `injector`: stands between a served session and its socket.
"""
