"""How well a detector of turns knows that a person has finished: a set of takes, and a driver for any detector."""
