"""The audit of 100,000 and of a million lines, against `git grep` for the same names.

By hand: python tests/benchmarks/audit_at_scale.py
"""

import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from yardstick import REPOSITORY

sys.path.insert(0, str(REPOSITORY))

TARGETS = {100_000: 5.0, 1_000_000: None}
"""Lines, and the seconds that the audit of so many may take."""
MOST_MEGABYTES, MOST_TIMES = 500, 11
LINES_PER_MODULE, TOOLS_PER_MODULE = 500, 4
SHARE_OF_DATA = 3
"""One file of so many is data or prose."""
VERBS = ("refund", "cancel", "ship", "open", "close", "search", "send", "rate", "hold", "split")
AUDIT = """\
import resource, sys, time
from inspector.inspection.audit import audit_project
began = time.perf_counter()
audit = audit_project(sys.argv[1]).audit
taken = time.perf_counter() - began
due = sum(one.due for override in audit.overrides for one in override.references)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(taken, peak, audit.lines, len(audit.overrides), due)
"""


def module(number: int, rng: random.Random) -> str:
    """Tools with other names, a table that quotes old ones, and plain code."""
    lines = ["from agents import function_tool", ""]
    for tool in range(TOOLS_PER_MODULE):
        verb = rng.choice(VERBS)
        name = f"{verb}_thing_{number}_{tool}"
        lines += [f'@function_tool(name_override="{name}")', f"def {name}_v2(text: str) -> str:"]
        lines += [f'    """{verb} a thing."""', "    return text", "", ""]
    quoted = f"{rng.choice(VERBS)}_thing_{rng.randrange(number + 1)}_0_v2"
    lines += [f'APPROVAL = {{"{quoted}": "manager"}}', ""]
    while len(lines) < LINES_PER_MODULE:
        at = len(lines)
        lines += [
            f"def step_{at}(value: int, table: dict[str, int]) -> int:",
            f'    """Work on a value, the {at}th way."""',
            f"    total = value * {at} + len(table)",
            "    for key, item in table.items():",
            f'        total += item if key != "key_{at}" else 0',
            f"    return total if total > {at} else value  # never below",
            "",
            "",
        ]
    return "\n".join(lines[:LINES_PER_MODULE]) + "\n"


def data(number: int, rng: random.Random) -> tuple[str, str]:
    """A suffix, and a file of it that quotes a few old names among many others."""
    kind = rng.choice((".toml", ".yaml", ".json", ".md"))
    names = [f"setting_{number}_{line}" for line in range(LINES_PER_MODULE)]
    names[7] = f"{rng.choice(VERBS)}_thing_{rng.randrange(number + 1)}_1_v2"
    if kind == ".toml":
        return kind, "[approval]\n" + "".join(f'{name} = "high"  # kept\n' for name in names)
    if kind == ".yaml":
        return kind, "stop:\n" + "".join(f"  - {name}\n" for name in names)
    if kind == ".json":
        return kind, "[\n" + ",\n".join(f'  "{name}"' for name in names) + "\n]\n"
    return kind, "# Notes\n" + "".join(f"- About `{name}` and what it does.\n" for name in names)


def write(folder: Path, lines: int) -> None:
    rng = random.Random(5)
    for number in range(lines // LINES_PER_MODULE):
        package = folder / f"part_{number // 50}"
        package.mkdir(parents=True, exist_ok=True)
        if number % SHARE_OF_DATA:
            (package / f"module_{number}.py").write_text(module(number, rng))
        else:
            suffix, text = data(number, rng)
            (package / f"data_{number}{suffix}").write_text(text)
    subprocess.run("git init -q . && git add -A", shell=True, cwd=folder, check=True)


def grep_seconds(folder: Path) -> float:
    """`git grep` for every old name, as whole words, from a file of patterns."""
    names = sorted(
        {f"{name}" for path in folder.rglob("*.py") for name in re.findall(r"def (\w+_v2)", path.read_text())}
    )
    patterns = folder / ".git" / "names"
    patterns.write_text("\n".join(names))
    began = time.perf_counter()
    subprocess.run(["git", "grep", "-nwF", "-f", patterns], cwd=folder, capture_output=True, check=False)
    return time.perf_counter() - began


def measure(lines: int) -> float:
    """Print one size; gives the seconds that the audit took."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(folder, lines)
        done = subprocess.run(
            [sys.executable, "-c", AUDIT, folder], cwd=REPOSITORY, capture_output=True, text=True, check=True
        )
        grep = grep_seconds(folder)
    taken, peak, read, overrides, due = (float(part) for part in done.stdout.split())
    target = TARGETS[lines]
    fits = (target is None or taken <= target) and (target is None or peak <= MOST_MEGABYTES)
    limit = f"; target {target:g} s and {MOST_MEGABYTES} MB: {'ok' if fits else 'MISSED'}" if target else ""
    print(
        f"{read:,.0f} lines, {overrides:,.0f} overrides, {due:,.0f} places to change: {taken:.2f} s, "
        f"{peak:.0f} MB = {taken / grep:.1f} x `git grep` for the same names ({grep:.2f} s){limit}"
    )
    return taken


def main() -> None:
    small, large = (measure(lines) for lines in TARGETS)
    verdict = "ok" if large <= MOST_TIMES * small else "MISSED"
    print(f"ten times the lines: {large / small:.1f} x; target {MOST_TIMES} x: {verdict}")


if __name__ == "__main__":
    main()
