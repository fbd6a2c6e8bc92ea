"""Live models: who listens."""
