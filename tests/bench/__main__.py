"""`python -m tests.bench` lists the benches, `python -m tests.bench NAME...` runs them, `... all` runs every one.

A bench is a module beside this one whose first docstring line says what it measures and whose run() prints the figures.
"""

import ast
import sys
from importlib import import_module
from pathlib import Path

FOLDER = Path(__file__).parent


def benches() -> dict[str, str]:
    """Return what each bench measures, by name. Only reads the files: a bench may need packages that are missing."""
    found = {}
    for path in sorted(FOLDER.glob("*.py")):
        tree = ast.parse(path.read_text())
        if any(isinstance(node, ast.FunctionDef) and node.name == "run" for node in tree.body):
            found[path.stem] = (ast.get_docstring(tree) or "").partition("\n")[0]
    return found


def main(names: list[str]) -> int:
    known = benches()
    if not names:
        print("\n".join(f"{name:<12}{title}" for name, title in known.items()))
    for name in known if names == ["all"] else names:
        if name not in known:
            print(f"no bench {name!r}: there are {', '.join(known)}", file=sys.stderr)
            return 2
        import_module(f"tests.bench.{name}").run()
    return 0


sys.exit(main(sys.argv[1:]))
