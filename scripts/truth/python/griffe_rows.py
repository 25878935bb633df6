"""What griffe sees in an artifact, as rows of the form that `assay table --json` prints.

griffe_rows.py WHEEL_OR_SDIST [--out ROWS.jsonl]. Settings as good as they get without running the
package: aliases resolved, implicit ones too, wildcards expanded, stubs merged, inherited members
counted. Inspection is off: it imports the package, which is the one thing that is not compared.
"""

import argparse
import json
import logging
import re
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

SKIPPED_PARTS = frozenset({"tests", "test", "conftest", "__main__"})
SKIPPED_FILES = frozenset({"setup", "conftest", "noxfile", "versioneer", "tasks"})


def unpack(artifact, folder):
    """Unpacks; returns the folder from which the package would be imported."""
    if artifact.suffix in (".whl", ".zip", ".egg"):
        with zipfile.ZipFile(artifact) as archive:
            archive.extractall(folder)
    else:
        with tarfile.open(artifact) as archive:
            archive.extractall(folder, filter="data")
    if artifact.suffix == ".whl":
        # Purelib and platlib of a wheel that is not laid out flat.
        for data in folder.glob("*.data/*lib"):
            for entry in data.iterdir():
                entry.rename(folder / entry.name)
        return folder
    top = next((entry for entry in folder.iterdir() if entry.is_dir()), folder)
    return next((top / name for name in ("src", "lib") if has_modules(top / name)), top)


def has_modules(folder):
    return folder.is_dir() and bool(roots(folder))


def roots(folder):
    found = []
    for entry in sorted(folder.iterdir()):
        name = entry.name.partition(".")[0]
        if not name.isidentifier() or entry.name.endswith((".dist-info", ".libs", ".data", ".egg-info")):
            continue
        if entry.is_dir():
            if name not in ("docs", "doc", "examples", "tests", "test") and any(
                entry.rglob("*.py")
            ):
                found.append(name)
        elif entry.suffix in (".py", ".so", ".pyi") and name not in SKIPPED_FILES:
            found.append(name)
    return sorted(set(found))


def is_public_module(path):
    first, *inner = path.split(".")
    if any(part.startswith("_") for part in (first, *inner)) or first in ("tests", "test"):
        return False
    return not any(
        part in SKIPPED_PARTS or part.startswith("test_") or part.endswith("_test") for part in inner
    )


def load(search_path):
    """A loader that has everything below the folder; public API of griffe only."""
    import griffe

    logging.getLogger("griffe").setLevel(logging.CRITICAL)
    loader = griffe.GriffeLoader(
        search_paths=[search_path], allow_inspection=False, extensions=griffe.load_extensions()
    )
    failed = {}
    for root in roots(search_path):
        try:
            loader.load(root, try_relative_path=False, find_stubs_package=True)
        except Exception as error:
            failed[root] = f"{type(error).__name__}: {error}"
    loader.resolve_aliases(implicit=True, external=False)
    return loader, failed


class Rows:
    def __init__(self, write, search_path):
        self.write = write
        self.search_path = search_path
        self.members_of = set()

    def module(self, module, seen):
        if module.path in seen:
            return
        seen.add(module.path)
        if is_public_module(module.path):
            self.row(module.path, "", "module", module)
            for name, member in list(module.members.items()):
                exported = isinstance(module.exports, list) and name in module.exports
                # Wildcards that lead out of the artifact stay members under names such as `os/*`.
                if not name.isidentifier() or (name.startswith("_") and not exported):
                    continue
                self.member(module.path, name, member)
        for member in list(module.members.values()):
            if not member.is_alias and member.is_module:
                self.module(member, seen)

    def member(self, module_path, name, member):
        target = final(member)
        if target is None:
            # The name is there; what it is lies outside of the artifact.
            self.row(module_path, name, None, None, public=public(member), alias=target_path(member))
            return
        alias = target.path if target.path != f"{module_path}.{name}" else None
        self.row(
            module_path, name, kind_of(target, False), target, public=public(member), alias=alias
        )
        if target.is_class:
            self.class_members(target)

    def class_members(self, cls):
        if cls.path in self.members_of:
            return
        self.members_of.add(cls.path)
        try:
            members = dict(cls.all_members)
        except Exception:
            members = dict(cls.members)
        symbol = cls.path[len(cls.module.path) + 1 :]
        for name, member in members.items():
            if name.startswith("_") and not (name.startswith("__") and name.endswith("__")):
                continue
            target = final(member)
            kind = None if target is None else kind_of(target, True)
            path = f"{cls.module.path}.{symbol}.{name}"
            alias = target.path if target is not None and target.path != path else None
            self.row(
                cls.module.path, f"{symbol}.{name}", kind, target, public=public(member), alias=alias
            )

    def row(self, module, symbol, kind, target, public=True, alias=None):
        self.write(
            {
                "module": module,
                "symbol": symbol,
                "kind": kind,
                "public": public,
                "signature": signature(target),
                "deprecated": False,
                "deprecated_text": None,
                "since_version": None,
                "doc": None,
                "origin": "py",
                "type_only": False,
                "alias_of": alias,
                "file": self.file_of(target),
                "line": (getattr(target, "lineno", None) or 0) if target is not None else 0,
            }
        )

    def file_of(self, target):
        path = getattr(target, "filepath", None)
        if not isinstance(path, Path) or not path.is_relative_to(self.search_path):
            return None
        return path.relative_to(self.search_path).as_posix()


def final(member):
    if not member.is_alias:
        return member
    try:
        return member.final_target
    except Exception:
        return None


def target_path(member):
    return getattr(member, "target_path", None)


def public(member):
    try:
        return bool(member.is_public)
    except Exception:
        return not member.name.startswith("_")


def kind_of(target, in_class):
    if target.is_module:
        return "module"
    if target.is_class:
        return "class"
    if target.is_function:
        return "method" if in_class else "function"
    if "property" in target.labels:
        return "property"
    return "attribute" if in_class else "constant"


def signature(target):
    """Names, kinds and defaults; annotations are not compared."""
    if target is None or not (target.is_function or target.is_class):
        return None
    try:
        parameters = list(target.parameters)
    except Exception:
        return None
    if target.is_class:
        # The members of a class include those of its bases.
        if "__init__" not in target.all_members:
            return None
        parameters = parameters[1:] if parameters and parameters[0].name == "self" else parameters
    parts, starred, positional = [], False, False
    for parameter in parameters:
        kind = parameter.kind.value if parameter.kind is not None else "positional or keyword"
        if positional and kind != "positional-only":
            parts.append("/")
        positional = kind == "positional-only"
        if kind == "keyword-only" and not starred:
            parts.append("*")
            starred = True
        if kind.startswith("variadic"):
            starred = True
            parts.append(("**" if "keyword" in kind else "*") + parameter.name)
            continue
        default = "" if parameter.default is None else f"={one_line(parameter.default)}"
        parts.append(parameter.name + default)
    if positional:
        parts.append("/")
    return f"({', '.join(parts)})"


def one_line(value):
    return re.sub(r"\s+", " ", str(value))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("artifact", type=Path)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    sys.setrecursionlimit(10_000)
    with tempfile.TemporaryDirectory() as folder:
        search_path = unpack(options.artifact.resolve(), Path(folder))
        loader, failed = load(search_path)
        for root, reason in failed.items():
            print(f"{options.artifact.name}: {root}: {reason}", file=sys.stderr)
        out = options.out.with_suffix(".new").open("w") if options.out else sys.stdout
        write = lambda row: out.write(json.dumps(row, separators=(",", ":")) + "\n")
        rows = Rows(write, search_path)
        seen = set()
        for module in list(loader.modules_collection.members.values()):
            rows.module(module, seen)
        if options.out:
            out.close()
            options.out.with_suffix(".new").rename(options.out)


if __name__ == "__main__":
    main()
