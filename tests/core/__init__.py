"""Tests of the core: tables, laws by id, properties."""
