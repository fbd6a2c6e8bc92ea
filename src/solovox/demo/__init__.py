"""A model that needs no key, behind the protocol of a vendor's, for demonstrations and for tests of the real agents."""
