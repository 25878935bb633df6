# Names that an installed distribution has: of its modules, and of the classes in them.
#
#   python lostNames.py <distribution>     one line of JSON for each of them
import inspect
import json
import sys
import types

from parameters import modules


def kind(value):
    return "class" if inspect.isclass(value) else "function" if callable(value) else "value"


def rows(module):
    for name, value in sorted(vars(module).items()):
        if name.startswith("_") or isinstance(value, types.ModuleType):
            continue
        home = getattr(value, "__module__", None)
        # What a module only imports for itself is nobody's business.
        if home is not None and str(home).split(".")[0] != module.__name__.split(".")[0]:
            continue
        yield {"owner": None, "name": name, "kind": kind(value)}
        if inspect.isclass(value) and home == module.__name__:
            for member in sorted(set(dir(value)) - set(dir(type))):
                if not member.startswith("_"):
                    yield {"owner": name, "name": member, "kind": "member"}


for module in modules(sys.argv[1]):
    for row in rows(module):
        print(json.dumps({"module": module.__name__, **row}))
