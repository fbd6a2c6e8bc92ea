"""Pages in a browser, and other programs at a socket."""
