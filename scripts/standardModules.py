"""Adds to assets/python-modules.json the top-level modules of the standard library, on every platform,
as the interpreter that runs this has them. Run it with each interpreter that counts; rows of others
stay as they are:

    python3.11 scripts/standardModules.py

Shape: {"3.11": ["__future__", "_abc", …]}, versions and names sorted.
"""

import json
import pathlib
import sys

PLACE = pathlib.Path(__file__).parent.parent / "assets" / "python-modules.json"

rows = json.loads(PLACE.read_text()) if PLACE.exists() else {}
rows["%d.%d" % sys.version_info[:2]] = sorted(sys.stdlib_module_names)
ordered = {key: rows[key] for key in sorted(rows, key=lambda version: [int(n) for n in version.split(".")])}
PLACE.write_text(json.dumps(ordered, separators=(",", ":")) + "\n")
