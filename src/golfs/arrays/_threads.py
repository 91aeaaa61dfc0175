"""Two BLAS threads on small matrices are slower than one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from threadpoolctl import ThreadpoolController

# Measured by `make bench` ("threads"): below this many multiplications in one product,
# starting and joining threads costs more than they save.
WORTH_THREADS = 2e9


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()


@contextmanager
def blas_threads(flops: float) -> Iterator[None]:
    """Run with one BLAS thread if the largest product has fewer multiplications than is worth more."""
    if flops >= WORTH_THREADS:
        yield
        return
    with _controller().limit(limits=1, user_api="blas"):
        yield
