"""A machine for tests of the configuration: adapters that are only said to be there."""

from solovox.config.declaring import Declaration
from solovox.config.schema import ConfigError

KINDS = {
    "ear": ("local", "gemini"),
    "recogniser": ("local",),
    "narrator": ("voice", "self", "reader", "relay"),
    "voice": ("af_bella", "joe"),
    "brain": ("local", "openai_compatible"),
    "corrector": ("local", "openai_compatible"),
    "studio": ("openai_compatible",),
    "tools": ("looking",),
    "surface": ("file",),
}


class MachineOf:
    """`more`: declarations by `section.name`, added to what there is."""

    url_brain = "openai_compatible"

    def __init__(self, real, variables=None, **more):
        self.variables = variables or {}
        self._real = real
        self._more = {tuple(key.split("__")): value for key, value in more.items()}

    def kinds(self, section):
        return (*KINDS[section], *(name for of, name in self._more if of == section))

    def declaration(self, section, name):
        found = self._more.get((section, name)) or self._real.declaration(section, name)
        if not isinstance(found, Declaration):
            raise ConfigError(found)
        return found
