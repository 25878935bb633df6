"""Files of releases, old ones too, without running anything of theirs.

download.py CACHE < requests: a request a line, `name version`; a version is exact, `2.x`, or `*` for
the newest. Puts each file in CACHE/NAME-VERSION/ and answers a line of JSON: the request, and the
file or the reason why there is none. `pip download` would run the setup script of old releases; so
only its finder is used, with the configuration that pip has on this machine.
"""

import argparse
import json
import sys
from pathlib import Path

from pip._internal.commands import create_command
from pip._internal.models.target_python import TargetPython
from pip._vendor.packaging.version import InvalidVersion, Version

PYTHONS = ((3, 11), (3, 13), (3, 10), (3, 9), (3, 8), (3, 7), (3, 6), (3, 5), (3, 4), (2, 7))
GLIBC_MINOR_MAX = 35


def platforms():
    new = [f"manylinux_2_{minor}_x86_64" for minor in range(GLIBC_MINOR_MAX, 4, -1)]
    return [*new, "manylinux2014_x86_64", "manylinux2010_x86_64", "manylinux1_x86_64", "linux_x86_64"]


class TooLarge(Exception):
    """Not worth the disk."""


class Finder:
    def __init__(self):
        self.command = create_command("download")
        options, _ = self.command.parse_args(["none"])
        options.ignore_requires_python = True
        options.pre = True
        self.options = options
        self.session = self.command._build_session(options)
        self.finders = {}
        self.found = {}

    def candidates(self, name, python):
        key = (name, python)
        if key not in self.found:
            if python not in self.finders:
                target = TargetPython(
                    py_version_info=python, implementation="cp", platforms=platforms(),
                    abis=abis(python),
                )
                self.finders[python] = self.command._build_package_finder(
                    options=self.options, session=self.session, target_python=target,
                    ignore_requires_python=True,
                )
            self.found[key] = self.finders[python].find_all_candidates(name)
        return self.found[key]

    def pick(self, name, wanted):
        """The file that a table of the release is made from: a wheel of any Python before a sdist."""
        sources = None
        for python in PYTHONS:
            found = [c for c in self.candidates(name, python) if matches(c.version, wanted)]
            if not found:
                continue
            newest = max((c.version for c in found if not c.version.is_prerelease),
                         default=max(c.version for c in found))
            found = [c for c in found if c.version == newest]
            wheels = [c for c in found if c.link.is_wheel]
            if wheels:
                return wheels[0]
            sources = sources or found[0]
        return sources


def abis(python):
    tag = f"cp{python[0]}{python[1]}"
    return [tag, f"{tag}m", f"{tag}mu", "abi3", "none"]


def matches(version, wanted):
    if wanted == "*":
        return True
    if wanted.endswith(".x"):
        parts = [part for part in wanted.split(".") if part != "x"]
        # A version of before PEP 440 has no parts.
        release = getattr(version, "release", None) or ()
        return [str(part) for part in release[: len(parts)]] == parts
    try:
        return version == Version(wanted)
    except InvalidVersion:
        return str(version) == wanted


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cache", type=Path)
    parser.add_argument("--mib", type=int, default=400, help="larger files are left out")
    given = parser.parse_args()
    cache = given.cache
    finder = Finder()
    for line in sys.stdin:
        name, wanted = line.split()
        folder = cache / f"{name}-{'newest' if wanted == '*' else wanted}"
        answer = {"package": name, "version": wanted}
        done = sorted(folder.glob("dist/*")) if folder.exists() else []
        missing = folder / "missing"
        if done:
            answer["file"] = str(done[0])
        elif missing.exists():
            answer["missing"] = missing.read_text()
        else:
            folder.mkdir(parents=True, exist_ok=True)
            try:
                candidate = finder.pick(name, wanted)
                if candidate is None:
                    missing.write_text("no such release")
                    answer["missing"] = "no such release"
                else:
                    answer["file"] = str(
                        fetch(finder.session, candidate.link, folder / "dist", given.mib << 20)
                    )
            except TooLarge:
                missing.write_text(f"file over {given.mib} MiB")
                answer["missing"] = f"file over {given.mib} MiB"
            except Exception as error:
                # Not remembered: the network may be better next time.
                answer["missing"] = type(error).__name__
        print(json.dumps(answer), flush=True)


def fetch(session, link, folder, bytes_max):
    folder.mkdir(exist_ok=True)
    response = session.get(link.url_without_fragment, stream=True)
    response.raise_for_status()
    if int(response.headers.get("content-length") or 0) > bytes_max:
        raise TooLarge
    part = folder.parent / "part"
    with part.open("wb") as file:
        for chunk in response.iter_content(1 << 20):
            file.write(chunk)
    return part.rename(folder / link.filename)


if __name__ == "__main__":
    main()
