"""The web application of `solovox serve`: who may come in, what is served, and how."""
