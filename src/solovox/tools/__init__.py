"""Tools that only look: the time, the person's files, the state of the project, sums and units."""
