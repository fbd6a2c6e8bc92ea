"""Sound to words and words to sound, on this machine. Plain functions of sound: no tasks, no clocks."""
