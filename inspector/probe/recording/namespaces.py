"""Objects of `types.SimpleNamespace`, a class that can't be watched itself."""

import types
from typing import Any


class RecordingNamespace(types.SimpleNamespace):
    """One whose class can; compares, prints and copies as the original."""

    def __repr__(self) -> str:
        return f"namespace({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, types.SimpleNamespace):
            return NotImplemented
        return bool(vars(self) == vars(other))

    __hash__ = None

    def __reduce_ex__(self, protocol: Any) -> Any:
        return types.SimpleNamespace, (), dict(vars(self))
