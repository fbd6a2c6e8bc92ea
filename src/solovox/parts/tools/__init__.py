"""Tools: which a session gets, and what becomes one."""
