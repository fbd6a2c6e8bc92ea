"""The workshop: jobs that make apps, who writes them, and what is told of their steps."""
