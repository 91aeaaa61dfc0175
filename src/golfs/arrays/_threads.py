"""Two threads on small matrices are slower than one, and far slower on a busy machine, where they wait for a turn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from threadpoolctl import ThreadpoolController

# Measured by `make bench` ("threads"): below this many multiplications in one product,
# starting and joining threads costs more than they save.
WORTH_THREADS = 2e10


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()


@contextmanager
def limited_threads(flops: float) -> Iterator[None]:
    """Run BLAS and OpenMP with one thread if the largest product has fewer multiplications than is worth more."""
    if flops >= WORTH_THREADS:
        yield
        return
    with _controller().limit(limits=1):
        yield
