"""A failing test, made to pass where a sign is wrong: each small change of the function that it tests is worked out with its numbers. Pure."""

from solovox.demo.desk import Desk, Work
from solovox.demo.running import run_tests


def fix_test(desk: Desk) -> Work[str]:
    """Run the tests; what fails is told."""
    return (yield from run_tests(desk))
