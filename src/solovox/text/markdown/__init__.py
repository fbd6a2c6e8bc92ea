"""What agents write, as it is said: blocks, paragraphs, stretches of prose, paths and addresses."""
