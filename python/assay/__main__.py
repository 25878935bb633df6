"""Runs the program on Node, as if it had been called itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import List

from ._node import NoNode, find_node

PROGRAM = Path(__file__).resolve().parent / "program" / "dist" / "cli" / "main.cjs"
#: Of the program: it could not do its work.
FAILED = 3


def main() -> int:
    try:
        command = [find_node(), str(PROGRAM), *sys.argv[1:]]
    except NoNode as none:
        print(none, file=sys.stderr)
        return FAILED
    if sys.platform == "win32":
        return _run(command)
    # Node takes the place of this process: signals, streams and the exit status are its own.
    os.execv(command[0], command)


def _run(command: List[str]) -> int:
    # Ctrl-C goes to both; the program decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return subprocess.call(command)


if __name__ == "__main__":
    sys.exit(main())
