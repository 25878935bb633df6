"""What it costs griffe to tell what broke between two releases: bench_griffe_check.py OLD NEW, each a
folder with the unpacked files. Prints the processor time of loading both and of comparing them, as its
`check` command does after checking out the two, and how many breaking changes it lists.
"""

import json
import sys
from pathlib import Path

from bench_griffe import cpu_ms


def main():
    import griffe
    from griffe_rows import load

    started = cpu_ms()
    old, new = (load(Path(folder))[0] for folder in sys.argv[1:3])
    loaded = cpu_ms()
    breaks = 0
    for name, one in old.modules_collection.members.items():
        other = new.modules_collection.members.get(name)
        if other is not None:
            breaks += sum(1 for _ in griffe.find_breaking_changes(one, other))
    compared = cpu_ms()
    print(json.dumps({"loadMs": loaded - started, "compareMs": compared - loaded, "breaks": breaks}))


main()
