"""`python -m golfs` is `golfs`."""

import sys

from golfs.cli import main

sys.exit(main())
