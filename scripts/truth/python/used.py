"""Symbols of a package that its own tests and examples use, each resolved at run time.

used.py CACHE NAME [--seed N] [--count N]: installs the newest release, unpacks its source
distribution, collects what the tests and examples import from the package and the attributes they
take of it, and lets the interpreter resolve each. Prints one line of JSON: `used` has symbols that
are there, `unused` has symbols that are not (each made from one that is: misspelt, moved to another
module, or put below it). Or `skipped` with the reason.
"""

import argparse
import ast
import json
import random
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from download import Finder, fetch
from enumerate import FACTS, Skip, install, module_names, normal, run

RESOLVE = Path(__file__).with_name("used_resolve.py")
USERS = re.compile(
    r"(^|/)(tests?|testing|examples?|samples?|demos?|tutorials?|docs?)/|(^|/)(test_[^/]*|[^/]*_test)\.py$"
)
FILES_MAX = 400
FILE_BYTES_MAX = 400_000
SOURCE_MIB_MAX = 200
RESOLVE_SECONDS = 1800


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cache", type=Path)
    parser.add_argument("name")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=10)
    given = parser.parse_args()
    try:
        answer = used(given.cache.resolve(), given.name, given.seed, given.count)
    except Skip as skip:
        answer = {"skipped": str(skip)}
    except Exception as error:
        answer = {"skipped": f"{type(error).__name__}: {error}"[:200]}
    print(json.dumps({"package": normal(given.name), **answer}))


def used(cache, name, seed, count):
    folder = cache / normal(name)
    folder.mkdir(parents=True, exist_ok=True)
    python = install(cache, folder, name, [])
    facts = json.loads(run([str(python), "-I", "-c", FACTS, name], 300))
    roots = tuple(f"{root}." for root in module_names(facts["files"])[0])
    texts = list(sources(folder, name, facts["version"]))
    draw = random.Random(f"{seed} {normal(name)}")
    # What other distributions put into a shared package is theirs.
    tops = {root.split(".")[0] for root in roots}
    uses = [
        one for path, text in texts for one in uses_of(path, text, tops)
        if f"{one['symbol']}.".startswith(roots)
    ]
    if not uses:
        raise Skip("its source distribution has no tests or examples that use it")
    by_symbol = {}
    for one in uses:
        by_symbol.setdefault(one["symbol"], one)
    symbols = sorted(by_symbol)
    draw.shuffle(symbols)
    # More than are wanted: some of them will not resolve here.
    tried = [by_symbol[symbol] for symbol in symbols[: 3 * count]]
    found = [one for one, there in zip(tried, resolved(folder, python, tried)) if there][:count]
    changed = [other for one in found for other in mutations(draw, one, found)]
    absent = [one for one, there in zip(changed, resolved(folder, python, changed)) if not there]
    return {
        "version": facts["version"],
        "files": len(texts),
        "symbols": len(symbols),
        "used": [{"symbol": one["symbol"], "file": one["file"]} for one in found],
        "unused": [one["symbol"] for one in absent],
    }


def sources(folder, name, version):
    """The tests and examples of the source distribution: path and text."""
    kept = sorted((folder / "source").glob("*")) if (folder / "source").exists() else []
    if not kept:
        finder = Finder()
        found = [
            one for one in finder.candidates(name, (3, 11))
            if str(one.version) == version and not one.link.is_wheel
        ]
        if not found:
            raise Skip("the release has no source distribution")
        kept = [fetch(finder.session, found[0].link, folder / "source", SOURCE_MIB_MAX << 20)]
    count = 0
    for path, read in members(kept[0]):
        inner = path.split("/", 1)[-1]
        if not inner.endswith(".py") or not USERS.search(inner):
            continue
        data = read()
        if data is None or len(data) > FILE_BYTES_MAX:
            continue
        count += 1
        if count > FILES_MAX:
            return
        yield inner, data


def members(file):
    if file.suffix == ".zip":
        with zipfile.ZipFile(file) as archive:
            for path in sorted(archive.namelist()):
                yield path, lambda path=path: archive.read(path)
        return
    with tarfile.open(file) as archive:
        for member in sorted(archive.getmembers(), key=lambda one: one.name):
            if not member.isfile():
                continue
            yield member.name, lambda member=member: archive.extractfile(member).read()


def uses_of(path, text, roots):
    """What a file takes from the package, as it writes it."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return
    imports, bound, others = [], {}, set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                head = alias.name.split(".")[0]
                if head not in roots:
                    continue
                imports.append(alias.name)
                name, target = (alias.asname, alias.name) if alias.asname else (head, head)
                bound.setdefault(name, set()).add((target, ()))
                yield use(path, alias.name, (), imports)
        elif isinstance(node, ast.ImportFrom):
            if node.level or node.module is None or node.module.split(".")[0] not in roots:
                continue
            imports.append(node.module)
            for alias in node.names:
                if alias.name == "*":
                    continue
                bound.setdefault(alias.asname or alias.name, set()).add((node.module, (alias.name,)))
                yield use(path, node.module, (alias.name,), imports)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            others.add(node.name)
        elif isinstance(node, ast.arg):
            others.add(node.arg)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            others.add(node.id)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Load):
            continue
        chain = []
        at = node
        while isinstance(at, ast.Attribute):
            chain.append(at.attr)
            at = at.value
        if not isinstance(at, ast.Name) or at.id in others or len(bound.get(at.id, ())) != 1:
            continue
        ((module, names),) = bound[at.id]
        yield use(path, module, (*names, *reversed(chain)), imports)


def use(path, module, names, imports):
    symbol = ".".join((module, *names))
    return {"symbol": symbol, "module": module, "names": names, "file": path, "imports": imports}


def resolved(folder, python, uses):
    """Whether each is there, in the order given; what a file imports is imported before."""
    scratch = folder / "scratch"
    scratch.mkdir(exist_ok=True)
    job = [{"imports": sorted(set(one["imports"])), "module": one["module"], "names": list(one["names"])}
           for one in uses]
    (scratch / "job.json").write_text(json.dumps(job))
    (scratch / "out.json").unlink(missing_ok=True)
    subprocess.run(
        [str(python), "-I", "-X", "utf8", str(RESOLVE), "job.json", "out.json"],
        cwd=scratch, timeout=RESOLVE_SECONDS, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={"PATH": "/usr/bin:/bin", "HOME": str(scratch), "LANG": "C.UTF-8", "MPLBACKEND": "Agg"},
    )
    return json.loads((scratch / "out.json").read_text())


def mutations(draw, one, all_found):
    """Symbols that may well not be there: misspelt, in another module, below what is there."""
    module, names = one["module"], tuple(one["names"])
    if not names:
        return
    *head, last = names
    cut = draw.randrange(len(last))
    misspelt = [last + "s", last[:cut] + last[cut + 1 :], last + "_all", "get_" + last, last.swapcase()]
    wrong = draw.choice([word for word in misspelt if word.isidentifier()] or [last + "s"])
    yield {**one, **use(one["file"], module, (*head, wrong), one["imports"])}
    other = draw.choice(all_found)
    if other["module"] != module:
        yield {**one, **use(one["file"], other["module"], (last,), [*one["imports"], *other["imports"]])}
    yield {**one, **use(one["file"], module, (*names, draw.choice(["get", "name", "load", "data"])), one["imports"])}


if __name__ == "__main__":
    main()
