"""What it costs griffe to load packages: bench_griffe.py --unpack FILE FOLDER, once for each, then
bench_griffe.py FOLDER... in one process. Prints the processor time until griffe was imported, and of
each package until it was loaded and until it was dumped; then the peak of memory.

Unpacking is not on griffe's bill, and test folders are removed first, because our table does not read
them. Settings as in griffe_rows.py: aliases resolved, no inspection.
"""

import json
import resource
import shutil
import sys
from pathlib import Path


def cpu_ms():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return (usage.ru_utime + usage.ru_stime) * 1e3


def peak_bytes():
    try:
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def unpack_without_tests(file, folder):
    from griffe_rows import unpack

    folder.mkdir(parents=True)
    search_path = unpack(file, folder)
    for entry in list(search_path.rglob("*")):
        is_test_folder = entry.is_dir() and entry.name in ("tests", "test")
        is_test_file = entry.name == "conftest.py" or (
            entry.suffix == ".py" and entry.name.startswith("test_")
        )
        if is_test_folder:
            shutil.rmtree(entry)
        elif is_test_file and entry.exists():
            entry.unlink()
    print(json.dumps(str(search_path)))


def main():
    if sys.argv[1] == "--unpack":
        unpack_without_tests(Path(sys.argv[2]), Path(sys.argv[3]))
        return
    import griffe  # noqa: F401  start-up is the interpreter and this

    started = cpu_ms()
    packages = [measure(Path(folder)) for folder in sys.argv[1:]]
    print(json.dumps({"startMs": started, "files": packages, "peakBytes": peak_bytes()}))


def measure(folder):
    from griffe_rows import load

    before = cpu_ms()
    loader, failed = load(folder)
    made = cpu_ms()
    for module in loader.modules_collection.members.values():
        module.as_json()
    written = cpu_ms()
    return {
        "madeMs": made - before,
        "writtenMs": written - before,
        "names": count(loader),
        "failed": failed,
    }


def count(loader):
    names, todo = 0, list(loader.modules_collection.members.values())
    while todo:
        module = todo.pop()
        names += len(module.members)
        todo += [m for m in module.members.values() if not m.is_alias and m.is_module]
    return names


if __name__ == "__main__":
    main()
