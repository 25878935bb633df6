"""Misspells each name that a file asks of a module which it imports, as Python's own parser sees it.

Reads paths of files, one a line; prints one JSON object a file: its path, its new text, and the new names.
Every misspelt name is another one, so that each can be looked for in what a check says.
"""

import ast
import json
import sys


def modules(tree):
    """The names that `import` statements bind to modules."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {a.asname or a.name.split(".")[0] for a in node.names}
    return found


def rebound(tree):
    """The names that something else of the file is called, too."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return found


def misspelt(text):
    tree = ast.parse(text)
    asked = modules(tree) - rebound(tree)
    lines = [line.encode() for line in text.splitlines(keepends=True)]
    names = []
    places = {
        (node.end_lineno, node.end_col_offset, node.attr, node.value.id)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Load)
        and isinstance(node.value, ast.Name)
        and node.value.id in asked
        and not node.value.id.startswith("_")
        and not node.attr.startswith("_")
    }
    for number, (line, column, attr, owner) in enumerate(sorted(places, reverse=True)):
        whole = lines[line - 1]
        lines[line - 1] = whole[:column] + b"_zq%d" % number + whole[column:]
        names.append({"line": line, "owner": owner, "name": f"{attr}_zq{number}"})
    changed = b"".join(lines).decode()
    ast.parse(changed)
    return changed, names


for path in sys.stdin.read().splitlines():
    try:
        with open(path, encoding="utf-8") as file:
            changed, names = misspelt(file.read())
    except (OSError, SyntaxError, UnicodeError):
        continue
    print(json.dumps({"path": path, "text": changed, "names": names}))
