"""Faults on demand: what a live model's service was seen to do wrong, done on purpose, by name and by seed. Pure.

Import from the modules; nothing is re-exported here.

- `asked`: the words of `--fault`. `chance`: when a fault strikes. `triggers`: at what.
- `actions`: what comes of it. `fault`: what a fault is. `shapes`: messages, taken apart and made.
- `turns`, `calls`, `words`, `inputs`, `endings`, `handles`, `frames`: the faults, by what they spoil.
- `table`: all of them by name. `injector`: the one between a served session and its socket.
"""
