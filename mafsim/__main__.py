"""``python -m mafsim`` is the command line."""

from mafsim.cli import main

main()
