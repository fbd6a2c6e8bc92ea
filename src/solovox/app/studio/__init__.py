"""The Studio in a process: the workshop, who writes in it, and its projects."""
