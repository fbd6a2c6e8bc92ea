"""A machine for tests of the configuration: adapters that are only said to be there."""

from solovox.config.declaring import Declaration, goes_to, paid
from solovox.config.schema import ConfigError
from solovox.ports import AdapterArgs

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

    def missing(self, section, name, settings, secrets):
        known = {key: one.reveal() for key, one in secrets.items()}
        return self.declaration(section, name).missing(AdapterArgs(settings, None, known))

    def offered(self, section, name, settings, secrets):
        return self.declaration(section, name).offered(AdapterArgs(settings, None, {}))

    def pays(self, section, name, own):
        return paid(self.declaration(section, name), self._given(own))

    def goes_to(self, section, name, own):
        return goes_to(self.declaration(section, name), self._given(own))

    def _given(self, own):
        known = {key: one.reveal() for key, one in own.secrets.items()}
        return AdapterArgs(own.values, None, known, own.said)
