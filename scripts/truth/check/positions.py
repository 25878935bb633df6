"""Puts one name into every place of Python's grammar, as `ast` itself tells it, and prints JSON lines
`{"position": …, "how": …, "code": …}`. Every code compiles, but for what later interpreters take.

Each class of nodes is made once for each of its fields that hold an expression, with `web.nope` in that
field (`read`; `set` where the name is given something; `quoted` for an annotation in quotes); then each
of those again in every field of the others that may hold it. `--alone` leaves the second round out.
"""

import ast
import json
import re
import sys
import warnings

warnings.simplefilter("ignore")

NAME = "web.nope"

# As little as can stand in a field.
LEAST = {
    "expr": lambda: ast.Name("a", ast.Load()),
    "pattern": lambda: ast.MatchValue(ast.Constant(1)),
    "arguments": lambda: ast.arguments([], [], None, [], [], None, []),
    "expr_context": ast.Load,
    "boolop": ast.And,
    "operator": ast.Add,
    "unaryop": ast.Not,
    "cmpop": ast.Eq,
    "comprehension": lambda: ast.comprehension(ast.Name("c", ast.Store()), LEAST["expr"](), [], 0),
    "match_case": lambda: ast.match_case(LEAST["pattern"](), None, [ast.Pass()]),
    "withitem": lambda: ast.withitem(LEAST["expr"](), None),
    "excepthandler": lambda: ast.ExceptHandler(LEAST["expr"](), None, [ast.Pass()]),
    "alias": lambda: ast.alias("os", None),
    "arg": lambda: ast.arg("b", None),
    "keyword": lambda: ast.keyword("k", LEAST["expr"]()),
    "constant": lambda: 1,
    "identifier": lambda: "b",
    "int": lambda: 0,
    "string": lambda: None,
    "stmt": ast.Pass,
}

# Fields without which a node makes no sense although the grammar lets them be empty.
NEEDED = set(
    """Delete.targets Assign.targets With.items AsyncWith.items Import.names ImportFrom.names Global.names
    Nonlocal.names BoolOp.values Compare.ops Compare.comparators ListComp.generators SetComp.generators
    DictComp.generators GeneratorExp.generators Set.elts Match.cases Try.handlers TryStar.handlers
    MatchOr.patterns Raise.exc AnnAssign.value ExceptHandler.type Dict.keys Dict.values MatchMapping.keys
    MatchMapping.patterns""".split()
)
TWICE = {"BoolOp.values", "MatchOr.patterns"}
GIVEN = set(
    """Assign.targets AnnAssign.target For.target AsyncFor.target comprehension.target
    withitem.optional_vars NamedExpr.target""".split()
)
STORED = GIVEN | {"AugAssign.target", "Delete.targets"}
ANNOTATIONS = {"AnnAssign.annotation", "arg.annotation", "FunctionDef.returns", "AsyncFunctionDef.returns"}


def fields_of(cls):
    """Kind, mark and name of each field, as the documentation has it: `Call(expr func, expr* args, …)`."""
    _, _, listed = (cls.__doc__ or "").replace("\n", " ").partition("(")
    return re.findall(r"(\w+)([?*]?) (\w+)", listed.rsplit(")", 1)[0])


def classes_of(kind):
    return [one for one in getattr(ast, kind).__subclasses__() if one.__module__ == "ast"]


GROUPS = {kind: classes_of(kind) for kind in ("stmt", "expr", "pattern", "excepthandler")}
for plain in ("comprehension", "arguments", "arg", "keyword", "withitem", "match_case"):
    GROUPS[plain] = [getattr(ast, plain)]


def make(cls, hole, thing):
    """A node with the thing in one of its fields, and as little as can be in the others."""
    values = {}
    for kind, mark, field in fields_of(cls):
        key = f"{cls.__name__}.{field}"
        least = LEAST[kind]
        if field == hole:
            value = [least() for _ in range(key in TWICE)] + [thing] if mark == "*" else thing
        elif mark == "*":
            isNeeded = key in NEEDED or (kind == "stmt" and field == "body")
            one = (lambda: ast.Name("b", ast.Store())) if key in STORED else least
            value = [one() for _ in range(isNeeded * (1 + (key in TWICE)))]
        elif mark == "?" and key not in NEEDED:
            value = None
        else:
            value = ast.Name("b", ast.Store()) if key in STORED else least()
        values[field] = value
    complete(cls, values)
    return cls(**values)


def complete(cls, values):
    """Fields that go together."""
    if cls is ast.MatchMapping and not isinstance(values["keys"][0], (ast.Attribute, ast.Constant)):
        values["keys"] = [ast.Constant(1)]
    if cls is ast.MatchClass and values["kwd_patterns"]:
        values["kwd_attrs"] = ["k"]
    if cls is ast.arguments:
        values["args"] = values["args"] or [LEAST["arg"]() for _ in values["defaults"]]
        values["kwonlyargs"] = values["kwonlyargs"] or [LEAST["arg"]() for _ in values["kw_defaults"]]
        values["kw_defaults"] = values["kw_defaults"] or [None for _ in values["kwonlyargs"]]
    if cls is ast.FormattedValue:
        values["conversion"] = -1
        if values["format_spec"] is not None and not isinstance(values["format_spec"], ast.JoinedStr):
            values["format_spec"] = ast.JoinedStr([ast.FormattedValue(values["format_spec"], -1, None)])
    if cls is ast.JoinedStr:
        values["values"] = [
            one if isinstance(one, ast.FormattedValue) else ast.FormattedValue(one, -1, None)
            for one in values["values"]
        ]
    if cls is ast.AnnAssign:
        values["simple"] = int(isinstance(values["target"], ast.Name))


def holes(kind):
    """Fields that hold what is of the kind, with their class and whose kind that is."""
    for group, classes in GROUPS.items():
        for cls in classes:
            for one, _, field in fields_of(cls):
                if one == kind:
                    yield group, cls, field


OUTWARD = {
    "expr": [(ast.Expr, "value"), (ast.Assign, "value")],
    "pattern": [(ast.match_case, "pattern")],
    "match_case": [(ast.Match, "cases")],
    "comprehension": [(ast.ListComp, "generators")],
    "arguments": [(ast.FunctionDef, "args"), (ast.Lambda, "args")],
    "arg": [(ast.arguments, "args")],
    "keyword": [(ast.Call, "keywords")],
    "withitem": [(ast.With, "items")],
    "excepthandler": [(ast.Try, "handlers")],
}
ONLY_IN = {
    ast.Slice: [(ast.Subscript, "slice")],
    ast.Starred: [(ast.List, "elts"), (ast.Call, "args")],
    ast.FormattedValue: [(ast.JoinedStr, "values")],
    ast.MatchStar: [(ast.MatchSequence, "patterns")],
}


def to_code(node, group):
    """Goes outwards to a statement by the first way that compiles; None where there is none."""
    if group == "stmt":
        return compiled(node)
    for cls, field in ONLY_IN.get(type(node), OUTWARD[group]):
        above = next(kind for kind, classes in GROUPS.items() if cls in classes)
        code = to_code(make(cls, field, node), above)
        if code is not None:
            return code
    return None


def compiled(statement):
    try:
        text = ast.unparse(ast.fix_missing_locations(statement))
    except (AttributeError, ValueError, TypeError):
        return None
    for around in ("", "async def f():\n", "def f():\n", "for q in r:\n"):
        body = text if around == "" else re.sub(r"^", "    ", text, flags=re.M)
        code = f"import web\n{around}{body}\n"
        try:
            compile(code, "a.py", "exec")
        except (SyntaxError, ValueError):
            continue
        written = ast.parse(code).body[1]
        # What is written must be what was meant.
        if ast.dump(written if around == "" else written.body[0]) == ast.dump(statement):
            return code
    return None


def name(key):
    context = ast.Del if key == "Delete.targets" else ast.Store if key in STORED else ast.Load
    return ast.Attribute(ast.Name("web", ast.Load()), "nope", context())


def alone():
    for group, cls, field in holes("expr"):
        key = f"{cls.__name__}.{field}"
        yield group, make(cls, field, name(key)), key, "set" if key in GIVEN else "read"
        if key in ANNOTATIONS:
            yield group, make(cls, field, ast.Constant(NAME)), key, "quoted"


def in_each_other(inner):
    for group, node, position, how in inner:
        for outer, cls, field in holes(group):
            key = f"{cls.__name__}.{field}"
            if key not in STORED:
                yield outer, make(cls, field, node), f"{key} > {position}", how


# What interpreters after 3.11 take, and other ways to write the same.
LATER = """
def f[T: web.nope](): pass
def f[T: (int, web.nope)](): pass
class A[T: web.nope]: pass
class A[T = web.nope]: pass
type A = web.nope
type A[T: web.nope] = T
type A[T = web.nope] = T
type A[*T = web.nope] = T
type A[**T = web.nope] = T
x = t'{web.nope}'
x = f'{f'{web.nope}'}'
with (web.nope as a, b): pass
with (a, web.nope as b): pass
with (a as b, web.nope,): pass
x = web . nope
x = (web.\\
  nope)
a; b; web.nope; c
""".strip().replace("\\\\\n", "\\\n")


def main():
    seen, without = set(), []
    inner = list(alone())
    rows = inner if "--alone" in sys.argv else inner + list(in_each_other(inner))
    for group, node, position, how in rows:
        code = to_code(node, group)
        if code is None:
            without.append(position)
        elif NAME in code and code not in seen:
            seen.add(code)
            print(json.dumps({"position": position, "how": how, "code": code}))
    for text in re.split(r"\n(?! )", LATER):
        print(json.dumps({"position": "written", "how": "read", "code": f"import web\n{text}\n"}))
    plain = [one for one in without if ">" not in one]
    print(f"{len(seen)} places; no code for: {', '.join(plain) or 'none'}", file=sys.stderr)


if __name__ == "__main__":
    main()
