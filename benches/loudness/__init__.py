"""Who is soft, and who is another: people who turn away, two of them in turn, and a broadcast behind one."""
