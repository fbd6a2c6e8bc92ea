"""The factories of brains that need a package of their own: one file for each kind, imported when it is asked for."""
