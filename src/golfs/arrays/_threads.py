"""Two threads on small matrices are slower than one, and far slower on a busy machine, where they wait for a turn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from threadpoolctl import ThreadpoolController

# Measured by `make bench` ("threads"): below this many multiplications in one product,
# starting and joining threads costs more than they save.
WORTH_THREADS = 2e10

_outside: dict[str, int] = {}  # threads of BLAS and of OpenMP before the outermost `one_thread`


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()


@contextmanager
def one_thread() -> Iterator[None]:
    """Run BLAS and OpenMP with one thread, but for the products inside that are worth more."""
    if _outside:  # limits belong to the process: only who set them lifts them
        yield
        return
    for library in _controller().info():
        api, threads = library["user_api"], library["num_threads"]
        _outside[api] = min(threads, _outside.get(api, threads))
    try:
        with _controller().limit(limits=1):
            yield
    finally:
        _outside.clear()


@contextmanager
def worth_threads(flops: float) -> Iterator[None]:
    """Within `one_thread`, allow one large product as many threads as there were before."""
    if not _outside or flops < WORTH_THREADS:
        yield
        return
    with _controller().limit(limits=dict(_outside)):
        yield
