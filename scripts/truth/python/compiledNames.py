"""What compiled modules of this environment hold: `python compiledNames.py > rows.json`, for
compiledNames.ts. Imports every one of them, so run it where that may be done."""

import importlib
import json
import os
import re
import sys
import sysconfig
import warnings

warnings.simplefilter("ignore")
site = sysconfig.get_paths()["platlib"]
rows = []
for folder, _, files in os.walk(site):
    for file in sorted(files):
        compiled = re.match(r"^([^.]+)(?:\.[\w-]+)?\.so$", file)
        parts = [part for part in os.path.relpath(folder, site).split(os.sep) if part != "."]
        if compiled is None or any("." in part for part in parts):
            continue
        name = ".".join([*parts, compiled[1]])
        try:
            module = importlib.import_module(name)
        except BaseException:  # Some leave the interpreter.
            continue
        if not (getattr(module, "__file__", None) or "").endswith(".so"):
            continue
        names = [one for one in dir(module) if f"{name}.{one}" not in sys.modules]
        rows.append({"module": name, "file": os.path.join(folder, file), "names": names})
json.dump(rows, sys.stdout)
