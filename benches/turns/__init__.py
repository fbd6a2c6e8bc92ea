"""How well a detector of turns knows that somebody has finished: a set of takes, and a driver for any detector."""
