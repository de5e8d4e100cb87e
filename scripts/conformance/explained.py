"""Differences that are nobody's error, or the model's; docs/conformance.md says more of each."""


def explanation(record, difference):
    """Why this program differs, if that is known; `difference` is as compare.py has it."""
    if record["operation"] == "cast" and isinstance(difference, str) and "conversion of NaN" in difference:
        return "NaN as an integer is a number for the model and undefined here, as it is in MLIR"
    return ""
