"""The Studio: a talk, and a small app appears. The catalogue of tools, projects, and what writes their files."""
