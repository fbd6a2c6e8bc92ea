"""One voice for any agent."""
