"""`python -m solovox` is `solovox`."""

from solovox.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
