"""For generated registries, what the real Runner sends and runs is what the probe says."""

import os

from exactness_build import build
from exactness_check import check
from exactness_specs import RegistrySpec, registries
from hypothesis import HealthCheck, given, settings

EXAMPLES = int(os.environ.get("TOOLINSPECT_EXACTNESS_EXAMPLES", "60"))


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
    print_blob=True,
)
@given(spec=registries)
def test_the_runner_agrees_with_the_probe(spec: RegistrySpec, counts: dict[str, int]) -> None:
    run_config = "exactness_policies:STRICT" if spec.policy == "error" else ""
    counts["runs"] += check(build(spec), spec.policy, run_config)
    counts["registries"] += 1
