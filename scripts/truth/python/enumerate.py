"""One package, in an environment of its own: install, import, write down what it shows.

enumerate.py CACHE NAME[==VERSION]: makes CACHE/NAME/{venv,dist,truth.json,status.json}. What is
there already is kept; --again enumerates anew in the environment that is there. Installs with uv
where the interpreter that runs this has it, else with pip.
"""

import argparse
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

PROBE = Path(__file__).with_name("probe.py")
INSTALL_SECONDS = 2400
MODULE_SECONDS = 40
STALL_SECONDS = 90
PROBE_SECONDS = 1500
RESTARTS_MAX = 25
SKIPPED_PARTS = frozenset({"tests", "test", "conftest", "__main__"})

# What a package asks its user to do before anything of it can be imported.
PRELUDES = {
    "django": """
from django.conf import settings
settings.configure(
    SECRET_KEY="x",
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    SITE_ID=1,
    ROOT_URLCONF="django.contrib.admin.urls_none",
    INSTALLED_APPS=["django.contrib." + app for app in (
        "admin", "admindocs", "auth", "contenttypes", "flatpages", "humanize", "messages",
        "redirects", "sessions", "sitemaps", "sites", "staticfiles", "syndication")],
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}],
)
import django
django.setup()
""",
}
PRELUDES["djangorestframework"] = PRELUDES["django"].replace(
    "INSTALLED_APPS=[", 'INSTALLED_APPS=["rest_framework"] + ['
)


class Skip(Exception):
    """The package cannot be truth on this machine; the message says why."""


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def run(command, seconds, **kwargs):
    try:
        done = subprocess.run(
            command, timeout=seconds, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            **kwargs,
        )
    except subprocess.TimeoutExpired:
        raise Skip(f"{Path(command[0]).name}: no end within {seconds} s") from None
    if done.returncode != 0:
        raise Skip(reason_of(done.stderr or done.stdout))
    return done.stdout


def reason_of(text):
    lines = [line.strip(" │╰─▶×") for line in text.splitlines() if line.strip()]
    told = [line for line in lines if re.search(r"error|requires|unsatisf|no solution|Failed", line, re.I)]
    line = (told or lines or ["no reason given"])[0]
    # Addresses and folders are of this machine, not of the package.
    return re.sub(r"(https?://|/)\S+", "…", line)[:200]


def uv(cache):
    if importlib.util.find_spec("uv") is None:
        return None
    environment = dict(os.environ, UV_CACHE_DIR=str(cache / "uv-cache"), UV_HTTP_TIMEOUT="180")
    if "PIP_CERT" in os.environ:
        environment.setdefault("SSL_CERT_FILE", os.environ["PIP_CERT"])
    return [sys.executable, "-m", "uv"], environment


def install(cache, folder, requirement, extras):
    """An environment with the package; the extras are installed where they can be."""
    venv = folder / "venv"
    python = venv / "bin" / "python"
    mark = folder / "installed"
    if mark.exists() and python.exists():
        return python
    shutil.rmtree(venv, ignore_errors=True)
    tool = uv(cache)
    if tool is not None:
        command, environment = tool
        run([*command, "venv", "--quiet", "--python", sys.executable, str(venv)], 600, env=environment)
        add = [*command, "pip", "install", "--quiet", "--python", str(python)]
    else:
        environment = dict(os.environ)
        run([sys.executable, "-m", "venv", str(venv)], 600)
        add = [str(python), "-m", "pip", "install", "--quiet"]
    run([*add, requirement], INSTALL_SECONDS, env=environment)
    for extra in extras:
        try:
            run([*add, extra], INSTALL_SECONDS, env=environment)
        except Skip as skip:
            print(f"  {requirement}: without {extra}: {skip}", file=sys.stderr)
    mark.write_text(requirement)
    return python


FACTS = """
import importlib.metadata, json, sys
dist = importlib.metadata.distribution(sys.argv[1])
print(json.dumps({"version": dist.version, "files": [str(f) for f in dist.files or ()]}))
"""


def module_names(files):
    """Modules of a distribution by its list of files: (roots, public modules, all modules)."""
    modules, packages = {}, set()
    for file in files:
        parts = file.split("/")
        match = re.fullmatch(r"(.+?)(\.py|(?:\.[A-Za-z0-9_-]+)?\.(?:so|pyd))", parts[-1])
        if match is None or not parts[0] or parts[0] in ("..", ".", "bin"):
            continue
        if any(p.endswith((".dist-info", ".data", ".libs", ".egg-info")) for p in parts):
            continue
        path = [*parts[:-1], match[1]]
        if path[-1] == "__init__":
            path.pop()
            packages.add(".".join(path))
        if not path or not all(part.isidentifier() for part in path):
            continue
        modules[".".join(path)] = file
    roots = set()
    for name in modules:
        parts = name.split(".")
        for length in range(1, len(parts) + 1):
            prefix = ".".join(parts[:length])
            if prefix in packages or length == len(parts):
                roots.add(prefix)
                break
    public = sorted(name for name in modules if is_public(name))
    return sorted(roots), public, sorted(modules)


def is_public(name):
    parts = name.split(".")
    if any(part.startswith("_") for part in parts):
        return False
    inner = parts[1:]
    return not any(
        part in SKIPPED_PARTS or part.startswith("test_") or part.endswith("_test") for part in inner
    ) and parts[0] not in ("tests", "test")


def probe(python, folder, name, roots, modules):
    scratch = folder / "scratch"
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    out, progress = scratch / "out.json", scratch / "progress"
    job = {
        "roots": roots,
        "modules": modules,
        "failed": {},
        "skip_names": {},
        "seconds": MODULE_SECONDS,
        "progress": str(progress),
        "out": str(out),
        "prelude": PRELUDES.get(normal(name)),
    }
    environment = {
        "PATH": os.environ.get("PATH", ""),
        "HOME": str(scratch),
        "LANG": "C.UTF-8",
        "MPLBACKEND": "Agg",
        "HF_HUB_OFFLINE": "1",
        "TOKENIZERS_PARALLELISM": "false",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }
    started = time.monotonic()
    for _ in range(RESTARTS_MAX):
        progress.write_text("")
        (scratch / "job.json").write_text(json.dumps(job))
        child = subprocess.Popen(
            [str(python), "-I", "-X", "utf8", str(PROBE), str(scratch / "job.json")],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=(scratch / "stderr").open("w"), cwd=scratch, env=environment,
            start_new_session=True,
        )
        ended = watch(child, progress)
        if out.exists():
            result = json.loads(out.read_text())
            shutil.rmtree(scratch, ignore_errors=True)
            return result
        if time.monotonic() - started > PROBE_SECONDS:
            raise Skip(f"not enumerated within {PROBE_SECONDS} s")
        last = (progress.read_text().splitlines() or [""])[-1].split(" ")
        if last[0] == "import":
            job["failed"][last[1]] = ended
        elif last[0] == "name":
            job["skip_names"].setdefault(last[1], []).append(last[2])
        elif last[0] == "module":
            job["failed"][last[1]] = ended
        else:
            stderr = (scratch / "stderr").read_text(errors="replace").splitlines()
            raise Skip(f"{ended}: {(stderr or [''])[-1][:160]}")
    raise Skip(f"ended {RESTARTS_MAX} times while being imported")


def watch(child, progress):
    """Waits for the child; ends it when it has made no progress for too long."""
    size, since = 0, time.monotonic()
    while child.poll() is None:
        time.sleep(0.2)
        now = progress.stat().st_size
        if now != size:
            size, since = now, time.monotonic()
        elif time.monotonic() - since > STALL_SECONDS:
            child.kill()
            child.wait()
            return f"stopped after {STALL_SECONDS} s without progress"
    return f"ended the process ({child.returncode})"


def enumerate_package(cache, requirement, extras=(), again=False):
    name = normal(re.split(r"[=<>!~ \[]", requirement)[0])
    folder = cache / name
    folder.mkdir(parents=True, exist_ok=True)
    truth_file = folder / "truth.json"
    if truth_file.exists() and not again:
        return json.loads((folder / "status.json").read_text())
    started = time.monotonic()
    python = install(cache, folder, requirement, extras)
    facts = json.loads(run([str(python), "-I", "-c", FACTS, name], 60))
    dist = folder / "dist"
    if not dist.exists() or not any(dist.iterdir()):
        run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "-d", str(dist),
             f"{name}=={facts['version']}"], INSTALL_SECONDS)
    roots, public, modules = module_names(facts["files"])
    if not public:
        raise Skip("no public module")
    result = probe(python, folder, name, roots, public)
    if not result["modules"]:
        raise Skip(f"nothing imports: {next(iter(result['failed'].values()))}")
    truth = {
        "package": name,
        "version": facts["version"],
        "python": sys.version.split()[0],
        "roots": roots,
        "files": [f for f in facts["files"] if f.endswith((".py", ".pyi", ".so"))],
        "all_modules": modules,
        **result,
    }
    truth_file.with_suffix(".new").write_text(json.dumps(truth, separators=(",", ":")))
    truth_file.with_suffix(".new").rename(truth_file)
    status = {
        "package": name,
        "version": facts["version"],
        "file": next(dist.iterdir()).name,
        "modules": len(result["modules"]),
        "failed": len(result["failed"]),
        "names": sum(len(m["names"]) for m in result["modules"].values()),
        "classes": len(result["classes"]),
        "seconds": round(time.monotonic() - started, 1),
    }
    (folder / "status.json").write_text(json.dumps(status))
    return status


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cache", type=Path)
    parser.add_argument("requirement")
    parser.add_argument("--extra", action="append", default=[])
    parser.add_argument("--again", action="store_true")
    options = parser.parse_args()
    options.cache.mkdir(parents=True, exist_ok=True)
    try:
        print(json.dumps(enumerate_package(
            options.cache.resolve(), options.requirement, options.extra, options.again)))
    except Skip as skip:
        print(f"skipped {options.requirement}: {skip}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
