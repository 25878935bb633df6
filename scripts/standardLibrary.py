"""Writes assets/python-stdlib.json.gz: the names of the standard library's modules and the members of
its classes, as the interpreter at hand shows them. Run it with the reference interpreter (CPython
3.11 on Linux):

    python3.11 scripts/standardLibrary.py | gzip -9n > assets/python-stdlib.json.gz

Shape: {"python": "3.11", "modules": {module: {"all": [names a star import brings],
"names": {name: kind}}}, "classes": {"module.Class": {"bases": ["module.Class"],
"members": {name: kind}, "meta": {name: kind}}}}; kinds are c(lass), f(unction), m(odule), v(alue),
and for members m(ethod), p(roperty), a(ttribute), c(lass). What every class has is left out, what
methods give `self` is in; `meta` has what the class of the class gives it. `makes` has the classes of
what some functions and decorators give.
"""

import ast
import importlib
import inspect
import json
import pkgutil
import sys
import textwrap
import types
import warnings

warnings.simplefilter("ignore")

SKIPPED = {"antigravity", "this", "idlelib", "lib2to3", "turtledemo", "test", "__main__", "ensurepip"}


def module_names():
    yield "os.path"
    for name in sorted(sys.stdlib_module_names):
        if name in SKIPPED or name.startswith("__") or name.startswith("_test"):
            continue
        yield name
        if name.startswith("_"):
            continue
        try:
            module = importlib.import_module(name)
        except BaseException:
            continue
        for info in pkgutil.walk_packages(getattr(module, "__path__", []), name + "."):
            parts = info.name.split(".")
            if any(p.startswith("_") or p in ("test", "tests", "idle_test") for p in parts):
                continue
            if parts[0] == "encodings":
                continue
            yield info.name


def kind_of(value):
    if isinstance(value, types.ModuleType):
        return "m"
    if isinstance(value, type):
        return "c"
    if callable(value) and (inspect.isroutine(value)):
        return "f"
    return "v"


def member_kind(value):
    if isinstance(value, (property, types.GetSetDescriptorType)) or type(value).__name__ in (
        "cached_property",
        "property",
    ):
        return "p"
    if isinstance(value, type):
        return "c"
    if isinstance(value, (staticmethod, classmethod)) or inspect.isroutine(value):
        return "a" if isinstance(value, types.MemberDescriptorType) else "m"
    return "a"


EVERYWHERE = {*dir(object), *dir(type), *dir(types.FunctionType), "__weakref__", "__slotnames__"}


def same_path(cls):
    """The class and what it is below that has its path: `class Token(namedtuple("Token", "a b"))`."""
    yield cls
    for base in cls.__bases__:
        if path_of(base) == path_of(cls):
            yield from same_path(base)


def bases_of(cls):
    """What stands above a class under another path."""
    bases = [base for one in same_path(cls) for base in one.__bases__]
    return [base for base in bases if base is not object and path_of(base) != path_of(cls)]


def members_of(cls):
    found = {}
    for one in same_path(cls):
        for name, value in vars(one).items():
            if name not in EVERYWHERE or not name.startswith("_"):
                found.setdefault(name, member_kind(value))
        for name in given_to_self(one):
            found.setdefault(name, "a")
    return dict(sorted(found.items()))


def given_to_self(cls):
    """Names that methods of the class assign on their first parameter."""
    try:
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    except (OSError, TypeError, SyntaxError, ValueError):
        return
    for method in getattr(tree, "body", ()):
        if not isinstance(method, ast.FunctionDef) or not method.args.args:
            continue
        receiver = method.args.args[0].arg
        for node in ast.walk(method):
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.ctx, ast.Store)
                and isinstance(node.value, ast.Name)
                and node.value.id == receiver
            ):
                name = node.attr
                if name.startswith("__") and not name.endswith("__"):
                    name = f"_{cls.__name__.lstrip('_')}{name}"
                if name not in EVERYWHERE:
                    yield name


def meta_of(cls):
    """What a class has from its metaclass and none of its bases has from theirs."""
    found = {}
    for meta in reversed(type(cls).__mro__):
        if meta in (object, type):
            continue
        for name, value in vars(meta).items():
            if name not in EVERYWHERE:
                found[name] = member_kind(value)
    return {
        name: kind
        for name, kind in sorted(found.items())
        if not any(hasattr(base, name) for base in cls.__bases__)
    }


def makes():
    """Functions and decorators (with an `@` before them) that give objects of a class, by calling them."""
    import functools
    import importlib.metadata
    import logging
    import os
    import re
    import threading

    made = {
        "importlib.metadata.version": importlib.metadata.version("pip"),
        "logging.getLogger": logging.getLogger(),
        "os.getcwd": os.getcwd(),
        "os.path.abspath": os.path.abspath("."),
        "os.path.dirname": os.path.dirname("."),
        "os.path.join": os.path.join("a", "b"),
        "os.path.realpath": os.path.realpath("."),
        "re.compile": re.compile(""),
        "threading.Lock": threading.Lock(),
        "threading.RLock": threading.RLock(),
        "@functools.lru_cache": functools.lru_cache(id),
        "@functools.cache": functools.cache(id),
        "@functools.cached_property": functools.cached_property(id),
    }
    return {path: type(value) for path, value in made.items()}


def path_of(cls):
    return f"{cls.__module__}.{cls.__qualname__}"


def main():
    modules = {}
    classes = {}

    def add_class(cls, *paths):
        path = path_of(cls)
        if path not in classes and cls is not object:
            classes[path] = None
            bases = bases_of(cls)
            classes[path] = {"bases": [path_of(base) for base in bases], "members": members_of(cls)}
            meta = meta_of(cls)
            if meta:
                classes[path]["meta"] = meta
            for base in bases:
                add_class(base)
        for other in paths:
            if other != path and cls is not object:
                classes.setdefault(other, {"bases": [path], "members": {}})

    for name in module_names():
        try:
            module = importlib.import_module(name)
        except BaseException:
            continue
        listed = getattr(module, "__all__", None)
        names = {}
        for key in sorted(vars(module)):
            if key.startswith("_") and not (listed and key in listed):
                continue
            value = vars(module)[key]
            names[key] = kind_of(value)
            if isinstance(value, type) and (
                value.__module__.split(".")[0].lstrip("_") in sys.stdlib_module_names
            ):
                add_class(value, f"{name}.{key}")
        star = sorted(listed) if listed is not None else None
        modules[name] = {"names": names} if star is None else {"all": star, "names": names}
    made = makes()
    for cls in made.values():
        add_class(cls)
    json.dump(
        {
            "makes": {path: path_of(cls) for path, cls in made.items()},
            "python": "%d.%d" % sys.version_info[:2],
            "modules": modules,
            "classes": dict(sorted(classes.items())),
        },
        sys.stdout,
        separators=(",", ":"),
        sort_keys=True,
    )
    print()


main()
