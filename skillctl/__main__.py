"""Entry point of `python -m skillctl`."""

import sys

from skillctl.cli.app import main

if __name__ == "__main__":
    sys.exit(main())
