"""What an interpreter shows of small packages: the names of their modules, and what is below those.

shown_names.py < job: a list of {"folder": …, "asked": […]}. Prints a list of {"shown": […],
"there": […], "failed": {…}}: every dotted name of `pkg`, two levels below a module; those of `asked`
that resolve; the modules that cannot be imported. Each package runs in a process of its own.
"""

import importlib
import json
import os
import signal
import sys
import types
from pathlib import Path

SECONDS = 20
OBJECT = frozenset(dir(object))
MODULE = frozenset(dir(types.ModuleType("x")) + ["__builtins__", "__cached__", "__file__", "__path__"])


def modules_of(folder):
    for path in sorted(Path(folder).rglob("*.py")):
        parts = list(path.relative_to(folder).with_suffix("").parts)
        if parts[-1] == "__init__":
            parts.pop()
        if parts and parts[0] == "pkg":
            yield ".".join(parts)


def is_own(thing):
    # What a class says of itself may be anything.
    try:
        home = thing.__module__ if isinstance(thing, type) else type(thing).__module__
        return isinstance(home, str) and home.split(".")[0] == "pkg"
    except BaseException:
        return False


def below(path, thing):
    """What a class or an object of the package shows, without what everything has."""
    if isinstance(thing, types.ModuleType) or not is_own(thing):
        return
    try:
        names = dir(thing)
    except BaseException:
        return
    for name in names:
        if name not in OBJECT and not name.startswith("__") and has(thing, name):
            yield f"{path}.{name}"


def has(thing, name):
    try:
        getattr(thing, name)
        return True
    except BaseException:
        return False


def shown(folder):
    sys.path.insert(0, folder)
    failed = {}
    for name in modules_of(folder):
        try:
            importlib.import_module(name)
        except BaseException as error:
            failed[name] = f"{type(error).__name__}: {error}"
    names = set()
    for path in modules_of(folder):
        module = sys.modules.get(path)
        if module is None:
            continue
        for name in dir(module):
            if name in MODULE or not has(module, name):
                continue
            names.add(f"{path}.{name}")
            names.update(below(f"{path}.{name}", getattr(module, name)))
    return sorted(names), failed


def is_there(path):
    parts = path.split(".")
    at = importlib.import_module(parts[0])
    reached = parts[0]
    for part in parts[1:]:
        reached += "." + part
        try:
            at = getattr(at, part)
            continue
        except AttributeError:
            pass
        try:
            at = importlib.import_module(reached)
        except ImportError:
            return is_of_object(at, part) and path == reached
    return True


def is_of_object(cls, name):
    """What only objects of a class have, where one can be made."""
    if not isinstance(cls, type):
        return False
    if any(name in getattr(step, "__annotations__", ()) for step in cls.__mro__):
        return True
    try:
        return hasattr(cls(), name)
    except BaseException:
        # Nobody can tell.
        return True


def judged(job):
    names, failed = shown(job["folder"])
    asked = []
    for path in job["asked"]:
        try:
            if is_there(path):
                asked.append(path)
        except BaseException:
            pass
    return {"shown": names, "there": asked, "failed": failed}


def apart(job):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        os.close(reader)
        sys.stdout = sys.stderr = open(os.devnull, "w")
        with os.fdopen(writer, "w") as out:
            json.dump(judged(job), out)
            out.flush()
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as out:
        text = out.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else {"shown": [], "there": job["asked"], "failed": {"pkg": "no end"}}


print(json.dumps([apart(job) for job in json.load(sys.stdin)]))
