"""Does the enumeration say what the reference rows say? calibrate.py CACHE REFERENCE.jsonl.gz

A reference row: package, version, public modules -> names -> kind; where a module has `__all__`,
the names in it, else the public names whose object says that it is of the package.
"""

import gzip
import json
import sys
from pathlib import Path


def reference_view(truth):
    """The part of an enumeration that the reference holds."""
    modules = {}
    for name, module in truth["modules"].items():
        names = {
            shown: entry["kind"]
            for shown, entry in module["names"].items()
            if not shown.startswith("_")
            and (entry["listed"] if module["all"] is not None else entry["scope"] == "defined")
        }
        if names:
            modules[name] = names
    return modules


def main():
    cache, reference = Path(sys.argv[1]), sys.argv[2]
    with gzip.open(reference, "rt") as rows:
        for row in map(json.loads, rows):
            file = cache / row["package"] / "truth.json"
            if not file.exists():
                print(f"{row['package']}: not enumerated")
                continue
            truth = json.loads(file.read_text())
            ours = reference_view(truth)
            theirs = row["modules"]
            both = kinds = 0
            missing, more = [], []
            for module in sorted({*ours, *theirs}):
                a, b = ours.get(module, {}), theirs.get(module, {})
                common = set(a) & set(b)
                both += len(common)
                kinds += sum(a[n] == b[n] for n in common)
                missing += [f"{module}:{n}" for n in sorted(set(b) - set(a))]
                more += [f"{module}:{n}" for n in sorted(set(a) - set(b))]
                for n in sorted(common):
                    if a[n] != b[n]:
                        print(f"  kind {module}:{n}: {a[n]}, reference {b[n]}")
            print(
                f"{row['package']} {row['version']} (here {truth['version']}): "
                f"{both} of {sum(map(len, theirs.values()))} names, {kinds} of the same kind, "
                f"{len(missing)} only there, {len(more)} only here"
            )
            for label, names in (("only there", missing), ("only here", more)):
                for name in names[:40]:
                    print(f"  {label} {name}")


if __name__ == "__main__":
    main()
