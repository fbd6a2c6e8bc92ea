"""Pure functions of text: what is said of what is shown, where sentences end, how words compare.

Nothing here reads, waits or keeps a task. Import the module you need; this file imports nothing.
"""
