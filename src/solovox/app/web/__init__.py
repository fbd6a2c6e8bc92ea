"""The server of a browser: sessions, sockets, REST."""
