"""Two functions as tools. One acts, and asks for a yes; one only looks."""

import solovox


def remind(what: str, minutes: int = 10) -> str:
    """Remind the person of something."""
    with open("reminders.txt", "a") as file:
        file.write(f"in {minutes} minutes: {what}\n")
    return f"a reminder of {what} in {minutes} minutes"


@solovox.tool(effects=False)
def reminders() -> list[str]:
    """What the person wanted to be reminded of."""
    with open("reminders.txt") as file:
        return file.read().splitlines()
