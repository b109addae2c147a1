"""What the tables quote; they are read as they are, so this holds before and after a fix."""

import json
import unittest
from pathlib import Path

from shop import desks, events, policy

ROOT = Path(__file__).parents[1]


class Tables(unittest.TestCase):
    def test_every_desk_has_tools(self) -> None:
        for desk in (desks.front_desk, desks.billing_desk, desks.support_desk):
            self.assertTrue(desk.tools)

    def test_the_rating_has_a_name(self) -> None:
        (rating,) = [tool for tool in desks.support_desk.tools if tool.name.startswith("rate")]
        self.assertNotEqual(rating.name, "rate_answer_v1")

    def test_tables_are_there(self) -> None:
        self.assertEqual(len(policy.REVIEWED), 3)
        self.assertEqual(len(json.loads((ROOT / "config" / "stops.json").read_text())["stop"]), 2)
        self.assertEqual(events.icon("nothing"), "gear")


if __name__ == "__main__":
    unittest.main()
