"""What is wrong with a configuration. Alone, so that the list of commands is there without what describes settings."""


class ConfigError(Exception):
    """What is configured cannot be. One line that says what to do."""
