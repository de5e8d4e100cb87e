"""Differences that are nobody's error, or the model's; docs/conformance.md says more of each."""


def explainable(record):
    """Whether programs of this operation may differ for a reason that is known."""
    return record["operation"] == "tanh"


def explanation(record, difference):
    """Why this program differs where it does, if that is known; `difference` is as compare.py has it."""
    if explainable(record) and isinstance(difference, tuple) and abs(difference[1] - difference[2]) <= 2.0**-20:
        return "the model computes tanh by exponentials, which cancel near zero"
    return ""
