"""The second half of standardNames.py: what interpreters show and what stubs say, in one."""

import ast
import gzip
import json
import pathlib

from standardStubs import STUB_MINORS, Stubs, Types, asks_platform, decorators, minor_of, parameters, statements
from standardVersions import FIRST, LAST, SKIPPED, VERSIONS

# What these make are classes, or take names at run time.
OPEN_MODULES = ("enum.", "typing.")
OPEN_CLASSES = {"builtins.super", "builtins.type", "functools.partial", "multiprocessing.managers.BaseManager"}

POSITIONAL, NORMAL, VARARGS, KEYWORD, VARKEYWORDS = range(5)


def written(parameters):
    parts = []
    starred = slashed = False
    for index, (name, kind, has_default) in enumerate(parameters):
        text = name + ("=0" if has_default else "")
        if kind == 2:
            text, starred = "*" + name, True
        elif kind == 4:
            text = "**" + name
        elif kind == 3 and not starred:
            parts.append("*")
            starred = True
        if kind > 0 and not slashed and index > 0 and parameters[index - 1][1] == 0:
            parts.insert(index, "/")
            slashed = True
        parts.append(text)
    if parameters and parameters[-1][1] == 0:
        parts.append("/")
    return "(%s)" % ", ".join(parts)


def covers(wide, narrow):
    """Whether whatever fits the one signature fits the other."""
    placed = [one for one in wide if one[1] <= NORMAL]
    fewer = [one for one in narrow if one[1] <= NORMAL]
    has = {one[1] for one in wide}
    for kind in (VARARGS, VARKEYWORDS):
        if kind not in has and any(one[1] == kind for one in narrow):
            return False
    if len(fewer) > len(placed):
        return False
    for (name, kind, optional), (other, other_kind, other_optional) in zip(placed, fewer):
        if other_optional and not optional:
            return False
        if other_kind == NORMAL and (kind != NORMAL or name != other):
            return False
    if any(not optional for _, _, optional in placed[len(fewer) :]):
        return False
    named = {one[0]: one[2] for one in wide if one[1] in (NORMAL, KEYWORD)}
    needed = {one[0] for one in narrow if one[1] == KEYWORD}
    if any(kind == KEYWORD and not optional and name not in needed for name, kind, optional in wide):
        return False
    given = {one[0] for one in placed[: len(fewer)]}
    for name, kind, optional in narrow:
        if kind == KEYWORD and (name not in named or name in given or (optional and not named[name])):
            return False
    return True


def add_call(calls, rows):
    """Only what no other signature takes as well."""
    rows = [tuple(one) for one in rows]
    if any(covers(one, rows) for one in calls):
        return
    calls[:] = [one for one in calls if not covers(rows, one)] + [rows]


def with_shown(told, shown):
    """What interpreters take besides; of those that take anything, what stubs tell is what they mean."""
    calls = list(told)
    for one in shown:
        is_vague = any(kind == VARKEYWORDS for _, kind, _ in one) and not any(
            kind <= NORMAL and name != "self" for name, kind, _ in one
        )
        if not is_vague or any(kind == VARKEYWORDS for call in told for _, kind, _ in call):
            add_call(calls, one)
    return calls


class Joining:
    def __init__(self, folder, dumps):
        self.stubs = Stubs(folder)
        self.dumps = [json.loads(pathlib.Path(one).read_text()) for one in dumps]
        self.dumps.sort(key=lambda one: minor_of(one["version"]))
        assert [one["version"] for one in self.dumps] == VERSIONS
        self.paths = self.public_paths()
        self.classes = {}
        self.modules = {}

    def public_paths(self):
        """Where a class is called for: `asyncio.Queue`, not the hidden or the longer way."""
        ways = {}
        for dump in self.dumps:
            for module, names in dump["modules"].items():
                for name, (kind, home, _) in names.items():
                    if kind == "c":
                        ways.setdefault(home, set()).add((module, name))
        newest = self.dumps[-1]["modules"]

        def rank(home):
            def of(way):
                module, name = way
                is_old = name not in newest.get(module, {})
                is_alike = module.split(".")[0] == home.split(".")[0].lstrip("_")
                return (is_old, not is_alike, name != home.rpartition(".")[2], module.count("."), len(module), module, name)

            return of

        return {home: ".".join(min(all_ways, key=rank(home))) for home, all_ways in ways.items()}

    def module_row(self, module):
        return self.modules.setdefault(module, {"shown": set(), "stubs": set(), "names": {}})

    def class_row(self, path):
        return self.classes.setdefault(path, {"names": {}, "calls": [], "bases": None, "open": False, "told": {}})

    def what(self, table, name):
        blank = {"kind": None, "home": None, "shown": set(), "stubs": set(), "calls": [], "told": [], "gives": set()}
        return table.setdefault(name, blank)

    def add_shown(self):
        for dump in self.dumps:
            minor = minor_of(dump["version"])
            for module, names in dump["modules"].items():
                row = self.module_row(module)
                row["shown"].add(minor)
                for name, (kind, home, signature) in names.items():
                    one = self.what(row["names"], name)
                    one["kind"] = kind
                    one["home"] = self.paths[home] if kind == "c" else home
                    one["shown"].add(minor)
                    if signature is not None:
                        add_call(one["calls"], signature)
            for path, cls in dump["classes"].items():
                row = self.class_row(self.paths.get(path, path))
                own = self.paths.get(path, path)
                # Two classes that are called for by one name are one.
                row["bases"] = [base for base in (self.paths.get(one, one) for one in cls["bases"]) if base != own]
                row["open"] = row["open"] or cls["open"]
                if cls["call"] is not None:
                    add_call(row["calls"], cls["call"])
                for name, (kind, signature) in cls["names"].items():
                    one = self.what(row["names"], name)
                    one["kind"] = kind
                    one["shown"].add(minor)
                    if signature is not None:
                        add_call(one["calls"], signature)

    def add_stubs(self):
        types = Types(self.stubs, self.paths)
        public = [one for one in self.stubs.trees
                  if one.split(".")[0] not in SKIPPED and not one.startswith("_") and "._" not in one]  # fmt: skip
        for minor in STUB_MINORS:
            for module in public:
                if not self.stubs.is_in(module, minor):
                    continue
                row = self.module_row(module)
                row["stubs"].add(minor)
                row["platform"] = asks_platform(self.stubs.trees[module][0])
                for name, (_, exported, _) in self.stubs.scope(module, minor).items():
                    if exported and not name.startswith("_"):
                        self.add_stub_name(types, module, name, minor, row)

    def add_stub_name(self, types, module, name, minor, row):
        found = self.stubs.resolve(module, name, minor, 1)
        one = self.what(row["names"], name)
        one["stubs"].add(minor)
        source, own, nodes = found or (module, name, [])
        if own is None:
            one["kind"], one["home"] = one["kind"] or "m", one["home"] or source
            return
        classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
        functions = [node for node in nodes if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
        if classes and one["kind"] in (None, "c"):
            path = "%s.%s" % (source, own)
            home = one["home"] or self.paths.get(path, path)
            self.paths.setdefault(path, home)
            one["kind"], one["home"] = "c", home
            for node in classes:
                self.add_class(types, source, home, node, minor)
            return
        one["kind"] = one["kind"] or ("f" if functions else "v")
        for node in functions:
            self.add_function(types, source, one, node, minor, 0)
        for node in nodes:
            if isinstance(node, ast.AnnAssign):
                one["gives"].add(types.text(node.annotation, source, minor))
            elif isinstance(node, ast.Assign):
                bound = list(self.stubs.bound_methods(source, node.value, minor))
                for home, method in bound:
                    self.add_function(types, home, one, method, minor, 1)
                if not bound:
                    one["gives"].add(None)

    def add_function(self, types, module, one, node, minor, skip):
        add_call(one["told"], parameters(node, skip))
        given = types.text(node.returns, module, minor)
        if isinstance(node, ast.AsyncFunctionDef) and given is not None:
            given = "Awaitable[%s]" % given
        one["gives"].add(given)

    def add_class(self, types, module, path, node, minor):
        row = self.class_row(path)
        if row["bases"] is None:
            bases = [types.text(base, module, minor) for base in node.bases]
            row["bases"] = [base[1:] for base in bases if base and base.startswith(".")]
            # A base that is not followed may bring anything, but for those that bring nothing.
            row["open"] = row["open"] or len(row["bases"]) < len(
                [one for one in node.bases if not ast.unparse(one).startswith(("Generic", "Protocol"))]
            )
        for one in statements(node.body, minor):
            if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef)):
                self.add_method(types, module, row, one, minor)
                continue
            if isinstance(one, ast.ClassDef):
                name, kind, annotation = one.name, "c", None
            elif isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
                name, kind, annotation = one.target.id, "v", one.annotation
            elif isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
                name, kind, annotation = one.targets[0].id, "v", None
            else:
                continue
            if name.startswith("_"):
                continue
            field = self.what(row["names"], name)
            field["kind"] = field["kind"] or kind
            field["stubs"].add(minor)
            field["gives"].add(types.text(annotation, module, minor))

    def add_method(self, types, module, row, node, minor):
        marks = decorators(node)
        if node.name in ("__getattr__", "__getattribute__"):
            row["open"] = True
        if node.name in ("__init__", "__new__"):
            add_call(row["told"].setdefault(node.name, []), parameters(node, 1))
        if node.name.startswith("_") and node.name not in ("__enter__", "__aenter__"):
            return
        one = self.what(row["names"], node.name)
        one["stubs"].add(minor)
        if marks & {"setter", "deleter"}:
            return
        if marks & {"property", "cached_property"}:
            one["kind"] = "p"
            one["gives"].add(types.text(node.returns, module, minor))
            return
        one["kind"] = one["kind"] or "f"
        self.add_function(types, module, one, node, minor, 1 if "classmethod" in marks else 0)

    def constructor(self, path, seen=()):
        """What making one takes, by the stubs along the bases; None where they do not say."""
        row = self.classes.get(path)
        if row is None or path in seen:
            return None
        if row["told"]:
            # Where both are there, either may be the one that refuses.
            return next(iter(row["told"].values())) if len(row["told"]) == 1 else None
        for base in row["bases"] or ():
            found = self.constructor(base, (*seen, path))
            if found is not None:
                return found
        return None

    def takes_anything(self, path, seen=()):
        """Exceptions take more than stubs say, nodes of a syntax tree less, and so do tuples with names."""
        if path in ("builtins.BaseException", "builtins.tuple", "ast.AST"):
            return True
        row = self.classes.get(path)
        if row is None or path in seen:
            return False
        return any(self.takes_anything(base, (*seen, path)) for base in row["bases"] or ())

    def lists(self, path, seen=()):
        """Whether anything is known of it: a bag that nothing is made of is there to be filled."""
        row = self.classes.get(path)
        if path in self.bases:
            return True
        if row is None or path in seen:
            return False
        return bool(row["names"]) or any(self.lists(base, (*seen, path)) for base in row["bases"] or ())

    def joined(self):
        self.add_shown()
        self.add_stubs()
        self.bases = {base for row in self.classes.values() for base in row["bases"] or ()}
        modules = {}
        for name, row in sorted(self.modules.items()):
            names = {key: self.written(one, "%s.%s" % (name, key)) for key, one in row["names"].items()
                     if one["kind"] != "m" or one["home"] != "%s.%s" % (name, key) or one["home"] not in self.modules}  # fmt: skip
            modules[name] = {"names": names}
            if span(row):
                modules[name]["in"] = span(row)
            if row.get("platform"):
                modules[name]["platform"] = 1
        classes = {}
        for path, row in sorted(self.classes.items()):
            classes[path] = {"names": {key: self.written(one, None) for key, one in row["names"].items()}}
            if row["bases"]:
                classes[path]["bases"] = row["bases"]
            if row["open"] or path in OPEN_CLASSES or path.startswith(OPEN_MODULES) or not self.lists(path):
                classes[path]["open"] = 1
            calls = self.constructor(path)
            if calls is not None and not self.takes_anything(path):
                classes[path]["call"] = "; ".join(map(written, with_shown(calls, row["calls"])))
        return {"versions": VERSIONS, "modules": modules, "classes": classes}

    def written(self, one, path):
        text = one["kind"] or "v"
        if one["home"] and one["home"] != path:
            text += "@" + one["home"]
        if span(one):
            text += "#" + span(one)
        given = next(iter(one["gives"])) if len(one["gives"]) == 1 else None
        if given is not None and not self.is_listed(given):
            given = None
        if text[0] == "f" and one["told"]:
            returns = "" if given is None else " -> " + given
            calls = with_shown(one["told"], one["calls"])
            text += " " + "; ".join(written(call) + returns for call in calls)
        elif text[0] in "pv" and given not in (None, "None"):
            text += " " + given
        return text

    def is_listed(self, given):
        bare = given[given.rfind("[") + 1 :].rstrip("]")
        # Hidden classes are told by the stubs alone, which leave out what they make at run time.
        return not bare.startswith(".") or (bare[1:] in self.classes and "._" not in bare)


def span(one):
    """`3-` and its kin; empty for what every listed release has, or only a newer one."""
    minors = one["shown"] | one["stubs"]
    if not one["shown"] and min(STUB_MINORS) in minors:
        # Of another platform, or carried by objects: what the oldest stub has is taken for old.
        minors |= set(range(FIRST, min(STUB_MINORS)))
    listed = [minor for minor in range(FIRST, LAST + 1) if minor in minors]
    if not listed or len(listed) == LAST - FIRST + 1:
        return ""
    start = "" if listed[0] == FIRST else str(listed[0] - FIRST)
    end = "" if listed[-1] == LAST or max(minors) > LAST else str(listed[-1] - FIRST)
    return "%s-%s" % (start, end)


def joined(folder, dumps, place):
    found = Joining(folder, dumps).joined()

    def row(value):
        return json.dumps(value, separators=(",", ":"), sort_keys=True)

    # src/names/imports/listedText.ts reads it, a row when somebody asks for it.
    lines = [row(found["versions"])]
    lines += ["m %s %s" % (path, row(one)) for path, one in sorted(found["modules"].items())]
    lines += ["c %s %s" % (path, row(one)) for path, one in sorted(found["classes"].items())]
    pathlib.Path(place).write_bytes(gzip.compress("\n".join(lines).encode(), 9, mtime=0))
