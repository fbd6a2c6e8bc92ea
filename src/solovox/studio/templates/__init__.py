"""Apps without a model: twelve that are whole, made by hand, each a folder of files that are given out as they are.

`apps.toml` has their names; `shared/` what stands before each app's own style and script.

Rule 1: an app is chosen by its names, or where the sentence model is sure. What else was said is told as left out, and nothing is made
that was not asked for.
Rule 2: words of a person are put into the page escaped, as the title and the items. Words never become code.
Rule 3: changes are those of `Change`, in the exact forms of `asks.py`. What is not one of them is refused in one line that says
what can be done.
"""
