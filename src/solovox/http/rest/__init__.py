"""REST: one file for each subject, its bodies beside its routes."""
