"""Writes assets/python-standard.txt.gz: what the public modules of Python's standard library hold, in
any listed release and on any platform. Two sources that are joined: what interpreters show, and the
stubs of typeshed (the folder `stdlib` of it, as mypy brings it along), which know other platforms,
what objects carry, parameters and results.

    for python in python3.8 … python3.13; do $python scripts/standardNames.py shown > <folder>/$python.json; done
    python3.13 scripts/standardNames.py joined <typeshed/stdlib> <folder>/*.json assets/python-standard.txt.gz

The first line has the releases (["3.8", …]), and each of the others a letter, a path and a row: `m` for a
module ({"in"?: range, "platform"?: 1, "names": {name: what}}), `c` for a class ({"bases"?: [paths],
"open"?: 1, "call"?: signature, "names": {name: what}}).
`what` is a text: a letter (m(odule), c(lass), f(unction or method), p(roperty), v(alue)), then, each
only where it is needed, `@` and where it is at home, `#` and the releases that have it (`3-` from the
fourth on, `-1` up to the second, `0-2`), and after a blank the signature of what is called or the type
of what is read. Types are paths that begin with a dot: `.datetime.date`.
"""

import ast
import enum
import importlib
import importlib.util
import inspect
import json
import pkgutil
import sys
import textwrap
import types
import warnings

from standardVersions import SKIPPED

warnings.simplefilter("ignore")


# What an interpreter shows.


def module_names():
    listed = getattr(sys, "stdlib_module_names", None)
    if listed is None:
        folder = importlib.util.find_spec("os").origin.rsplit("/", 1)[0]
        found = pkgutil.iter_modules([folder, folder + "/lib-dynload"])
        listed = {one.name for one in found} | set(sys.builtin_module_names)
    yield "os.path"
    for name in sorted(listed):
        if name in SKIPPED or name.startswith("_"):
            continue
        yield name
        try:
            module = importlib.import_module(name)
        except BaseException:
            continue
        for info in pkgutil.walk_packages(getattr(module, "__path__", []), name + "."):
            parts = info.name.split(".")
            if not any(p.startswith("_") or p in ("test", "tests", "idle_test") for p in parts):
                yield info.name


def path_of(value):
    return "%s.%s" % (value.__module__, value.__qualname__)


def kind_of(value):
    if isinstance(value, types.ModuleType):
        return "m"
    if isinstance(value, type):
        return "c"
    if isinstance(value, (property, types.GetSetDescriptorType)):
        return "p"
    if inspect.isroutine(value) or isinstance(value, (staticmethod, classmethod)):
        return "v" if isinstance(value, types.MemberDescriptorType) else "f"
    return "v"


def shown_signature(value, skip=0):
    """Names and kinds of the parameters; None where nothing tells them."""
    try:
        parameters = list(inspect.signature(value).parameters.values())[skip:]
    except Exception:  # Some look at what only a terminal has.
        return None
    return [(one.name, int(one.kind), one.default is not one.empty) for one in parameters]


def is_open(cls):
    for one in cls.__mro__:
        # Every class of C has the second one, and it is the ordinary one.
        second = isinstance(vars(one).get("__getattribute__"), types.FunctionType)
        if one is not object and ("__getattr__" in vars(one) or second):
            return True
    return False


def given_to_self(cls):
    """Attributes that methods give to their objects."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(cls)))
    except Exception:  # Made in C, or made at run time.
        return
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Store):
            continue
        if isinstance(node.value, ast.Name) and node.value.id == "self" and not node.attr.startswith("_"):
            yield node.attr


def same_path(cls):
    """The class and what it is below that has its path: `class Token(namedtuple("Token", "a b"))`."""
    yield cls
    for base in cls.__bases__:
        if path_of(base) == path_of(cls):
            for one in same_path(base):
                yield one


def bases_of(cls):
    """What stands above a class under another path."""
    bases = [base for one in same_path(cls) for base in one.__bases__]
    return [base for base in bases if base is not object and path_of(base) != path_of(cls)]


def shown_class(cls):
    members = {}
    own = {}
    for one in same_path(cls):
        for name, value in vars(one).items():
            own.setdefault(name, value)
    for name, value in own.items():
        if name.startswith("_"):
            continue
        kind = kind_of(value)
        # As it is reached on the class: bound where it is a class's own.
        reached = getattr(cls, name, None) if kind == "f" else None
        signature = None if reached is None else shown_signature(reached)
        members[name] = [kind, None if kind != "f" else signature]
    # What the class itself has of its own class, such as `register` of abstract ones.
    for name in dir(type(cls)):
        if not name.startswith("_") and not hasattr(type, name):
            members.setdefault(name, ["f", None])
    for one in same_path(cls):
        for name in given_to_self(one):
            members.setdefault(name, ["v", None])
    if isinstance(cls, enum.EnumMeta):
        for name in cls.__members__:
            members[name] = ["v", None]
    return {
        "bases": [path_of(base) for base in bases_of(cls)],
        "open": is_open(cls),
        "call": shown_signature(cls),
        "names": members,
    }


def names_of(module):
    listed = [one for one in getattr(module, "__all__", ()) if isinstance(one, str)]
    return {one for one in [*dir(module), *listed] if not one.startswith("_")}


def shown():
    modules = {}
    classes = {}

    def add(cls):
        path = path_of(cls)
        if path in classes or cls is object:
            return
        classes[path] = shown_class(cls)
        for base in bases_of(cls):
            add(base)

    imported = {}
    for name in module_names():
        try:
            imported[name] = importlib.import_module(name)
        except BaseException:
            continue
    everything = {key for module in imported.values() for key in names_of(module)}
    for name, module in imported.items():
        names = {}
        # What a module gives when it is asked is asked for.
        asked = everything if hasattr(module, "__getattr__") else names_of(module)
        for key in sorted(asked):
            try:
                value = getattr(module, key)
            except (AttributeError, ImportError):
                continue
            kind = kind_of(value)
            home = None
            if kind == "c":
                add(value)
                home = path_of(value)
            elif kind == "m":
                home = "os.path" if value.__name__ in ("posixpath", "ntpath") else value.__name__
            names[key] = [kind, home, shown_signature(value) if kind == "f" else None]
        modules[name] = names
    version = "%d.%d" % sys.version_info[:2]
    json.dump({"version": version, "modules": modules, "classes": classes}, sys.stdout)


if __name__ == "__main__":
    if sys.argv[1] == "shown":
        shown()
    else:
        from standardJoin import joined

        joined(sys.argv[2], sys.argv[3:-1], sys.argv[-1])
