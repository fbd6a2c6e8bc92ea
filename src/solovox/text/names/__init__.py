"""Names of code in what was heard: how they are said, and what was meant."""
