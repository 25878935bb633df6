"""What CPython's own parser sees in the files named on standard input, one JSON document a line.

Read by compareAst.ts. Anything that makes `ast` refuse a file is reported as an error, and the
file is then left out of the comparison.
"""

import ast
import inspect
import io
import json
import sys
import tokenize
import warnings

warnings.simplefilter("ignore")
sys.setrecursionlimit(20000)


def text(node):
    """The text of an expression, marked as such: it is compared on its own account."""
    return None if node is None else {"text": ast.unparse(node)}


def doc(node):
    value = ast.get_docstring(node, clean=False)
    return None if value is None else inspect.cleandoc(value)


def parameters(arguments):
    rows = []
    positional = arguments.posonlyargs + arguments.args
    defaults = [None] * (len(positional) - len(arguments.defaults)) + arguments.defaults
    for index, (argument, default) in enumerate(zip(positional, defaults)):
        kind = "positional" if index < len(arguments.posonlyargs) else "normal"
        rows.append([argument.arg, kind, text(argument.annotation), text(default)])
    if arguments.vararg:
        rows.append([arguments.vararg.arg, "varargs", text(arguments.vararg.annotation), None])
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults):
        rows.append([argument.arg, "keyword", text(argument.annotation), text(default)])
    if arguments.kwarg:
        rows.append([arguments.kwarg.arg, "varkeywords", text(arguments.kwarg.annotation), None])
    return rows


class Body(ast.NodeVisitor):
    """What the skim of a function collects."""

    def __init__(self, first):
        self.first = first
        self.attributes = []
        self.globals = []
        self.generator = False
        self.inner = 0
        self.other = 0

    def target(self, node, line, annotation=None):
        if isinstance(node, (ast.Tuple, ast.List)):
            for element in node.elts:
                self.target(element, line)
        elif isinstance(node, ast.Starred):
            self.target(node.value, line)
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == self.first
            and not self.other
        ):
            self.attributes.append([node.attr, line, text(annotation)])

    def visit_Assign(self, node):
        for target in node.targets:
            self.target(target, node.lineno)
        self.generic_visit(node)

    def visit_AnnAssign(self, node):
        self.target(node.target, node.lineno, node.annotation)
        self.generic_visit(node)

    def visit_Global(self, node):
        self.globals.extend(node.names)

    def visit_Yield(self, node):
        if not self.inner:
            self.generator = True
        self.generic_visit(node)

    visit_YieldFrom = visit_Yield

    def visit_FunctionDef(self, node):
        args = node.args.posonlyargs + node.args.args
        same = bool(args) and args[0].arg == self.first
        self.inner += 1
        self.other += same
        for statement in node.body:
            self.visit(statement)
        self.inner -= 1
        self.other -= same

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node):
        self.inner += 1
        self.other += 1
        for statement in node.body:
            self.visit(statement)
        self.inner -= 1
        self.other -= 1

    def visit_Lambda(self, node):
        self.inner += 1
        self.generic_visit(node)
        self.inner -= 1


def body_of(node):
    arguments = node.args.posonlyargs + node.args.args
    first = arguments[0].arg if arguments else None
    if first is None and node.args.vararg:
        first = node.args.vararg.arg
    visitor = Body(first)
    for statement in node.body:
        visitor.visit(statement)
    return [visitor.attributes, visitor.globals, visitor.generator]


def keyword(node):
    return [2 if node.arg is None else 0, node.arg, text(node.value)]


def base(node):
    if isinstance(node, ast.Starred):
        return [1, None, text(node.value)]
    return [0, None, text(node)]


def statements(body):
    rows = []
    for node in body:
        line = node.lineno
        if isinstance(node, ast.Import):
            rows.append(["import", line, [[a.name, a.asname] for a in node.names]])
        elif isinstance(node, ast.ImportFrom):
            names = [[a.name, a.asname] for a in node.names]
            star = len(names) == 1 and names[0][0] == "*"
            rows.append(["from", line, node.level, node.module or "", None if star else names])
        elif isinstance(node, ast.Assign):
            rows.append(["assign", line, [text(t) for t in node.targets], None, text(node.value)])
        elif isinstance(node, ast.AnnAssign):
            rows.append(
                ["assign", line, [text(node.target)], text(node.annotation), text(node.value)]
            )
        elif isinstance(node, ast.AugAssign):
            rows.append(["assign", line, [text(node.target)], None, text(node.value)])
        elif hasattr(ast, "TypeAlias") and isinstance(node, ast.TypeAlias):
            rows.append(["assign", line, [text(node.name)], None, text(node.value)])
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            rows.append(
                [
                    "def",
                    line,
                    node.name,
                    isinstance(node, ast.AsyncFunctionDef),
                    [text(d) for d in node.decorator_list],
                    parameters(node.args),
                    text(node.returns),
                    doc(node),
                    body_of(node),
                ]
            )
        elif isinstance(node, ast.ClassDef):
            rows.append(
                [
                    "class",
                    line,
                    node.name,
                    [text(d) for d in node.decorator_list],
                    [base(b) for b in node.bases] + [keyword(k) for k in node.keywords],
                    doc(node),
                    statements(node.body),
                ]
            )
        elif isinstance(node, ast.If):
            branches = []
            rest = node
            while True:
                branches.append([text(rest.test), statements(rest.body)])
                # An `elif` is an if alone in the else; the source tells it from `else: if`.
                if len(rest.orelse) == 1 and isinstance(rest.orelse[0], ast.If):
                    if is_elif(rest.orelse[0]):
                        rest = rest.orelse[0]
                        continue
                if rest.orelse:
                    branches.append([None, statements(rest.orelse)])
                break
            rows.append(["if", line, branches])
        elif isinstance(node, (ast.Try, getattr(ast, "TryStar", ast.Try))):
            handlers = [[text(h.type), h.name, statements(h.body)] for h in node.handlers]
            rows.append(
                [
                    "try",
                    line,
                    statements(node.body),
                    handlers,
                    statements(node.orelse),
                    statements(node.finalbody),
                ]
            )
        elif isinstance(node, (ast.For, ast.AsyncFor)):
            rows.append(
                [
                    "loop",
                    line,
                    text(node.target),
                    text(node.iter),
                    statements(node.body),
                    statements(node.orelse),
                ]
            )
        elif isinstance(node, ast.While):
            rows.append(
                ["loop", line, None, text(node.test), statements(node.body), statements(node.orelse)]
            )
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            items = [[text(i.context_expr), text(i.optional_vars)] for i in node.items]
            rows.append(["with", line, items, statements(node.body)])
        elif isinstance(node, ast.Match):
            rows.append(
                ["match", line, text(node.subject), [statements(c.body) for c in node.cases]]
            )
        elif isinstance(node, ast.Delete):
            rows.append(["del", line, [text(t) for t in node.targets]])
        elif isinstance(node, ast.Expr):
            rows.append(["expression", line, text(node.value)])
        elif isinstance(node, ast.Global):
            rows.append(["global", line, node.names])
        else:
            rows.append(["other", line, type(node).__name__.lower()])
    return rows


source_lines = []


def is_elif(node):
    line = source_lines[node.lineno - 1]
    return line.encode("utf8")[node.col_offset :].startswith(b"elif")


def read(path):
    global source_lines
    with open(path, "rb") as file:
        data = file.read()
    tree = ast.parse(data, path)
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    decoded = data.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
    source_lines = decoded.split("\n")
    return {"doc": doc(tree), "body": statements(tree.body)}


for path in sys.stdin:
    path = path.rstrip("\n")
    try:
        row = read(path)
    except (SyntaxError, ValueError, RecursionError, UnicodeError, LookupError) as error:
        row = {"error": f"{type(error).__name__}: {error}"}
    sys.stdout.write(json.dumps(row) + "\n")
    sys.stdout.flush()
