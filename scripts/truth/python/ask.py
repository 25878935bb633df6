"""Which of these names can be had? ask.py < [[module, name], ...] prints those that can.

Modules with a `__getattr__` or a `__dir__` have names that `dir` does not show; only asking tells.
Submodules do not count: asking for one that nothing has imported is another question.
"""

import contextlib
import importlib
import json
import os
import sys
import warnings


def main():
    wanted = json.load(sys.stdin)
    warnings.simplefilter("ignore")
    sys.argv = ["python"]
    answer, sys.stdout = sys.stdout, open(os.devnull, "w")
    had = []
    for module, name in wanted:
        with contextlib.suppress(BaseException):
            getattr(importlib.import_module(module), name)
            had.append(f"{module}:{name}")
    answer.write(json.dumps(had))
    answer.flush()
    os._exit(0)


main()
