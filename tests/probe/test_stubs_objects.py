"""A stand-in goes along with whatever is done to it."""

import textwrap

import pytest
from discovery import discover


def ran(tmp_path, text):
    """Result of a module that uses the package `absent`; fails with what it raised."""
    files = {"app.py": f"import absent\nfrom agents import Agent, function_tool\n{textwrap.dedent(text)}"}
    found = discover(tmp_path, files, stub_missing=True)
    assert [failure["error"] for failure in found.all("failures")] == []
    return found


def built(tmp_path, text, tool="tool"):
    """The schema of a tool that such a module defines."""
    found = ran(tmp_path, f'{textwrap.dedent(text)}\nagent = Agent(name="A", tools=[{tool}])\n')
    (shown,) = found.consumer("app:agent")["tools"]
    return shown["schema"]


@pytest.mark.parametrize(
    "use",
    [
        "absent.a.b.c().d[0]['k'](1, x=2).e",
        "assert list(absent.rows()) == [] and len(absent.x) == 0 and absent.x",
        "a, b = absent.pair()",
        "a, *rest, b = absent.pair()",
        "with absent.opened() as f, absent.other: f.read()",
        "f'{absent.x}{absent.x:>10}' + 'a' + absent.x",
        "import os; os.path.join(absent.folder, 'x'); os.environ['K'] = absent.secret",
        "absent.x + 1; 2 * absent.x; -absent.x / 3; absent.x | absent.y; absent.x @ 2; absent.x += 1",
        "assert not absent.x < 3; int(absent.x); float(absent.x); range(absent.x); round(absent.x)",
        "assert absent.x == absent.x and absent.x != absent.y; {absent.x: 1}",
        "assert not isinstance(3, absent.Kind) and isinstance(absent.Kind(), absent.Kind)",
        "assert not issubclass(int, absent.Kind)",
        "dict(absent.x); {**absent.x}; print(*absent.x, **absent.y)",
        "import copy, pickle; copy.deepcopy(absent.x); pickle.loads(pickle.dumps(absent.x))",
        "import inspect; inspect.signature(absent.x); inspect.unwrap(absent.x)",
        "from absent.deep.inside import thing, Other",
        "import absent.deep.inside as inside; inside.x; absent.deep.inside.y",
        "import importlib; importlib.import_module('absent.other').x",
        "assert [] + absent.items and absent.items + []",
        "assert {'a': 1} | absent.more == {'a': 1}",
        "absent.Colour.RED.value; absent.Colour('red')",
        "absent.x.y = 3; assert absent.x.y == 3; absent.x['k'] = 1; del absent.x['k']",
        "from typing import Optional, Union, List; Optional[absent.T]; Union[int, absent.T]; List[absent.T]",
        "int | absent.T; absent.T | None; list[absent.T]",
    ],
)
def test_values(tmp_path, use):
    ran(tmp_path, f"{use}\n")


def test_coroutines_and_async_blocks(tmp_path):
    text = """\
        import asyncio
        async def go():
            await absent.call()
            async with absent.session() as session:
                async for row in session.rows():
                    raise AssertionError
        asyncio.run(go())
    """
    ran(tmp_path, text)


def test_decorators_leave_functions_and_classes_as_they_are(tmp_path):
    text = """\
        @absent.plain
        @absent.made(times=3)
        def f(): return 1
        @absent.on_class
        class C:
            @absent.on_method
            def g(self): return 2
            @absent.attribute.deep()
            async def h(self): ...
        assert f() == 1 and C().g() == 2
        graph = absent.Graph(C)
        graph.compile().run
        absent.register(f).name
    """
    ran(tmp_path, text)


def test_bases(tmp_path):
    text = """\
        from abc import ABC, abstractmethod
        from dataclasses import dataclass
        from enum import Enum
        from typing import Generic, TypedDict, TypeVar
        from pydantic import BaseModel
        T = TypeVar("T")
        class Model(absent.BaseModel):
            x: int
            y: int = 3
        assert Model(x=1).x == 1 and Model(x=1).y == 3 and Model(x=1).model_dump() is not None
        class Table(absent.Base, table=True): id = absent.Column(absent.Integer, primary_key=True)
        Table.query.filter_by(Table.id == 3).all()
        class Both(absent.A, absent.B): ...
        class Below(Both, absent.C): ...
        class Typed(absent.Base[int], Generic[T]): ...
        Typed(a=1); Typed[int]
        class Abstract(absent.Base, ABC):
            @abstractmethod
            def f(self): ...
        class Mixed(BaseModel, absent.Mixin): z: int
        assert Mixed(z=4).z == 4
        class First(absent.Mixin, BaseModel): z: int
        assert First(z=4).z == 4
        class Colour(absent.Mixin, Enum): RED = 1
        assert Colour.RED.value == 1
        class Settings(absent.BaseSettings):
            host: str = "h"
        class Part(BaseModel):
            port: int = 1
        class All(Settings, Part): ...
        assert All(port=3).port == 3 and All().host == "h"
        class Late(absent.Base, metaclass=type(ABC)): ...
        class Later(Settings, metaclass=type(ABC)): ...
        class Words(absent.Mixin, dict): ...
        assert Words(a=1)["a"] == 1
        @dataclass
        class Record(absent.Base):
            n: int
            kind: absent.Kind = None
        assert Record(n=1).n == 1
        class Keys(TypedDict): k: absent.Kind
        class Own:
            def __init__(self): super().__init__()
        class Child(absent.Base):
            def __init__(self, a):
                super().__init__(a)
                self.a = a
        assert Child(5).a == 5 and isinstance(Child(5), absent.Base)
    """
    ran(tmp_path, text)


def test_errors_can_be_raised_caught_and_derived_from(tmp_path):
    text = """\
        class Mine(absent.ApiError): ...
        try:
            raise Mine("no")
        except absent.ApiError as error:
            assert str(error) == "no" and error.status_code
        try:
            int("x")
        except (absent.NoResultFound, absent.core.Odd):
            raise AssertionError
        except ValueError:
            pass
        try:
            raise absent.Oops(1, code=3)
        except Exception as error:
            assert error.args == (1,)
    """
    ran(tmp_path, text)


def test_a_star_import_gives_the_names_that_are_read(tmp_path):
    text = """\
        from absent.widgets import *
        Button("x").pack()
        def later(): return Label
        assert len([1]) == 1
        later()
    """
    ran(tmp_path, text)


def test_annotations_of_a_tool_keep_its_schema(tmp_path):
    text = """\
        from typing import Optional
        class Item(absent.BaseModel):
            n: int
        @function_tool
        def tool(a: absent.Type, n: int, b: "absent.Type | None" = None, c: Optional[absent.T] = None,
                 item: Item = None) -> absent.Answer:
            "Works."
    """
    schema = built(tmp_path, text)
    assert list(schema["properties"]) == ["a", "n", "b", "c", "item"]
    assert schema["properties"]["n"]["type"] == "integer"


def test_a_tool_below_a_decorator_of_the_package_is_the_projects_own(tmp_path):
    text = """\
        @absent.observe()
        @function_tool
        @absent.retry(times=2)
        def tool(n: int) -> str:
            "Works."
    """
    assert list(built(tmp_path, text)["properties"]) == ["n"]
