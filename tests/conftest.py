"""A test that is left out makes the run fail: whatever is missing must be installed, not skipped."""

from hypothesis import settings

settings.register_profile("solovox", deadline=None)  # a busy machine is no failure
settings.load_profile("solovox")


def pytest_sessionfinish(session, exitstatus):
    """Turn a run with skipped tests red."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    if skipped and exitstatus == 0:
        reporter.write_line(f"{len(skipped)} tests were skipped; none may be", red=True)
        session.exitstatus = 1
