"""`python -m solovox` is `solovox`; so is the program of that name. Ctrl-C ends it with one line from here on."""

import sys

try:
    from solovox.cli.main import main
except KeyboardInterrupt:
    sys.stderr.write("solovox: stopped\n")
    raise SystemExit(130) from None

if __name__ == "__main__":
    raise SystemExit(main())
