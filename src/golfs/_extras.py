"""Libraries beyond the core, imported where they are used."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def extra(module: str, *, extra: str, purpose: str) -> Any:
    """Import a module of an extra, or say how to install it.

    >>> extra("numpy", extra="plots", purpose="drawing").__name__
    'numpy'
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(
            f"{purpose} needs {missing.name}, which is not installed: pip install 'golfs[{extra}]'", name=missing.name
        ) from missing
