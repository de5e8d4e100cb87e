"""A copy of a test whose entry point is `@main`, the one function that lowdiff runs."""

import re

#: How the results that the runner prints by itself are printed by the program.
PRINTS = {"f32": ("printF32", "f32"), "f64": ("printF64", "f64"), "i64": ("printI64", "i64"), "i32": ("printI64", "i64")}


def renamed(text, name, new):
    """Every mention of the symbol under another name."""
    return re.sub(rf"@{re.escape(name)}(?![\w.$-])", f"@{new}", text)


def with_main(text, entry):
    """The program with its entry point called `@main`."""
    if entry != "main":
        text = renamed(renamed(text, "main", "stock_main"), entry, "main")
    result = re.search(r"llvm\.func\s+@main\(\)\s*->\s*\(?\s*(\w+)\s*\)?", text)
    if not result or result.group(1) not in PRINTS:
        return text
    gives = result.group(1)
    function, takes = PRINTS[gives]
    widened = f"  %1 = llvm.sext %0 : {gives} to {takes}\n" if gives != takes else ""
    return renamed(text, "main", "stock_entry") + (
        f"\nllvm.func @{function}({takes})\nllvm.func @main() {{\n"
        f"  %0 = llvm.call @stock_entry() : () -> {gives}\n{widened}"
        f"  llvm.call @{function}(%{1 if widened else 0}) : ({takes}) -> ()\n  llvm.return\n}}\n"
    )
