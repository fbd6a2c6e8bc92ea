"""Where the person is."""
