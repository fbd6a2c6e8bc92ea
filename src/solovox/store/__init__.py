"""What is kept of a person from one session to the next: a `Store` in a file, and the form in which corrections travel."""
