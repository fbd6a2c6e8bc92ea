"""The offline writer of apps: templates, filled by the words of a request and changed by the words of a person.

Each template is a folder: `index.html`, `style.css`, `app.js`, and `template.toml`, which says by which words it is chosen and
what of a request goes where. `shared/` holds what all have: the look, and what buttons do.

Rule 1: what a person says goes into the page by the parser's own writing, or as a value out of a closed table. Words never become
code.
Rule 2: what cannot be done is refused in one line that says what can. Nothing is said to be done that left the files as they were.
"""
