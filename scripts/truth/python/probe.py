"""What an installed distribution shows to the interpreter that imports it.

Run with `python -I` of the environment that has it: probe.py JOB.json. First every public module is
imported, each under a timer, then the names of each are written down, so that what a package shows
does not depend on the order of its modules. The progress file tells the parent where we are, in
case an import ends or stops the process.
"""

import ast
import builtins
import contextlib
import importlib
import inspect
import json
import os
import signal
import sys
import types
import warnings

# Past whatever a metaclass puts in its way.
MRO = type.__dict__["__mro__"]
OBJECT_NAMES = frozenset(dir(object))
EXTENSION_ENDINGS = (".so", ".pyd")
PARAMETER_KINDS = {
    inspect.Parameter.POSITIONAL_ONLY: "positional",
    inspect.Parameter.POSITIONAL_OR_KEYWORD: "normal",
    inspect.Parameter.VAR_POSITIONAL: "varargs",
    inspect.Parameter.KEYWORD_ONLY: "keyword",
    inspect.Parameter.VAR_KEYWORD: "varkeywords",
}
DEFAULT_TEXT_MAX = 120


class TooSlow(BaseException):
    """Raised by the timer; not an Exception, so that packages do not swallow it."""


def on_alarm(_number, _frame):
    raise TooSlow


@contextlib.contextmanager
def timer(seconds):
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


class Probe:
    def __init__(self, job):
        self.roots = tuple(job["roots"])
        self.seconds = job["seconds"]
        self.progress = open(job["progress"], "a", buffering=1)
        self.classes = {}
        self.class_keys = {}
        self.sources = {}
        self.instance_names = {}

    def owns(self, module):
        return isinstance(module, str) and any(
            module == root or module.startswith(root + ".") for root in self.roots
        )

    # Modules

    def import_all(self, names, skip):
        failed = dict(skip)
        for name in names:
            if name in failed:
                continue
            # What the failed import of a package left behind is not to be had by importing it.
            above = next((p for p in parents(name) if p in failed), None)
            if above is not None:
                failed[name] = f"{above} cannot be imported: {failed[above]}"
                continue
            self.progress.write(f"import {name}\n")
            try:
                with timer(self.seconds):
                    importlib.import_module(name)
            except TooSlow:
                failed[name] = f"no end within {self.seconds} s"
            except BaseException as error:
                failed[name] = f"{type(error).__name__}: {first_line(error)}"
        return failed

    def module(self, name, skip_names):
        module = sys.modules[name]
        listed = string_list(getattr(module, "__all__", None))
        source = self.source(module)
        shown = set(listed or ())
        with contextlib.suppress(BaseException), timer(self.seconds):
            shown.update(n for n in dir(module) if isinstance(n, str))
        names, unresolved = {}, {}
        for shown_name in sorted(shown):
            if shown_name.startswith("_") and shown_name not in (listed or ()):
                continue
            if shown_name in skip_names:
                unresolved[shown_name] = "ended the process"
                continue
            self.progress.write(f"name {name} {shown_name}\n")
            lazy = shown_name not in vars(module)
            try:
                with timer(self.seconds):
                    value = getattr(module, shown_name)
            except TooSlow:
                unresolved[shown_name] = f"no end within {self.seconds} s"
                continue
            except BaseException as error:
                unresolved[shown_name] = f"{type(error).__name__}: {first_line(error)}"
                continue
            # A signature may be computed, from annotations that import more.
            try:
                with timer(self.seconds):
                    names[shown_name] = self.name(name, shown_name, value, listed, source, lazy)
            except BaseException as error:
                unresolved[shown_name] = f"{type(error).__name__}: {first_line(error)}"
        return {
            "file_kind": file_kind(module),
            "all": listed,
            "has_getattr": "__getattr__" in vars(module),
            "names": names,
            "unresolved": unresolved,
        }

    def name(self, module_name, name, value, listed, source, lazy):
        kind = kind_of(value)
        defined_in = value.__name__ if kind == "module" else attribute(value, "__module__")
        entry = {"kind": kind, "module": defined_in if isinstance(defined_in, str) else None}
        qualname = attribute(value, "__qualname__")
        entry["qualname"] = qualname if isinstance(qualname, str) else None
        entry["type"] = type(value).__name__
        entry["listed"] = listed is not None and name in listed
        entry["scope"] = self.scope(module_name, name, value, entry, source)
        entry["how"] = how_bound(name, source)
        if lazy:
            entry["lazy"] = True
        if kind == "class" and (entry["listed"] or entry["scope"] != "foreign"):
            entry["class"] = self.add_class(value)
        elif kind == "function":
            entry["signature"] = signature_of(value)
        return entry

    def scope(self, module_name, name, value, entry, source):
        """defined: the object says that it is of this distribution. assigned: it cannot say, but
        the source binds it here, or takes it from a module of this distribution. foreign: else."""
        if self.owns(entry["module"]):
            return "defined"
        says = entry["module"]
        unsaid = says is None or entry["kind"] == "value"
        if says == "builtins" and getattr(builtins, name, None) is not value:
            unsaid = True
        if not unsaid:
            return "foreign"
        bound, taken, stars = source
        if name in bound:
            return "assigned"
        if name in taken:
            return "assigned" if self.owns(taken[name]) else "foreign"
        for star in stars:
            if self.owns(star) and name in vars(sys.modules.get(star, types.ModuleType("none"))):
                return "assigned"
        if source is NO_SOURCE:
            return "assigned"
        return "foreign"

    # Classes

    def add_class(self, cls):
        known = self.class_keys.get(id(cls))
        if known is not None:
            return known
        base_key = f"{attribute(cls, '__module__')}:{attribute(cls, '__qualname__')}"
        key, count = base_key, 1
        while key in self.classes:
            count += 1
            key = f"{base_key}#{count}"
        self.class_keys[id(cls)] = key
        record = self.classes[key] = {"ref": cls}
        mro = [base for base in MRO.__get__(cls) if base is not object]
        own = {}
        for name, value in list(vars(cls).items()):
            if not isinstance(name, str) or is_private(name):
                continue
            if name in OBJECT_NAMES and name not in ("__init__",):
                continue
            own[name] = member_of(value, cls, name)
        record["own"] = own
        record["signature"] = signature_of(cls)
        annotations = vars(cls).get("__annotations__")
        record["fields"] = [
            name
            for name in (annotations if isinstance(annotations, dict) else ())
            if isinstance(name, str) and not is_private(name)
        ]
        record["instance"] = self.instance_attributes(cls)
        record["mro"] = [self.add_class(base) for base in mro[1:]]
        found = set()
        for base in mro:
            found.update(vars(base))
        extra = []
        with contextlib.suppress(Exception):
            extra = sorted(
                n
                for n in dir(cls)
                if isinstance(n, str)
                and n not in found
                and n not in OBJECT_NAMES
                and not is_private(n)
            )
        record["extra"] = extra
        return key

    def instance_attributes(self, cls):
        """Names that the methods of a class assign on `self`; by its source, for want of an
        instance. They explain claims, they are never part of what is looked for."""
        if not self.owns(attribute(cls, "__module__")):
            return []
        # Not the file of `__module__`: packages set that to where a class is meant to be imported.
        files = {
            value.__code__.co_filename
            for value in vars(cls).values()
            if isinstance(value, types.FunctionType)
        }
        names = set()
        for file in files:
            if file not in self.instance_names:
                tree = parse(file)
                self.instance_names[file] = {} if tree is None else instance_attributes_by_class(tree)
            names.update(self.instance_names[file].get(attribute(cls, "__qualname__"), ()))
        return sorted(names)

    def source(self, module):
        """What the text of a module binds: (assigned names, name -> module it is imported from,
        modules whose names are all taken)."""
        known = self.sources.get(module.__name__)
        if known is not None:
            return known
        path = getattr(module, "__file__", None)
        result = NO_SOURCE
        tree = parse(path) if isinstance(path, str) and path.endswith(".py") else None
        if tree is not None:
            is_package = path.endswith("__init__.py")
            package = module.__name__ if is_package else module.__name__.rpartition(".")[0]
            result = bindings(tree, package)
        self.sources[module.__name__] = result
        return result


def parse(path):
    try:
        with open(path, "rb") as file:
            return ast.parse(file.read())
    except (OSError, SyntaxError, ValueError, RecursionError):
        return None


NO_SOURCE = (frozenset(), {}, ())


def how_bound(name, source):
    """By which statement of the source the name is there; null if by none that names it."""
    bound, taken, stars = source
    if name in bound:
        return "binding"
    if name in taken:
        return "import"
    return "star" if any(
        name in vars(sys.modules.get(star, types.ModuleType("none"))) for star in stars
    ) else None


def bindings(tree, package):
    bound, taken, stars = set(), {}, []

    def visit(statements):
        for node in statements:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                bound.add(node.name)
                continue
            if isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.asname:
                        taken[alias.asname] = alias.name
                    else:
                        taken[alias.name.partition(".")[0]] = alias.name.partition(".")[0]
                continue
            if isinstance(node, ast.ImportFrom):
                origin = resolve(node, package)
                for alias in node.names:
                    if alias.name == "*":
                        stars.append(origin)
                    else:
                        taken[alias.asname or alias.name] = origin
                continue
            for child in ast.walk(node) if not hasattr(node, "body") else heads(node):
                if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
                    bound.add(child.id)
            for field in ("body", "orelse", "finalbody"):
                visit(getattr(node, field, None) or ())
            for handler in getattr(node, "handlers", None) or ():
                visit(handler.body)
            for case in getattr(node, "cases", None) or ():
                visit(case.body)

    visit(tree.body)
    return bound, taken, tuple(stars)


def heads(node):
    """The expressions of a compound statement, without its blocks."""
    for field in ("target", "items", "test", "iter"):
        value = getattr(node, field, None)
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, ast.AST):
                yield from ast.walk(one)


def resolve(node, package):
    if not node.level:
        return node.module or ""
    parts = package.split(".")
    parts = parts[: len(parts) - (node.level - 1)]
    return ".".join([*parts, *([node.module] if node.module else [])])


def instance_attributes_by_class(tree):
    found = {}

    def visit(node, path):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                inner = f"{path}.{child.name}" if path else child.name
                names = found.setdefault(inner, set())
                for method in child.body:
                    if isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)):
                        names.update(assigned_on_self(method))
                visit(child, inner)
            elif not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
                visit(child, path)

    visit(tree, "")
    return found


def assigned_on_self(method):
    arguments = [*method.args.posonlyargs, *method.args.args]
    if not arguments:
        return
    self_name = arguments[0].arg
    for node in ast.walk(method):
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and isinstance(node.value, ast.Name)
            and node.value.id == self_name
            and not is_private(node.attr)
        ):
            yield node.attr


def parents(name):
    parts = name.split(".")
    return [".".join(parts[:length]) for length in range(1, len(parts))]


def is_private(name):
    return name.startswith("_") and not (name.startswith("__") and name.endswith("__"))


def kind_of(value):
    try:
        if inspect.ismodule(value):
            return "module"
        if inspect.isclass(value):
            return "class"
        if inspect.isroutine(value):
            return "function"
    except BaseException:
        pass
    return "value"


def member_of(value, cls, name):
    import functools

    if isinstance(value, (staticmethod, classmethod)):
        how = "static" if isinstance(value, staticmethod) else "class"
        return {"kind": "method", "how": how, "signature": signature_of(value.__func__)}
    if isinstance(value, (property, functools.cached_property, types.GetSetDescriptorType)):
        return {"kind": "property"}
    if isinstance(value, types.MemberDescriptorType):
        return {"kind": "attribute"}
    if inspect.isclass(value):
        return {"kind": "class"}
    kind = kind_of(value)
    if kind == "function":
        return {"kind": "method", "signature": signature_of(value)}
    if kind == "value" and not isinstance(value, type) and hasattr(type(value), "__get__"):
        return {"kind": "property", "type": type(value).__name__}
    return {"kind": "attribute", "type": type(value).__name__}


def signature_of(value):
    """Parameters as [name, kind, default's text or null]; null where Python knows none."""
    try:
        signature = inspect.signature(value)
    except BaseException as error:
        if isinstance(error, TooSlow):
            raise
        return None
    parameters = []
    for parameter in signature.parameters.values():
        default = None
        if parameter.default is not inspect.Parameter.empty:
            try:
                default = repr(parameter.default)[:DEFAULT_TEXT_MAX]
            except BaseException:
                default = "?"
        parameters.append([parameter.name, PARAMETER_KINDS[parameter.kind], default])
    return parameters


def attribute(value, name):
    try:
        return getattr(value, name, None)
    except BaseException:
        return None


def string_list(value):
    try:
        return sorted({name for name in value if isinstance(name, str)})
    except TypeError:
        return None


def file_kind(module):
    path = getattr(module, "__file__", None)
    if not isinstance(path, str):
        return "namespace" if hasattr(module, "__path__") else "none"
    if path.endswith(EXTENSION_ENDINGS):
        stem = os.path.join(os.path.dirname(path), os.path.basename(path).partition(".")[0])
        return "extension+stub" if os.path.exists(stem + ".pyi") else "extension"
    stem = path.removesuffix(".py")
    return "source+stub" if os.path.exists(stem + ".pyi") else "source"


def first_line(error):
    try:
        lines = str(error).splitlines()
    except BaseException:
        return ""
    return lines[0][:200] if lines else ""


def main():
    with open(sys.argv[1]) as file:
        job = json.load(file)
    signal.signal(signal.SIGALRM, on_alarm)
    warnings.simplefilter("ignore")
    sys.argv = ["python"]
    sys.setrecursionlimit(5000)
    probe = Probe(job)
    if job.get("prelude"):
        exec(job["prelude"], {})
    failed = probe.import_all(job["modules"], job["failed"])
    modules = {}
    for name in job["modules"]:
        if name in failed or name not in sys.modules:
            failed.setdefault(name, "not in sys.modules after its import")
            continue
        probe.progress.write(f"module {name}\n")
        try:
            modules[name] = probe.module(name, set(job["skip_names"].get(name, ())))
        except BaseException as error:
            failed[name] = f"{type(error).__name__}: {first_line(error)}"
    for record in probe.classes.values():
        del record["ref"]
    result = {"modules": modules, "failed": failed, "classes": probe.classes}
    with open(job["out"], "w") as file:
        json.dump(result, file)
    # Packages leave threads and exit handlers behind; none of them is ours to wait for.
    os._exit(0)


main()
