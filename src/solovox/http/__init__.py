"""The web server: pages, sockets, REST."""
