"""Where a table of the config departs from the types of its schema."""

import re
from typing import Any, TypeGuard

from msgspec import inspect

from inspector.config.fault import Fault, Place, instead, shown
from inspector.config.open_sets import refuse_near_miss
from inspector.config.schema import SET_KEYS, Config, Sets


def first_fault(table: dict[str, Any]) -> Fault | None:
    """The first value that doesn't fit, in the order of the document; None where all do."""
    try:
        _check(table, inspect.type_info(Config), ())
    except Fault as fault:
        return fault
    return None


def _check(value: object, wanted: inspect.Type, place: Place) -> None:
    match wanted:
        case inspect.AnyType():
            return
        case inspect.StructType(cls=cls) if cls is Sets:
            _check_sets(_table(value, place), wanted, place)
        case inspect.StructType():
            _check_struct(_table(value, place), wanted, place)
        case inspect.DictType(key_type=key_type, value_type=value_type):
            for key, item in _table(value, place).items():
                _check_leaf(key, key_type, (*place, key))
                _check(item, value_type, (*place, key))
        case inspect.VarTupleType(item_type=item_type):
            for index, item in enumerate(_list(value, place)):
                _check(item, item_type, (*place, index))
        case _:
            _check_leaf(value, wanted, place)


def _check_struct(table: dict[str, Any], wanted: inspect.StructType, place: Place) -> None:
    fields = {field.encode_name: field.type for field in wanted.fields}
    for key, item in table.items():
        if key not in fields:
            raise Fault((*place, key), f"no such key; {instead(key, fields, among='known keys')}")
        _check(item, fields[key], (*place, key))


def _check_sets(table: dict[str, Any], wanted: inspect.StructType, place: Place) -> None:
    fields = {field.encode_name: field.type for field in wanted.fields if field.encode_name in SET_KEYS}
    for key, item in table.items():
        if key in fields:
            _check(item, fields[key], (*place, key))
        else:
            refuse_near_miss(key, place)
            _check(item, fields["trace"], (*place, key))


def _table(value: object, place: Place) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Fault(place, f"expected a table, got {_kind(value)}")
    return value


def _list(value: object, place: Place) -> list[Any]:
    if isinstance(value, list):
        return value
    hint = ""
    if not isinstance(value, dict):
        hint = f"; put it in a list: `[{shown(value)}]`"
    raise Fault(place, f"expected a list, got {_kind(value)}{hint}")


def _check_leaf(value: object, wanted: inspect.Type, place: Place) -> None:
    if _fits(value, wanted):
        return
    match _without_none(wanted):
        case inspect.LiteralType(values=values):
            choices = ", ".join(f"`{one}`" for one in values)
            problem = f"can't be {shown(value)}; choose one of {choices}"
        case inspect.StrType(pattern=str()) if isinstance(value, str):
            problem = f"expected finding codes such as TI303, got {shown(value)}"
        case inspect.FloatType(gt=gt, le=le) if gt is not None and _is_number(value):
            problem = f"expected a number > {gt:g} and <= {le:.0f}, got {shown(value)}"
        case _:
            problem = f"expected {_expected(wanted)}, got {_kind(value)}"
    raise Fault(place, problem)


def _fits(value: object, wanted: inspect.Type) -> bool:
    match wanted:
        case inspect.UnionType(types=types):
            return any(_fits(value, one) for one in types)
        case inspect.LiteralType(values=values):
            return value in values
        case inspect.StrType(pattern=pattern):
            return isinstance(value, str) and (pattern is None or re.search(pattern, value) is not None)
        case inspect.FloatType(gt=gt, le=le):
            return _is_number(value) and (gt is None or value > gt) and (le is None or value <= le)
        case inspect.IntType():
            return isinstance(value, int) and not isinstance(value, bool)
        case inspect.BoolType():
            return isinstance(value, bool)
        case _:
            return False


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _without_none(wanted: inspect.Type) -> inspect.Type:
    """The type that a key must have where it is given: TOML has no null."""
    if isinstance(wanted, inspect.UnionType):
        left = [one for one in wanted.types if not isinstance(one, inspect.NoneType)]
        return left[0] if len(left) == 1 else wanted
    return wanted


def _expected(wanted: inspect.Type) -> str:
    match _without_none(wanted):
        case inspect.StrType():
            return "a string"
        case inspect.FloatType() | inspect.IntType():
            return "a number"
        case _:
            return "a string, a number, true or false"


def _kind(value: object) -> str:
    match value:
        case bool():
            return shown(value)
        case str():
            return "a string"
        case int() | float():
            return "a number"
        case dict():
            return "a table"
        case list():
            return "a list"
        case _:
            return "a date or time"
