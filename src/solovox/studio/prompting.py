"""What a brain is told that writes an app: the form of its answer, where the app runs, and what is there already."""

from typing import Final

from solovox.ports.projects import Files
from solovox.ports.studio import WritingOrder

DIRECTIONS: Final = """\
You write small web apps. What you write now is not spoken: a program takes it apart and shows the app at once.

Begin with one short sentence that says what you made or changed. Then write the files, and nothing else:

<file path="index.html">
the whole text of the file
</file>

To change a file that is there, write it again as a whole, or only what changes in it:

<edit path="style.css">
<<<<<<< SEARCH
lines as they stand in the file now, to the letter, and only once in it
=======
the lines that take their place
>>>>>>> REPLACE
</edit>

To remove one: <remove path="old.js"/>. Files that you do not name stay as they are. Use no other markup and no code fences.

The app begins with index.html, with its looks in style.css and its code in app.js: HTML, CSS and plain JavaScript, no build and no
packages. It runs in a sandbox, as a frame of another page:
- There is no network. Load nothing from elsewhere: no CDN, no web fonts, no pictures by address. Draw with SVG, canvas and CSS.
- There is no storage: localStorage, cookies and IndexedDB fail there. Keep what it knows in variables.
- alert, confirm, prompt, pop-ups, downloads and links to other sites do nothing: show everything in the page.
- Name files relative to index.html, without a / before them: <link rel="stylesheet" href="style.css">.
- Forms are not sent: handle their submit event and prevent the default.

Make it complete: every button works, wrong input is told in the page, and nothing is left to be filled in later. It fits a narrow
window and a wide one, can be used by keyboard, and each control has a label. Put the colours, the font size and the
roundness into variables of :root in style.css: --accent, --background, --text, --radius, --font-size."""
NEW: Final = "Write a new app: {0}"
CHANGE: Final = "Change this app: {0}"
THERE: Final = "Its files now:"
TOOLS: Final = "The project names these tools. There are no packages here: write in plain code what they would be used for, in their manner."
WRONG: Final = "This is wrong with it. Mend it, and change nothing else:"


def word_order(order: WritingOrder) -> str:
    """An order in words."""
    first = (CHANGE if order.files else NEW).format(order.prompt.strip())
    parts = [f'{first}\n\nThe project is called "{order.name}".']
    if order.tools:
        lines = (f"- {one.name} ({one.package}): {one.how}" for one in order.tools)
        parts.append("\n".join([TOOLS, *lines]))
    if order.files:
        parts.append("\n\n".join([THERE, *write_files(order.files)]))
    if order.wrong:
        parts.append("\n".join([WRONG, *(f"- {one}" for one in order.wrong)]))
    return "\n\n".join(parts)


def write_files(files: Files) -> list[str]:
    """The files, in the form in which they are to be written."""
    return [
        f'<file path="{path}">\n{text}{"" if text.endswith(chr(10)) else chr(10)}</file>'
        for path, text in files.items()
    ]
