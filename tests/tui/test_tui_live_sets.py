"""The real program follows the files that hold control sets, whatever they are called."""

from pathlib import Path

from terminal import Terminal

SHOP = """\
from agents import Agent, function_tool


@function_tool
def lookup(order: str) -> str:
    '''Find an order.'''
    return order


desk = Agent(name="Desk", tools=[lookup])
"""
CONFIG = """\
[sets]
approval = ["data.yaml#names", ".env#NAMES", "../kept/elsewhere.txt"]
prompts = ["prompts/*.jinja"]
"""


def test_saves_of_sets_reload_and_a_broken_one_keeps_the_last_good_version(tmp_path: Path) -> None:
    project, kept = tmp_path / "shop", tmp_path / "kept"
    (project / "prompts").mkdir(parents=True)
    kept.mkdir()
    (project / "shop.py").write_text(SHOP)
    config = project / "toolinspect.toml"
    config.write_text(CONFIG)
    data, env, prompt = project / "data.yaml", project / ".env", project / "prompts" / "desk.jinja"
    data.write_text("names: [yaml_one]\n")
    env.write_text("NAMES=env_one\n")
    prompt.write_text("Call `jinja_one` now.\n")
    (kept / "elsewhere.txt").write_text("text_one\n")
    with Terminal(project) as terminal:
        terminal.press("2")
        for name in ("yaml_one", "env_one", "jinja_one", "text_one"):
            terminal.shows(name)

        data.write_text("names: [yaml_two]\n")
        terminal.shows("yaml_two")
        env.write_text("NAMES=env_two\n")
        terminal.shows("env_two")
        prompt.write_text("Call `jinja_two` now.\n")
        terminal.shows("jinja_two")
        (kept / "elsewhere.txt").write_text("text_two\n")
        terminal.shows("text_two")

        data.write_text("names: [yaml_two,")
        terminal.shows("data.yaml:1: isn't valid YAML")
        terminal.shows("yaml_two")
        data.write_text("names: [yaml_three]\n")
        terminal.lacks("isn't valid YAML")
        terminal.shows("yaml_three")

        config.write_text(CONFIG.replace("[sets]", "[sets]\nstop = 3"))
        terminal.shows("sets.stop: expected a list")
        terminal.shows("yaml_three")
        config.write_text(CONFIG.replace("[sets]", '[sets]\nstop = ["literal_four"]'))
        terminal.lacks("expected a list")
        terminal.shows("literal_four")
        terminal.press("q")
        assert terminal.ended() == 0


def test_a_set_that_is_broken_from_the_start_leaves_the_agents_on_the_screen(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(SHOP)
    config = tmp_path / "toolinspect.toml"
    config.write_text('[sets]\napproval = ["data.yaml#names"]\n')
    data = tmp_path / "data.yaml"
    data.write_text("names: [yaml_one,")
    with Terminal(tmp_path) as terminal:
        terminal.shows("data.yaml:1: isn't valid YAML")
        terminal.shows("Desk · tools 1")
        data.write_text("names: [yaml_one]\n")
        terminal.lacks("isn't valid YAML")
        terminal.press("2")
        terminal.shows("yaml_one")
        config.unlink()
        terminal.shows("toolinspect.toml is gone: its sets, ids and ignores no longer count")
        terminal.press("q")
        assert terminal.ended() == 0
