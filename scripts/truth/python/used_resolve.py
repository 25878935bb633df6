"""Whether symbols are there, each in a process of its own that a file's imports ran in before.

used_resolve.py JOB OUT: runs in the environment of the package. Uses of one file share a process, so
that one sees what the file's imports load, and nothing that other files do.
"""

import importlib
import json
import os
import signal
import sys

FILE_SECONDS = 240


def is_there(module, names):
    # As `from a.b import c` goes: an attribute first, then a module of that name.
    try:
        at = importlib.import_module(module)
        for index, name in enumerate(names):
            try:
                at = getattr(at, name)
            except AttributeError:
                if index != 0:
                    raise
                at = importlib.import_module(f"{module}.{name}")
        return True
    except BaseException:
        return False


def answer_all(uses, pipe):
    signal.alarm(FILE_SECONDS)
    for path in uses[0]["imports"]:
        try:
            importlib.import_module(path)
        except BaseException:
            pass
    for use in uses:
        os.write(pipe, b"1" if is_there(use["module"], use["names"]) else b"0")
    os._exit(0)


def main():
    with open(sys.argv[1]) as file:
        job = json.load(file)
    groups = {}
    for index, use in enumerate(job):
        groups.setdefault(json.dumps(use["imports"]), []).append(index)
    found = [False] * len(job)
    for indexes in groups.values():
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            answer_all([job[index] for index in indexes], writer)
        os.close(writer)
        marks = b""
        while chunk := os.read(reader, 4096):
            marks += chunk
        os.close(reader)
        os.waitpid(child, 0)
        for index, mark in zip(indexes, marks):
            found[index] = mark == ord("1")
    with open(sys.argv[2], "w") as file:
        json.dump(found, file)


main()
