"""Adds to assets/python-modules.json the top-level modules of the standard library, on every platform,
as the interpreter that runs this has them. Run it with each interpreter that counts; rows of others
stay as they are:

    python3.11 scripts/standardModules.py

Interpreters before 3.10 do not list the modules of other platforms; what their own folders hold is
listed instead.

Shape: {"3.11": ["__future__", "_abc", …]}, versions and names sorted.
"""

import json
import pathlib
import pkgutil
import sys
import sysconfig

PLACE = pathlib.Path(__file__).parent.parent / "assets" / "python-modules.json"


def found():
    folders = [sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib") + "/lib-dynload"]
    names = {module.name for module in pkgutil.iter_modules(folders)}
    # Of the machine and of the tests that modules have of themselves.
    own = {name for name in names if name.startswith("_sysconfigdata") or "test" in name.split("_")}
    return (names | set(sys.builtin_module_names)) - own - {"lib2to3_tests", "config", "__main__"}


rows = json.loads(PLACE.read_text()) if PLACE.exists() else {}
rows["%d.%d" % sys.version_info[:2]] = sorted(getattr(sys, "stdlib_module_names", None) or found())
ordered = {key: rows[key] for key in sorted(rows, key=lambda version: [int(n) for n in version.split(".")])}
PLACE.write_text(json.dumps(ordered, separators=(",", ":")) + "\n")
