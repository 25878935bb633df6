"""Reads JSON lines `{"code": …}` and says of each whether CPython takes it: `{"parses": true}`."""

import ast
import json
import sys
import warnings

warnings.simplefilter("ignore")
for line in sys.stdin:
    code = json.loads(line)["code"]
    try:
        ast.parse(code)
        parses = True
    except (SyntaxError, ValueError, RecursionError, MemoryError, UnicodeError):
        parses = False
    print(json.dumps({"parses": parses}), flush=True)
