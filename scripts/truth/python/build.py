"""All of the truth: build.py CACHE [--again] [--only NAME ...].

Enumerates the named packages and as many of the drawn ones as are wanted, two at a time, writes the
rows of griffe beside each, and writes packages.txt: what was taken, in which version, what was
skipped and why. Versions that packages.txt names already are the ones that are installed.
"""

import argparse
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import packages
from enumerate import Skip, enumerate_package

AT_ONCE = 2
GRIFFE_SECONDS = 1800
# Part of every environment that `python3 -m venv` makes for 3.11, and what old packages import.
EXTRAS = ("setuptools<81",)
# What a package does not require, but without which much of it cannot be imported.
EXTRAS_OF = {
    "celery": ("cryptography", "greenlet", "redis", "sqlalchemy"),
    "cloudevents": ("pydantic",),
    "django": ("psycopg2-binary",),
    "google-cloud-storage": ("grpcio", "grpc-google-iam-v1"),
    "hishel": ("fastapi", "httpx", "requests"),
    "msgraph-core": ("deprecated",),
    "pandas": ("jinja2",),
    "spacy-legacy": ("spacy",),
    "sphinxcontrib-jsmath": ("sphinx",),
    "sqlalchemy": ("greenlet",),
    "starlette": ("itsdangerous", "jinja2", "httpx"),
    "transformers": ("torch", "torchvision", "pillow", "sentencepiece"),
}


def take(cache, name, version, again):
    """(status, None) or (None, why it is skipped)."""
    requirement = f"{name}=={version}" if version else name
    reason_file = cache / name / "skipped"
    if reason_file.exists() and not again:
        return None, reason_file.read_text()
    try:
        extras = (*(() if name == "setuptools" else EXTRAS), *EXTRAS_OF.get(name, ()))
        status = enumerate_package(cache, requirement, extras, again)
    except Skip as skip:
        reason_file.parent.mkdir(parents=True, exist_ok=True)
        reason_file.write_text(str(skip))
        print(f"skipped {name}: {skip}", flush=True)
        return None, str(skip)
    rows = cache / name / "griffe.jsonl"
    if not rows.exists() or again:
        script = Path(__file__).with_name("griffe_rows.py")
        wheel = next((cache / name / "dist").iterdir())
        try:
            done = subprocess.run(
                [sys.executable, script, wheel, "--out", rows],
                timeout=GRIFFE_SECONDS, capture_output=True, text=True,
            )
            if done.returncode != 0:
                print(f"  griffe fails on {name}: {done.stderr.strip()[-300:]}", flush=True)
        except subprocess.TimeoutExpired:
            print(f"  griffe: no end within {GRIFFE_SECONDS} s on {name}", flush=True)
    print(json.dumps(status), flush=True)
    return status, None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cache", type=Path)
    parser.add_argument("--again", action="store_true", help="enumerate anew")
    parser.add_argument("--only", nargs="*", help="these packages; packages.txt stays as it is")
    options = parser.parse_args()
    cache = options.cache.resolve()
    cache.mkdir(parents=True, exist_ok=True)
    versions = {name: version for how, name, version, _ in packages.read_list() if version}
    with ThreadPoolExecutor(AT_ONCE) as pool:
        go = lambda name: take(cache, name, versions.get(name), options.again)
        if options.only:
            list(pool.map(go, options.only))
            return
        lines = []
        named = packages.named()
        for name, (status, reason) in zip(named, pool.map(go, named)):
            lines.append(line("named", name, status, reason))
        drawn, candidates = 0, packages.candidates()
        while drawn < packages.DRAWN and candidates:
            # Only as many as are missing, so that the outcome is the order of the draw.
            batch, candidates = candidates[: packages.DRAWN - drawn], candidates[packages.DRAWN - drawn :]
            for name, (status, reason) in zip(batch, pool.map(go, batch)):
                lines.append(line("drawn", name, status, reason))
                drawn += status is not None
    head = "# Written by build.py. named, drawn: in the truth; skipped: why not.\n"
    packages.LIST.write_text(head + "\n".join(lines) + "\n")


def line(how, name, status, reason):
    return f"skipped {name}: {reason}" if status is None else f"{how} {name}=={status['version']}"


if __name__ == "__main__":
    main()
