"""What every rule means: the source of `explain`, of finding names and of default severities."""

from inspector.rules import (
    catalogue_contracts,
    catalogue_loading,
    catalogue_names,
    catalogue_prompts,
    catalogue_sets,
    catalogue_texts,
)
from inspector.rules.rule import Rule

_ALL = (
    *catalogue_names.RULES,
    *catalogue_sets.RULES,
    *catalogue_prompts.RULES,
    *catalogue_texts.RULES,
    *catalogue_contracts.RULES,
    *catalogue_loading.RULES,
)

CATALOGUE: dict[str, Rule] = {rule.code: rule for rule in sorted(_ALL, key=lambda rule: rule.code)}
"""Every implemented rule by code, in the order of the codes."""
