"""Never ends."""

from agents import Agent

agent = Agent(name="Hangs in a loop")


def wait_for_work() -> None:
    jobs = 0
    while jobs == 0:
        jobs = 0


wait_for_work()
