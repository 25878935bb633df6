"""What the stubs of typeshed say, for standardJoin.py."""

import ast
import pathlib

# The releases that the stubs tell apart; what only a newer one has is there as well.
STUB_MINORS = range(10, 16)
TYPES = {"list", "set", "frozenset", "tuple", "Iterator", "Iterable", "Sequence", "Generator", "Awaitable",
         "Coroutine", "AsyncIterator", "AsyncGenerator", "AbstractContextManager", "ContextManager",
         "AbstractAsyncContextManager", "deque", "Collection"}  # fmt: skip


def holds(test, minor):
    """Whether a condition of a stub holds; None for what depends on the platform."""
    if isinstance(test, ast.BoolOp):
        values = [holds(one, minor) for one in test.values]
        decisive = isinstance(test.op, ast.Or)
        if decisive in values:
            return decisive
        return None if None in values else not decisive
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        value = holds(test.operand, minor)
        return None if value is None else not value
    if isinstance(test, ast.Compare) and ast.unparse(test.left) == "sys.version_info":
        asked = ast.literal_eval(test.comparators[0])
        operator = type(test.ops[0])
        return (3, minor) >= asked if operator is ast.GtE else (3, minor) < asked
    return None


def statements(body, minor):
    for one in body:
        if isinstance(one, ast.If):
            value = holds(one.test, minor)
            if value is not False:
                yield from statements(one.body, minor)
            if value is not True:
                yield from statements(one.orelse, minor)
        else:
            yield one


def asks_platform(tree):
    return any(isinstance(one, ast.If) and "sys.platform" in ast.unparse(one.test) for one in ast.walk(tree))


class Stubs:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.trees = {}
        for path in sorted(self.folder.rglob("*.pyi")):
            parts = list(path.relative_to(self.folder).with_suffix("").parts)
            if parts[-1] == "__init__":
                parts.pop()
            self.trees[".".join(parts)] = (ast.parse(path.read_text()), path.name == "__init__.pyi")
        self.known = {}
        self.ranges = {}
        for line in (self.folder / "VERSIONS").read_text().splitlines():
            line = line.split("#")[0].strip()
            if line:
                name, releases = line.split(":")
                first, last = releases.strip().split("-")
                self.ranges[name] = (minor_of(first), minor_of(last) if last else 99)

    def is_in(self, module, minor):
        parts = module.split(".")
        for length in range(1, len(parts) + 1):
            first, last = self.ranges.get(".".join(parts[:length]), (0, 99))
            if not first <= minor <= last:
                return False
        return True

    def absolute(self, module, statement):
        if statement.level == 0:
            return statement.module
        parts = module.split(".")
        if not self.trees[module][1]:
            parts.pop()
        parts = parts[: len(parts) - statement.level + 1]
        return ".".join(parts + ([statement.module] if statement.module else []))

    def scope(self, module, minor):
        """Name: (nodes, exported, (module, name) it comes from)."""
        key = (module, minor)
        if key in self.known:
            return self.known[key]
        names = self.known[key] = {}
        if module not in self.trees or not self.is_in(module, minor):
            return names
        listed = set()

        def add(name, node=None, exported=True, origin=None):
            nodes, before, home = names.get(name, ([], False, None))
            names[name] = (nodes + ([node] if node else []), before or exported, origin or home)

        for one in statements(self.trees[module][0].body, minor):
            if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                add(one.name, one)
            elif isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
                add(one.target.id, one)
            elif isinstance(one, (ast.Assign, ast.AugAssign)):
                targets = one.targets if isinstance(one, ast.Assign) else [one.target]
                for target in targets:
                    if isinstance(target, ast.Name) and target.id == "__all__":
                        listed |= {n.value for n in ast.walk(one.value) if isinstance(n, ast.Constant)}
                    elif isinstance(target, ast.Name):
                        add(target.id, one)
            elif isinstance(one, ast.Import):
                for alias in one.names:
                    name = alias.asname or alias.name.split(".")[0]
                    add(name, None, alias.asname == alias.name, (alias.name if alias.asname else name, None))
            elif isinstance(one, ast.ImportFrom):
                source = self.absolute(module, one)
                for alias in one.names:
                    if alias.name != "*":
                        add(alias.asname or alias.name, None, alias.asname == alias.name, (source, alias.name))
                        continue
                    for name, (_, exported, _) in self.scope(source, minor).items():
                        if exported and not name.startswith("_"):
                            add(name, None, True, (source, name))
        for name in listed:
            nodes, _, home = names.get(name, ([], True, None))
            names[name] = (nodes, True, home)
        return names

    def bound_methods(self, module, value, minor):
        """`randint = _inst.randint`, where `_inst: Random`: the methods, each with its module."""
        if not isinstance(value, ast.Attribute) or not isinstance(value.value, ast.Name):
            return
        for node in self.scope(module, minor).get(value.value.id, ([],))[0]:
            if isinstance(node, ast.AnnAssign):
                yield from self.methods(module, node.annotation, value.attr, minor)

    def methods(self, module, cls, name, minor, depth=0):
        if depth > 8 or not isinstance(cls, (ast.Name, ast.Attribute)):
            return
        *modules, last = ast.unparse(cls).split(".")
        found = self.resolve(".".join(modules) or module, last, minor)
        for node in found[2] if found else []:
            if not isinstance(node, ast.ClassDef):
                continue
            own = [one for one in statements(node.body, minor)
                   if isinstance(one, ast.FunctionDef) and one.name == name]  # fmt: skip
            if any(decorators(one) - {"overload"} for one in own):
                return
            yield from ((found[0], one) for one in own)
            for base in [] if own else node.bases:
                yield from self.methods(found[0], base, name, minor, depth + 1)

    def resolve(self, module, name, minor, depth=0):
        """Where a name of a stub is defined: (module, name, nodes)."""
        nodes, _, origin = self.scope(module, minor).get(name, ([], False, None))
        if nodes or depth > 8:
            return module, name, nodes
        if origin is None:
            return ("builtins", name, self.scope("builtins", minor).get(name, ([],))[0]) if depth == 0 else None
        if origin[1] is None:
            return origin[0], None, []
        if origin[0] + "." + origin[1] in self.trees:
            return origin[0] + "." + origin[1], None, []
        return self.resolve(origin[0], origin[1], minor, depth + 1)


def minor_of(version):
    return int(version.split(".")[1])


def decorators(node):
    return {ast.unparse(one).split("(")[0].split(".")[-1] for one in node.decorator_list}


class Types:
    """Annotations as paths from the top."""

    def __init__(self, stubs, paths):
        self.stubs = stubs
        # As the stubs call a class, and as it is called here.
        self.paths = paths

    def text(self, node, module, minor):
        if node is None:
            return None
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node = ast.parse(node.value, mode="eval").body
        if isinstance(node, ast.Constant) and node.value is None:
            return "None"
        if isinstance(node, ast.BinOp):
            both = [self.text(node.left, module, minor), self.text(node.right, module, minor)]
            if "None" not in both or None in both:
                return None
            both.remove("None")
            return both[0]
        if isinstance(node, ast.Subscript):
            return self.generic(node, module, minor)
        if isinstance(node, (ast.Name, ast.Attribute)):
            return self.named(node, module, minor)
        return None

    def named(self, node, module, minor):
        parts = ast.unparse(node).split(".")
        if parts == ["Self"]:
            return "Self"
        found = self.stubs.resolve(module, parts[0], minor)
        if found is not None and found[1] is None and len(parts) > 1:
            source = found[0]
            while len(parts) > 2 and source + "." + parts[1] in self.stubs.trees:
                source, parts = source + "." + parts[1], parts[1:]
            found = self.stubs.resolve(source, parts[1], minor, 1)
            parts = parts[1:]
        if found is None or len(parts) > 1 or not any(isinstance(one, ast.ClassDef) for one in found[2]):
            return None
        path = "%s.%s" % (found[0], found[1])
        path = self.paths.get(path, path)
        # What is only an interface has more than it says: `sys.stdout` is no mere `TextIO`.
        is_vague = path.startswith(("typing.", "_typeshed.", "_collections_abc.")) or ".abc." in path
        return None if is_vague or path in ("builtins.object", "builtins.type") else "." + path

    def generic(self, node, module, minor):
        name = ast.unparse(node.value).split(".")[-1]
        items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if name == "Optional":
            return self.text(items[0], module, minor)
        if name in TYPES:
            place = -1 if name in ("Coroutine",) else 0
            is_plain = name != "tuple" or (len(items) == 2 and ast.unparse(items[1]) == "...")
            inner = self.text(items[place], module, minor) if is_plain else None
            return None if inner is None or inner == "None" else "%s[%s]" % (name, inner)
        return self.named(node.value, module, minor) if isinstance(node.value, (ast.Name, ast.Attribute)) else None


def parameters(node, skip):
    given = node.args
    both = given.posonlyargs + given.args
    lacking = len(both) - len(given.defaults)
    rows = []
    for index, one in enumerate(both):
        is_positional = index < len(given.posonlyargs) or (one.arg.startswith("__") and not one.arg.endswith("__"))
        rows.append((one.arg, 0 if is_positional else 1, index >= lacking))
    if given.vararg:
        rows.append((given.vararg.arg, 2, False))
    rows += [(one.arg, 3, default is not None) for one, default in zip(given.kwonlyargs, given.kw_defaults)]
    if given.kwarg:
        rows.append((given.kwarg.arg, 4, False))
    return rows[skip:]
