"""Why a decision isn't proven, in the words that a condition begins with."""

from inspector.model import Decision


def doubt_of(decision: Decision) -> str:
    """As "in a 3-wise sample"; empty for a decision that is exact."""
    if decision.exact:
        return ""
    if decision.samples and decision.strength > 1:
        return f"in a {decision.strength}-wise sample"
    return "in a sample" if decision.samples else "as far as could be told"
