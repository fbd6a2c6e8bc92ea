"""Whether an utterance is whole, by its words: what is seen of them (`features.py`), who judges (`judge.py`), and who asks the
sentence model too (`by_meaning.py`).

Both are weak at commands that often have a tail in what they were taught with: "stop", "log in", "what time is it" are
judged to go on. Rules for whole phrases come first.
"""
