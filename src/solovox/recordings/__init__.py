"""What a session leaves behind: its journal, and what can be computed from it.

`codec` turns events into lines and back, `journal` writes, `journal_reader` reads, `replay` compares,
`ledger` counts samples, `timeline` and `page` show.
"""
