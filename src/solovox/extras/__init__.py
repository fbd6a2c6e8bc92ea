"""Extras that the page can install: packages that an engine needs, pinned and hashed, beside the ones that are here."""
