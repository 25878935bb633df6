"""Which names are there in what is installed, by importing it: the truth for releases.ts.

    <python of an environment> scripts/truth/check/installed.py <rows.jsonl>... > installed.jsonl

Rows have `package` and `symbol`, or `deprecated` and `replacement`. Names of packages that are not
installed are left out.
"""

import importlib
import importlib.metadata
import json
import sys
import warnings


def exists(symbol):
    parts = symbol.split(".")
    for length in range(len(parts), 0, -1):
        try:
            value = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        except Exception:
            continue
        for name in parts[length:]:
            if not hasattr(value, name):
                return False
            value = getattr(value, name)
        return True
    return False


def main(paths):
    warnings.simplefilter("ignore")
    seen = set()
    for path in paths:
        for line in open(path, encoding="utf-8"):
            row = json.loads(line)
            names = [row.get(key) for key in ("symbol", "deprecated", "replacement")]
            for symbol in filter(None, names):
                package = row["package"]
                if (package, symbol) in seen:
                    continue
                seen.add((package, symbol))
                try:
                    version = importlib.metadata.version(package)
                except importlib.metadata.PackageNotFoundError:
                    continue
                found = exists(symbol)
                print(json.dumps({"package": package, "version": version, "symbol": symbol, "exists": found}))


if __name__ == "__main__":
    main(sys.argv[1:])
