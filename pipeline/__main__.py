"""``python -m pokerstats.pipeline``: the command without its script."""

import sys

from pokerstats.pipeline.cli import main

if __name__ == "__main__":
    sys.exit(main())
