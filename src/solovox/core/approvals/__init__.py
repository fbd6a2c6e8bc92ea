"""Approvals: what is done for the person, what waits for their yes, and what they say was not meant."""
