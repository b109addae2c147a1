"""The context and RunConfig that the config names."""

import importlib
from typing import Any

from .plain import error_text


def load(reference: str, *, call: bool) -> tuple[Any, str | None]:
    """(value, error) of `pkg.mod:attr`; with `call`, a callable's result without arguments."""
    module_name, _, attribute = reference.partition(":")
    try:
        value: Any = importlib.import_module(module_name)
        for part in attribute.split(".") if attribute else ():
            value = getattr(value, part)
        return (value() if call and callable(value) else value), None
    except Exception as error:
        return None, error_text(error)
