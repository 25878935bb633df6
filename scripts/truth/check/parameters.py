# What the functions, classes and methods of an installed distribution take, and whether a call of one is
# taken. It never runs a body: a call ends where the function begins.
#
#   python parameters.py list <distribution>            one line of JSON for each of them
#   python parameters.py call <file> <module> <path>    runs `use` of the file, and says what came of it
import importlib
import importlib.metadata
import importlib.util
import inspect
import json
import pkgutil
import sys
import warnings

warnings.simplefilter("ignore")
LEFT_OUT = ("test", "tests", "testing", "conftest", "_vendor", "vendor", "migrations", "__main__")


class Reached(BaseException):
    pass


def modules(distribution):
    """Public modules that can be imported."""
    tops = set()
    for file in importlib.metadata.distribution(distribution).files or []:
        parts = file.parts
        if len(parts) == 2 and parts[1] == "__init__.py":
            tops.add(parts[0])
        elif len(parts) == 1 and parts[0].endswith(".py"):
            tops.add(parts[0][:-3])
    for top in sorted(tops):
        if not top.startswith("_") and top not in LEFT_OUT:
            yield from below(top)


def below(name):
    try:
        module = importlib.import_module(name)
    except BaseException:
        return
    yield module
    for found in pkgutil.iter_modules(getattr(module, "__path__", [])):
        if not found.name.startswith("_") and found.name not in LEFT_OUT:
            yield from below(f"{name}.{found.name}")


def written(function, is_bound):
    """The parameters of a function of Python, where its own code says the same; else None."""
    try:
        own = inspect.unwrap(function)
        signature = inspect.signature(own)
        if not inspect.isfunction(own) or inspect.signature(function) != signature:
            return None
    except (TypeError, ValueError):
        return None
    code = own.__code__
    places = code.co_argcount + code.co_kwonlyargcount
    named = [p for p in signature.parameters.values() if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    if sorted(code.co_varnames[:places]) != sorted(p.name for p in named):
        return None
    rows = [
        {"name": p.name, "kind": p.kind.name, "optional": p.default is not p.empty}
        for p in signature.parameters.values()
    ]
    return rows[1:] if is_bound else rows


def constructor(cls):
    if type(cls).__call__ is not type.__call__ or cls.__new__ is not object.__new__:
        return None
    return cls.__init__ if inspect.isfunction(cls.__init__) else None


def entries(module):
    for name, value in sorted(vars(module).items()):
        if name.startswith("_") or getattr(value, "__module__", None) != module.__name__:
            continue
        if inspect.isfunction(value):
            yield name, "function", written(value, False)
        if not inspect.isclass(value) or value.__name__ != name:
            continue
        if constructor(value) is not None:
            yield name, "class", written(constructor(value), True)
        if not can_be_made(value):
            continue
        for member, method in sorted(vars(value).items()):
            if not member.startswith("_") and inspect.isfunction(method):
                yield f"{name}.{member}", "method", written(method, True)


def can_be_made(cls):
    try:
        return type(cls.__new__(cls)) is cls
    except BaseException:
        return False


def listed(distribution):
    for module in modules(distribution):
        for path, kind, parameters in entries(module):
            if parameters is not None:
                row = {"module": module.__name__, "path": path, "kind": kind, "parameters": parameters}
                print(json.dumps(row))


def called(file, module, path):
    """What came of a call: reached, refused, or another error."""
    spec = importlib.util.spec_from_file_location("caller", file)
    caller = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(caller)
    except ImportError as error:
        return f"refused {error}"
    owner = importlib.import_module(module)
    for name in path.split("."):
        before, owner = owner, getattr(owner, name)
    if inspect.isclass(owner):
        owner = constructor(owner) or owner
    code = getattr(inspect.unwrap(owner), "__code__", None)
    given = [None] * len(inspect.signature(caller.use).parameters)
    if "." in path:
        given[0] = before.__new__(before)

    def stop(frame, event, argument):
        if frame.f_code is code:
            raise Reached()

    sys.settrace(stop)
    try:
        caller.use(*given)
    except Reached:
        return "reached"
    except (TypeError, AttributeError) as error:
        return f"refused {error}"
    except BaseException as error:
        return f"other {type(error).__name__}: {error}"
    finally:
        sys.settrace(None)
    return "other it was never reached"


if __name__ != "__main__":
    pass
elif sys.argv[1] == "list":
    listed(sys.argv[2])
else:
    print(called(*sys.argv[2:]).splitlines()[0])
