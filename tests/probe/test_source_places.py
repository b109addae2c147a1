"""From a callable to its name, file and line."""

import functools

import pytest

from inspector.probe import source


def plain(x):
    """Doc of plain."""


async def later(x):
    pass


def wrapped_well(function):
    @functools.wraps(function)
    def inner(*args):
        return function(*args)

    return inner


def wrapped_badly(function):
    def inner(*args):
        return function(*args)

    return inner


class Tools:
    def method(self):
        """Doc of method."""

    @classmethod
    def of_class(cls):
        pass

    @staticmethod
    def static():
        pass


class Caller:
    """Doc of the class."""

    async def __call__(self, x):
        pass


class Inventive:
    """Answers to any attribute, `__wrapped__` included."""

    def __getattr__(self, name):
        return Inventive()

    def __call__(self):
        pass


LINES = {
    "plain": (plain, "plain", plain),
    "partial": (functools.partial(plain, 1), "plain", plain),
    "partial of a partial": (functools.partial(functools.partial(plain, 1)), "plain", plain),
    "wrapped": (wrapped_well(wrapped_well(plain)), "plain", plain),
    "method": (Tools().method, "Tools.method", Tools.method),
    "class method": (Tools.of_class, "Tools.of_class", Tools.of_class.__func__),
    "static method": (Tools.static, "Tools.static", Tools.static),
    "callable object": (Caller(), "Caller.__call__", Caller.__call__),
    "object that invents attributes": (Inventive(), "Inventive.__call__", Inventive.__call__),
    "partial of a method": (functools.partial(Tools().method), "Tools.method", Tools.method),
}


@pytest.mark.parametrize(("value", "qualname", "code"), LINES.values(), ids=LINES.keys())
def test_the_code_is_found(value, qualname, code):
    found = source.describe(value)
    assert found.qualified == f"{__name__}.{qualname}"
    assert (found.path, found.line) == (__file__, code.__code__.co_firstlineno)


def test_a_decorator_without_wraps_leads_to_its_wrapper():
    assert source.describe(wrapped_badly(plain)).name == "inner"


def test_a_lambda_has_a_line():
    found = source.describe(lambda: 1)
    assert found.name == "<lambda>"
    assert found.line is not None


@pytest.mark.parametrize("value", [len, dict, str.upper, object(), 5, None, functools.partial(len)])
def test_what_has_no_code_has_no_place(value):
    assert source.describe(value).path is None


def test_generated_code_has_no_place():
    space = {}
    exec("def made(): pass", space)
    assert source.describe(space["made"]).path is None


def test_a_circle_of_wrappers_ends():
    def first():
        pass

    first.__wrapped__ = first
    assert source.describe(first).name == "first"


def test_async_is_seen_through_objects_and_partials():
    assert source.describe(later).is_async
    assert source.describe(functools.partial(later, 1)).is_async
    assert source.describe(Caller()).is_async
    assert not source.describe(plain).is_async


def test_docstrings_are_those_of_the_code():
    assert source.describe(functools.partial(plain, 1)).docstring == "Doc of plain."
    assert source.describe(Tools().method).docstring == "Doc of method."
    assert source.describe(Caller()).docstring == "Doc of the class."
    assert source.describe(later).docstring is None
