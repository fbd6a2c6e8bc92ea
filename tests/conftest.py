"""A test that is left out makes the run fail: whatever is missing must be installed, not skipped."""

from hypothesis import Phase, settings

settings.register_profile("solovox", deadline=None)  # a busy machine is no failure
# The fast part looks at a few examples of each property; all of them are looked at by `make rest`.
settings.register_profile("quick", deadline=None, max_examples=25)
# That a test turns red is all that is asked: always with the same examples, and nobody reads the smallest.
settings.register_profile(
    "mutant", deadline=None, derandomize=True, database=None, phases=(Phase.explicit, Phase.generate)
)
settings.load_profile("solovox")


def pytest_sessionfinish(session, exitstatus):
    """Turn a run with skipped tests red."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    if skipped and exitstatus == 0:
        reporter.write_line(f"{len(skipped)} tests were skipped; none may be", red=True)
        session.exitstatus = 1
