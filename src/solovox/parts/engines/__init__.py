"""Engines: what hears and speaks, on this machine and elsewhere, and the devices that it is heard through."""
