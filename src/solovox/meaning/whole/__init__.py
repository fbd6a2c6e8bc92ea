"""Whether an utterance is whole, by its words alone: what is seen of them (`features.py`), and who judges (`judge.py`).

It is weak at commands that often have a tail in what it was taught with: "log in", "what time is it" are judged to go on. It is
one witness of three (`live.local.ending`).
"""
