"""The profiles that ship: one TOML file each, data that `config.profile` reads."""
