"""What mafsim reaches and how long it takes: `make bench`, or ``python -m benchmarks --help``."""
