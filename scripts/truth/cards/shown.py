"""Symbols of an installed distribution, drawn by a seed, as the interpreter that imports it shows them.

python shown.py DISTRIBUTION SEED COUNT prints a line of JSON for each: its path, its parameters by
inspect.signature (null where there are none to be had), and for classes the public names that dir() has,
those that are annotated in it, and those that its methods set on an object.
"""

import ast
import contextlib
import importlib
import importlib.metadata
import inspect
import io
import json
import random
import sys
import textwrap
import warnings

KINDS = {
    inspect.Parameter.POSITIONAL_ONLY: "positional",
    inspect.Parameter.POSITIONAL_OR_KEYWORD: "normal",
    inspect.Parameter.VAR_POSITIONAL: "varargs",
    inspect.Parameter.KEYWORD_ONLY: "keyword",
    inspect.Parameter.VAR_KEYWORD: "varkeywords",
}


def modules_of(distribution):
    """Dotted names of the public modules that its files are."""
    found = set()
    for file in importlib.metadata.files(distribution) or ():
        parts = list(file.parts)
        if not parts[-1].endswith(".py") or ".." in parts:
            continue
        parts[-1] = parts[-1][:-3]
        if parts[-1] == "__init__":
            parts.pop()
        is_public = all(part.isidentifier() and not part.startswith("_") for part in parts)
        if parts and is_public and not {"test", "tests", "testing", "conftest"} & set(parts):
            found.add(".".join(parts))
    return sorted(found)


def parameters_of(thing):
    try:
        signature = inspect.signature(thing)
    except (TypeError, ValueError):
        return None
    return [
        [one.name, KINDS[one.kind], None if one.default is one.empty else "…"]
        for one in signature.parameters.values()
    ]


def passed_on(cls):
    """What `__init__` takes, where a metaclass or a `__new__` (of `@deprecated`) that passes everything on hides it."""
    shown = parameters_of(cls)
    if shown is None or any(kind not in ("varargs", "varkeywords") for _, kind, _ in shown):
        return None
    own = parameters_of(cls.__init__)
    return None if own is None else own[1:]


def names_of_objects(cls):
    """What its objects have besides: what its bases hold, annotated names, and what methods set on their first parameter."""
    found = set()
    for base in cls.__mro__:
        # Enums and classes with a metaclass of their own leave methods out of dir().
        found.update(vars(base))
        found.update(vars(base).get("__annotations__", {}))
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(base)))
        except (OSError, TypeError, SyntaxError):
            continue
        for method in ast.walk(tree):
            if not isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)) or not method.args.args:
                continue
            own = method.args.args[0].arg
            found.update(
                node.attr
                for node in ast.walk(method)
                if isinstance(node, ast.Attribute)
                and isinstance(node.ctx, ast.Store)
                and isinstance(node.value, ast.Name)
                and node.value.id == own
            )
    return found


def rows_of(module_name, module):
    for name, thing in sorted(vars(module).items()):
        if name.startswith("_") or getattr(thing, "__module__", None) != module_name:
            continue
        path = f"{module_name}.{name}"
        if inspect.isfunction(thing):
            yield {"symbol": path, "kind": "function", "parameters": parameters_of(thing)}
        elif inspect.isclass(thing):
            members = sorted(one for one in dir(thing) if not one.startswith("_"))
            objects = sorted(one for one in names_of_objects(thing) if not one.startswith("_"))
            yield {
                "symbol": path,
                "kind": "class",
                "parameters": parameters_of(thing),
                "passed_on": passed_on(thing),
                "members": members,
                "objects": objects,
            }
            for member, inner in sorted(vars(thing).items()):
                if not member.startswith("_") and inspect.isfunction(inner):
                    yield {
                        "symbol": f"{path}.{member}",
                        "kind": "method",
                        "parameters": parameters_of(inner),
                    }


def main():
    distribution, seed, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    rows = []
    warnings.simplefilter("ignore")
    for name in modules_of(distribution):
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            try:
                module = importlib.import_module(name)
                rows.extend(rows_of(name, module))
            except BaseException:  # What cannot be imported here shows nothing.
                continue
    draw = random.Random(f"{seed} {distribution}")
    for row in draw.sample(rows, min(count, len(rows))):
        print(json.dumps(row))


main()
