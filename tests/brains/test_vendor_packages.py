"""A vendor's package that is not there is a line, also where not even the folder around it is."""

import pytest

from solovox.app.brain_kinds.options import installed


@pytest.mark.parametrize("package", ["no_such_package", "no_such_folder.package", "json.no_such_module"])
def test_what_is_not_installed_is_said_with_how_to_get_it(package):
    assert installed(package, "openai") == "its package; run in a checkout: pip install '.[openai]'"
