"""Every construction of the source is either shown or named with the reason why not."""

import json
import os
import random
import textwrap

from discovery import discover


def reasons(tmp_path, text):
    return discover(tmp_path, {"app.py": textwrap.dedent(text)}).reasons


def test_each_reason_is_told_apart(tmp_path):
    text = """\
        from agents import Agent
        shown = Agent(name="Shown")
        if False:
            never = Agent(name="Never")
        def main():
            return print(Agent(name="Main"))
        def build(flag=False):
            if flag:
                return Agent(name="Flagged")
            return Agent(name="Built")
        if __name__ == "__main__":
            guarded = Agent(name="Guarded")
    """
    assert reasons(tmp_path, text) == {
        "app.py:4": "branch not taken",
        "app.py:6": "inside main(), which is not called (show it with --capture app:main)",
        "app.py:9": "branch not taken",
        "app.py:12": 'under `if __name__ == "__main__"`',
    }


def test_a_construction_over_several_lines_is_matched(tmp_path):
    text = """\
        from agents import Agent
        boss = Agent(
            name="Boss",
            handoffs=[
                Agent(
                    name="Clerk",
                ),
                *[Agent(name=name) for name in "ab"],
            ],
        )
    """
    assert reasons(tmp_path, text) == {}


def test_two_constructions_on_one_line_are_told_apart_by_name(tmp_path):
    text = "from agents import Agent\nx = Agent(name='A') if True else Agent(name='B')\n"
    seen = discover(tmp_path, {"app.py": text}).all("seen")
    assert [(item["name"], item["within"]) for item in seen] == [("B", "app")]


def test_a_result_is_plain_json(tmp_path):
    text = "from agents import Agent\nALL = {('odd', 1): Agent(name='A\\x1b[31m\\u202e')}\n"
    result = discover(tmp_path, {"app.py": text})
    assert result.ids == ["app:ALL[('odd', 1)]"]
    json.dumps(result.results)


def test_generated_projects_lose_nothing(tmp_path):
    """Random arrangements of constructions: shown and seen together are all that was scanned."""
    pieces = [
        "v{0} = Agent(name='N{0}')",
        "def f{0}(): return Agent(name='N{0}')",
        "def f{0}(need): return Agent(name='N{0}')",
        "def f{0}(): print(Agent(name='N{0}'))",
        "if v: Agent(name='N{0}')",
        "class C{0}:\n    def __init__(self): self.a = Agent(name='N{0}')",
        "class C{0}:\n    def make(self): return Agent(name='N{0}')",
        "L{0} = [Agent(name='N{0}')]",
        "async def f{0}(): return Agent(name='N{0}')",
        "Runner.run_sync(Agent(name='N{0}'), 'x')",
        "for _ in (): Agent(name='N{0}')",
        "if __name__ == '__main__': Agent(name='N{0}')",
    ]
    dice = random.Random(7)
    for module in range(12):
        chosen = [dice.choice(pieces).format(index) for index in range(8)]
        head = "from agents import Agent, Runner\nv = 0\n"
        (tmp_path / f"m{module}.py").write_text(head + "\n".join(chosen) + "\n")
    result = discover(tmp_path)
    names = [c["name"] for job in result.jobs for m in job["modules"] for c in m["constructions"]]
    shown = [consumer["name"] for consumer in result.all("consumers")]
    seen = [item["name"] for item in result.all("seen")]
    assert len(names) == 96
    assert sorted(shown + seen) == sorted(names)


def test_a_missing_file_between_scan_and_load_is_a_failure(tmp_path):
    text = "import os\nos.remove('late.py')\nfrom agents import Agent\na = Agent(name='A')\n"
    here = os.getcwd()
    result = discover(
        tmp_path,
        {
            "early.py": text.replace("'late.py'", repr(str(tmp_path / "late.py"))),
            "late.py": "from agents import Agent\nb = Agent(name='B')\n",
        },
    )
    assert result.ids == ["early:a"]
    assert [failure["ref"] for failure in result.all("failures")] == ["late"]
    assert os.getcwd() == here


def test_factories_that_share_what_they_call_are_answered_for_once(tmp_path):
    layers = 40
    body = "".join(
        f"def {side}{n}(db): return a{n + 1}(db), b{n + 1}(db)\n" for n in range(layers) for side in "ab"
    )
    text = f"from agents import Agent\n{body}"
    text += "".join(f"def {side}{layers}(db): return Agent(name='{side}')\n" for side in "ab")
    unmade = discover(tmp_path, {"app.py": text})
    assert len(unmade.all("not_inspected")) == 2 * (layers + 1)
    made = discover(tmp_path, {"app.py": text + f"x, y = a{layers}(1), b{layers}(1)\n"})
    assert made.ids == ["app:x", "app:y"]
    assert made.all("not_inspected") == []


def test_factories_that_call_each_other_in_a_circle_answer_for_nobody(tmp_path):
    text = """\
        from agents import Agent
        def a(db): return b(db), make(db)
        def b(db): return a(db)
        def make(db): return Agent(name="A")
        agent = make(1)
    """
    result = discover(tmp_path, {"app.py": textwrap.dedent(text)})
    assert result.ids == ["app:agent"]
    assert [note["ref"] for note in result.all("not_inspected")] == ["app:b", "app:a"]
