"""Whether an utterance is whole, by its words alone: what is seen of them (`features.py`), and who judges (`judge.py`)."""
