"""Which declared tool was meant, with which arguments, and how surely: `Head` in `head.py`."""
