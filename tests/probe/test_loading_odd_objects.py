"""Objects of a project that raise, load or lie when they are looked at cost nobody an agent."""

import pytest
from discovery import discover

HEAD = "from agents import Agent\n"

LAZY = """
class Settings:
    @property
    def __class__(self): raise RuntimeError("settings are not configured")
    def __getattr__(self, name): raise RuntimeError("settings are not configured")
    def __eq__(self, other): raise RuntimeError("settings are not configured")
    def __hash__(self): raise RuntimeError("settings are not configured")
    def __bool__(self): raise RuntimeError("settings are not configured")
    def __len__(self): raise RuntimeError("settings are not configured")
    def __iter__(self): raise RuntimeError("settings are not configured")
    def __repr__(self): raise RuntimeError("settings are not configured")
settings = Settings()
"""


def load(tmp_path, text, **request):
    return discover(tmp_path, {"app.py": HEAD + text}, **request)


@pytest.mark.parametrize(
    "held",
    [
        "x = settings",
        "x = [settings]",
        "x = {'settings': settings}",
        "def build(s=settings): return Agent(name='B'), settings",
        "class Desk:\n    part = settings",
        "a.extra = settings",
        "b = Agent(name='B', tools=[settings], handoffs=[settings], mcp_servers=[settings])",
        "a.tools = settings",
    ],
)
def test_a_lazy_object_that_raises_is_passed_by(tmp_path, held):
    result = load(tmp_path, f"{LAZY}a = Agent(name='A')\n{held}\n")
    assert "app:a" in result.ids
    assert result.all("failures") == []


@pytest.mark.parametrize(
    ("container", "suffix"),
    [
        ("class C(dict):\n    def __iter__(self): 1 / 0\n    def items(self): 1 / 0\n", "x = C(k=A)|['k']"),
        ("class C(dict):\n    def __getitem__(self, key): 1 / 0\n", "x = C(k=A)|['k']"),
        ("class C(list):\n    def __getitem__(self, key): 1 / 0\n", "x = C([A])|[0]"),
        ("class C(tuple):\n    _fields = 3\n    def __iter__(self): 1 / 0\n", "x = C([A])|[0]"),
        ("class C:\n    __slots__ = ('clerk', 'never')\n", "x = C(); x.clerk = A|.clerk"),
        (
            "class B:\n    __slots__ = ('clerk',)\nclass C(B):\n    __slots__ = ()\n",
            "x = C(); x.clerk = A|.clerk",
        ),
        (
            "class C:\n    def __getattribute__(self, name): 1 / 0\n",
            "x = C(); object.__setattr__(x, 'k', A)|.k",
        ),
        (
            "class C:\n    __dict__ = property(lambda self: 1 / 0)\n    __slots__ = ('k',)\n",
            "x = C(); x.k = A|.k",
        ),
        ("class K:\n    def __str__(self): 1 / 0\n", "x = {K(): A}|[<app.K object>]"),
        ("class K: pass\n", "x = {K(): A}|[<app.K object>]"),
    ],
)
def test_what_odd_containers_hold_is_read_past_their_own_methods(tmp_path, container, suffix):
    statement, _, held = suffix.partition("|")
    text = container + statement.replace("A", "Agent(name='A')")
    result = load(tmp_path, f"{text}\nother = Agent(name='Other')\n")
    assert sorted(result.ids) == sorted(["app:other", f"app:x{held}"])


def test_looking_at_a_lazy_object_does_not_load_it(tmp_path):
    text = """
loaded = []
class Lazy:
    @property
    def __class__(self):
        loaded.append(1)
        return Agent
    def __getattr__(self, name):
        loaded.append(name)
        return None
lazy = Lazy()
a = Agent(name="A")
def build():
    return Agent(name=f"loaded {loaded}")
"""
    result = load(tmp_path, text)
    assert sorted(result.ids) == ["app:a", "app:build"]
    assert result.consumer("app:build")["name"] == "loaded []"
    assert result.all("unstable") == []


@pytest.mark.parametrize(
    "line",
    [
        "def __getattr__(name): raise RuntimeError(name)",
        "__name__ = None",
        "del __name__",
        "__file__ = 3",
        "globals()[3] = 4",
        "import sys; sys.modules['half'] = a_lazy_thing",
        "import sys; sys.modules[__name__] = a_lazy_thing",
    ],
)
def test_odd_modules_are_read_like_others(tmp_path, line):
    thing = "class T:\n    def __getattr__(self, name): raise RuntimeError(name)\na_lazy_thing = T()\n"
    result = load(tmp_path, f"{thing}a = Agent(name='A')\n{line}\n")
    assert [consumer["name"] for consumer in result.all("consumers")] == ["A"]
    assert result.all("failures") == []


def test_a_module_that_loads_lazily_stays_unloaded(tmp_path):
    text = """
import importlib.util, sys
spec = importlib.util.find_spec("heavy")
spec.loader = importlib.util.LazyLoader(spec.loader)
module = importlib.util.module_from_spec(spec)
sys.modules["heavy"] = module
spec.loader.exec_module(module)
a = Agent(name="A")
"""
    result = discover(tmp_path, {"heavy.py": "raise RuntimeError('loaded')\n", "app.py": HEAD + text})
    assert (result.ids, result.all("failures")) == (["app:a"], [])


@pytest.mark.parametrize(
    "raised",
    [
        "ModuleNotFoundError('gone', name=3)",
        "SyntaxError('odd', (3, 'x', 1, 'text'))",
        "SyntaxError('odd', (__file__, 'x', 1, 'text'))",
        "type('E', (RuntimeError,), {'__str__': lambda self: 1 / 0})()",
        "type('E', (EOFError,), {'__str__': lambda self: 1 / 0})()",
        "type('E', (Exception,), {'exceptions': 3})()",
        "type('E', (Exception,), {'exceptions': property(lambda self: 1 / 0)})()",
        "type('E', (Exception,), {'exceptions': property(lambda self: (self,))})()",
        "Exception('\\udcff')",
    ],
)
def test_odd_errors_become_failures(tmp_path, raised):
    start = "import agents\ntry:\n    agents.Runner.run_sync(a, 'x')\nexcept BaseException: pass\n"
    result = load(tmp_path, f"a = Agent(name='A')\n{start}raise {raised}\n")
    (failure,) = result.all("failures")
    assert failure["line"] is None or isinstance(failure["line"], int)
    assert result.ids == ["app:a"]


def test_an_agent_whose_name_raises_is_still_listed_for_what_it_would_run(tmp_path):
    text = """
from agents import Runner
class Shy(Agent):
    @property
    def name(self):
        if armed: raise RuntimeError("no name")
        return "Shy"
    @name.setter
    def name(self, value): self.__dict__["name"] = value
armed = False
shy = Shy(name="Shy")
a = Agent(name="A")
armed = True
Runner.run_sync(shy, "hi")
"""
    result = load(tmp_path, text)
    assert "app:a" in result.ids
    assert [(run["agent"], run["line"]) for run in result.all("would_run")] == [("", 15)]


def test_an_annotation_without_a_usable_name_is_no_obstacle(tmp_path):
    text = """
class Kind:
    __name__ = 3
    def __str__(self): return "kind"
def build(model: Kind()): return Agent(name='A')
b = Agent(name='B')
"""
    result = load(tmp_path, text)
    assert "app:b" in result.ids
    assert [note["reason"] for note in result.all("not_inspected")] == ["needs argument 'model'"]
