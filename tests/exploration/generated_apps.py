"""Modules with an agent, or a factory of some, whose tools depend on flags; made from a seed."""

import dataclasses
import random
from collections.abc import Sequence

from generated_conditions import Conditions, Flag, Reader
from generated_contexts import Context

NAMES = ("export", "lookup", "refund")
"""Few, so that tools meet."""
_READS = 5
"""Flags that one condition reads at most."""


@dataclasses.dataclass(frozen=True)
class App:
    """A module with one agent, or with a factory `build` of some."""

    module: str
    source: str
    parameters: tuple[str, ...] | None
    """Of `build`: `flags`, `tenant`, `context`, or names of flags; None: the module has an agent `desk`."""
    arguments: dict[str, str] = dataclasses.field(default_factory=dict)
    """What the config gives to parameters."""


def make_app(
    rng: random.Random, number: int, flags: Sequence[Flag], context: Context, tenants: Sequence[str]
) -> App:
    return _Writer(rng, number, flags, context, tenants).make()


class _Writer:
    def __init__(
        self, rng: random.Random, number: int, flags: Sequence[Flag], context: Context, tenants: Sequence[str]
    ) -> None:
        self._rng = rng
        self._module = f"app_{number}"
        self._flags = flags
        self._context = context
        self._tenants = tenants
        self._lines = [
            "import asyncio",
            "import dataclasses",
            "import functools",
            "from agents import Agent, function_tool, handoff",
        ]
        self._predicates = 0

    def make(self) -> App:
        rng = self._rng
        tools = [self._tool(index) for index in range(rng.choice((2, 3, 3, 4, 5, 6)))]
        told = self._instructions()
        led_to = self._handoffs() if rng.random() < 0.25 else ""
        kind = rng.randrange(5)
        if kind < 2:
            listed = [*tools, *([tools[0]] if rng.random() < 0.05 else [])]
            self._lines.append(
                f"desk = Agent(name={self._module!r}, instructions={told}, "
                f"tools=[{', '.join(listed)}], handoffs=[{led_to}])"
            )
            return App(self._module, self._text(), None)
        own = self._some_flags(rng.choice((1, 2, 3, 3, 4)))
        parameters, arguments, reader = self._parameters(own)
        built = f"Agent(name={self._module!r}, instructions={told}, tools=tools, handoffs=[{led_to}])"
        self._factory(parameters, reader, own, tools, built)
        names = tuple(arguments.get(name, name) for name in parameters)
        return App(self._module, self._text(), names, arguments)

    def _text(self) -> str:
        return "\n".join(self._lines) + "\n"

    def _some_flags(self, most: int = _READS) -> list[Flag]:
        return self._rng.sample(self._flags, min(len(self._flags), self._rng.randint(1, most)))

    def _conditions(self, reader: Reader, most: int = _READS) -> Conditions:
        return Conditions(self._rng, self._some_flags(most), reader, self._tenants)

    def _tool(self, index: int) -> str:
        rng = self._rng
        name, function = rng.choice(NAMES), f"tool_{index}"
        enabled = rng.choice(("True", "True", "False", *(10 * ("",))))
        gate = enabled or self._predicate()
        self._lines += [
            f"@function_tool(name_override={name!r}, is_enabled={gate})",
            f"def {function}(text: str) -> str:",
            f'    """Does thing {index}."""',
            "    return text",
        ]
        return function

    def _predicate(self) -> str:
        """Defines a predicate of one of many forms; an expression for it."""
        self._predicates += 1
        name, kind = f"allows_{self._predicates}", self._rng.randrange(8)
        body = self._conditions(self._context.reader).body()
        if kind == 0:
            self._define(f"def {name}(ctx, agent):", ["c = ctx.context", *body])
        elif kind == 1:
            self._define(f"async def {name}(ctx, agent):", ["c = ctx.context", *body])
        elif kind == 2:
            self._define(f"def _{name}(c):", body)
            self._define(
                f"async def {name}(ctx, _agent):", ["await asyncio.sleep(0)", f"return _{name}(ctx.context)"]
            )
        elif kind == 3:
            self._define(f"def _{name}(c):", body)
            self._define(f"def {name}(ctx, _agent):", [f"return _{name}(ctx.context)"])
        elif kind == 4:
            self._define(
                f"def {name}(wanted, ctx, _agent):",
                ["c = ctx.context", *_within("decide", body), "return bool(decide()) is wanted"],
            )
            return f"functools.partial({name}, {self._rng.choice(('True', 'False'))})"
        elif kind == 5:
            self._lines += [f"class {name.title().replace('_', '')}:"]
            self._define(
                "    def __call__(self, ctx, agent):",
                ["    c = ctx.context", *(f"    {line}" for line in body)],
            )
            return f"{name.title().replace('_', '')}()"
        elif kind == 6:
            self._define(
                f"def make_{name}(reverse):",
                [
                    *_within("decide", ["c = ctx.context", *body], "ctx, agent"),
                    "return lambda ctx, agent: bool(decide(ctx, agent)) != reverse",
                ],
            )
            return f"make_{name}({self._rng.choice(('True', 'False'))})"
        else:
            shown = self._conditions(self._context.reader).expression()
            return f"lambda ctx, agent: (lambda c: {shown})(ctx.context)"
        return name

    def _define(self, head: str, body: list[str]) -> None:
        self._lines += [head, *(f"    {line}" for line in body)]

    def _instructions(self) -> str:
        """An expression: a text, or a callable that makes one."""
        if self._rng.random() < 0.6:
            return "'Help.'"
        reader, flags = self._context.reader, self._some_flags(2)
        told = " ".join(f"{flag.name} is {{{reader.read(flag)}}}" for flag in flags)
        body = [
            "c = ctx.context",
            f"if {self._conditions(reader, 2).expression(1)}:",
            f"    return f{told!r}",
        ]
        text = "\n".join(body)
        assert "f'" in text or 'f"' in text
        self._define(f"{self._rng.choice(('def', 'async def'))} told(ctx, agent):", [*body, "return 'Help.'"])
        return "told"

    def _handoffs(self) -> str:
        """Handoffs with tool names among those of the tools."""
        self._lines.append(f"other = Agent(name='{self._module}_other', instructions='Help.')")
        name = self._rng.choice(NAMES)
        return f"handoff(other, tool_name_override={name!r}, is_enabled={self._predicate()})"

    def _parameters(self, flags: list[Flag]) -> tuple[tuple[str, ...], dict[str, str], Reader]:
        """Of a factory: names, what the config gives to them, and how the factory reads flags from them."""
        rng = self._rng
        tenant = "tenant" if self._tenants and rng.random() < 0.5 else ""
        kind = rng.randrange(5)
        if kind == 0:
            shown = ("flags", *([tenant] if tenant else []))
            return shown, {}, Reader(lambda flag: f"flags[{flag.name!r}]", "flags[name]", tenant=tenant)
        if kind == 1:
            shown = ("settings", *(["company"] if tenant else []))
            arguments = {"settings": "$flags"} | ({"company": "$tenant"} if tenant else {})
            reader = Reader(
                lambda flag: f"settings.get({flag.name!r})",
                "settings[name]",
                tenant="company" if tenant else "",
            )
            return shown, arguments, reader
        if kind == 2:
            name = rng.choice(("context", "ctx"))
            # The whole set would be read, and the factory built once for every set there can be.
            return (name,), {}, dataclasses.replace(self._context.reader, features="")
        names = (
            tuple(flag.name for flag in flags) if kind == 3 else tuple(f"is_{flag.name}" for flag in flags)
        )
        arguments = {} if kind == 3 else {f"is_{flag.name}": f"$flags.{flag.name}" for flag in flags}
        return names, arguments, Reader(lambda flag: names[[one.name for one in flags].index(flag.name)])

    def _factory(
        self,
        parameters: tuple[str, ...],
        reader: Reader,
        own: list[Flag],
        tools: list[str],
        built: str,
    ) -> None:
        rng = self._rng
        conditions = Conditions(rng, own, reader, self._tenants)
        body = [f"c = {parameters[0]}"] if parameters[0] in ("context", "ctx") else []
        body += ["tools = []"]
        for tool in tools:
            body += self._added(conditions, reader, own, tool)
        body += rng.choice(([], [f"if {conditions.expression(1)}:", "    tools.reverse()"]))
        body += self._returned(conditions, built)
        head = rng.choice(("def", "def", "async def"))
        self._define(f"{head} build({', '.join(parameters)}):", body)

    def _added(self, conditions: Conditions, reader: Reader, own: list[Flag], tool: str) -> list[str]:
        rng = self._rng
        kind = rng.randrange(6)
        if kind < 2:
            return [f"tools.append({tool})"]
        if kind == 2:
            return [f"if {conditions.expression(1)}:", f"    tools.append({tool})"]
        if kind == 3:
            name = f"{rng.choice(NAMES)!r} if {conditions.expression(1)} else {rng.choice(NAMES)!r}"
            return [f"tools.append(dataclasses.replace({tool}, name={name}))"]
        if kind == 4:
            return [
                f"if {conditions.expression(0)}:",
                f"    tools = [*tools[1:], {tool}]",
                "else:",
                f"    tools.insert(0, {tool})",
            ]
        flag = rng.choice(own)
        name = f"'for_' + str({reader.read(flag)})"
        return [f"tools.append(dataclasses.replace({tool}, name={name}))"]

    def _returned(self, conditions: Conditions, built: str) -> list[str]:
        rng = self._rng
        kind = rng.randrange(6)
        second = f"Agent(name='{self._module}_second', instructions='Help.', tools=tools[:2])"
        if kind < 3:
            return [f"return {built}"]
        if kind == 3:
            return [
                f"made = [{built}]",
                f"if {conditions.expression(1)}:",
                f"    made.append({second})",
                "return made",
            ]
        if kind == 4:
            return [f"if {conditions.expression(1)}:", f"    return {second}", f"return {built}"]
        return [f"return {{'one': {built}, 'two': {second}}}"]


def _within(name: str, body: list[str], parameters: str = "") -> list[str]:
    return [f"def {name}({parameters}):", *(f"    {line}" for line in body)]
