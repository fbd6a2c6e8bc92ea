"""What is said: a script, the reads that are windows of it on the way to the speaker, and the rules that move both.

Text: `script` (what was heard, what is said next, what is held back) and `reading` (one read of it). Sound: `reads` (what reaches the
speaker) and `pacing` (how far a live reader may go). Rules: `speaking` (released, cut, gone on with), `narrating` (what a narrator
tells), `heeding` (what the person asks of the voice) and `announcing` (words of our own).
"""
