#: json os
import json, os, sys, re, io
with open("x") as f:
    json.load(f, object_hook=dict)
json.dumps({}, indent=2, sort_keys=True, default=str, ensure_ascii=False)
os.makedirs(os.path.join("a", "b"), exist_ok=True)
os.environ.get("A", "b").split(",")
for root, dirs, files in os.walk("."):
    os.path.splitext(files[0])[1].lower()
os.getuid(), os.sched_getaffinity(0), os.startfile("x")
sys.stdout.reconfigure(encoding="utf-8")
sys.getwindowsversion().major
re.compile("a", re.I | re.MULTILINE).sub("b", "c", count=1).strip()
m = re.match("(?P<x>a)", "a")
m.group("x"), m.groupdict()["x"], m["x"], m.start(1)
#: datetime
from datetime import datetime, timedelta, timezone, date
from zoneinfo import ZoneInfo
now = datetime.now(tz=timezone.utc)
(now - timedelta(days=1, hours=2)).isoformat(timespec="seconds")
(now - now).total_seconds()
datetime.fromtimestamp(1, ZoneInfo("UTC")).replace(hour=0).date().strftime("%Y")
datetime.strptime("x", "%Y").timestamp()
date.today().isocalendar().week
#: asyncio
import asyncio
async def main():
    async with asyncio.TaskGroup() as tg:
        t = tg.create_task(asyncio.sleep(1, result=3), name="x")
    await asyncio.gather(asyncio.sleep(1), return_exceptions=True)
    await asyncio.wait_for(asyncio.sleep(1), timeout=3)
    loop = asyncio.get_running_loop()
    await loop.run_in_executor(None, print, 1)
    q = asyncio.Queue(maxsize=3)
    await q.put(1)
    q.get_nowait()
    p = await asyncio.create_subprocess_exec("ls", stdout=asyncio.subprocess.PIPE)
    out, err = await p.communicate()
    async with asyncio.timeout(3), asyncio.Semaphore(3):
        t.add_done_callback(print)
    loop.add_signal_handler(1, print)
asyncio.run(main(), debug=True)
asyncio.WindowsSelectorEventLoopPolicy()
#: subprocess pathlib
import subprocess, shutil, tempfile
from pathlib import Path
r = subprocess.run(["ls"], capture_output=True, text=True, check=True, cwd="x", env={}, timeout=3)
r.stdout.strip().splitlines()
with subprocess.Popen("x", shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as p:
    for line in p.stdout:
        line.decode()
    p.wait(timeout=3)
    p.returncode
p = Path(__file__).resolve().parent / "x"
p.mkdir(parents=True, exist_ok=True)
for f in sorted(p.rglob("*.py")):
    f.with_suffix(".x").write_text(f.read_text(encoding="utf-8"))
    f.stat().st_mtime
    f.relative_to(p).as_posix().upper()
p.parent.joinpath("y").unlink(missing_ok=True)
shutil.rmtree(p, ignore_errors=True)
shutil.copytree("a", "b", dirs_exist_ok=True)
with tempfile.TemporaryDirectory(prefix="x") as d, tempfile.NamedTemporaryFile("w", suffix="x", delete=False) as t:
    t.write(d)
    t.flush()
    t.name
#: logging
import logging
import logging.handlers
import logging.config
logging.basicConfig(level=logging.INFO, format="x", handlers=[logging.StreamHandler()], force=True)
log = logging.getLogger(__name__)
log.warning("x %s", 1, exc_info=True, extra={})
log.setLevel("INFO")
log.warn("x")
h = logging.handlers.RotatingFileHandler("x", maxBytes=3, backupCount=2)
h.setFormatter(logging.Formatter("x", datefmt="y"))
log.addHandler(h)
logging.config.dictConfig({})
#: collections functools
from collections import defaultdict, Counter, deque, OrderedDict, namedtuple, ChainMap
from functools import lru_cache, partial, wraps, reduce, cached_property, cache
from itertools import chain, product, islice, groupby, zip_longest, pairwise
from dataclasses import dataclass, field, asdict, replace, fields
from enum import Enum, auto, IntFlag, StrEnum
P = namedtuple("P", "x y", defaults=[1])
P(1)._asdict()
P(1).x
Counter("a").most_common(3)
d = defaultdict(list)
d["a"].append(1)
@lru_cache(maxsize=None)
def f(x): return x
f.cache_clear()
class C(Enum):
    A = auto()
C.A.value, C["A"].name
Color = Enum("Color", "RED")
Color.RED.value
@dataclass(frozen=True, slots=True, kw_only=True)
class D:
    x: list = field(default_factory=list, repr=False)
asdict(D())
chain.from_iterable([[1]])
#: networking
import socket, ssl, urllib.request, urllib.parse, http.client, http.server, smtplib
from email.mime.text import MIMEText
from email.message import EmailMessage
with urllib.request.urlopen(urllib.request.Request("x", data=b"x", headers={}, method="POST"), timeout=3) as r:
    r.read().decode()
    r.status
u = urllib.parse.urlparse("x")
u.netloc, u.hostname, u._replace(path="x").geturl()
urllib.parse.parse_qs(u.query, keep_blank_values=True)
with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as s:
    s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    s.bind(("x", 1)); s.listen()
    c, a = s.accept()
    c.sendall(b"x"); c.recv(3)
ssl.create_default_context(cafile="x").wrap_socket(s, server_hostname="x")
class H(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.wfile.write(b"x")
http.server.HTTPServer(("x", 1), H).serve_forever()
m = EmailMessage()
m["To"] = "x"
m.set_content("x")
m.add_attachment(b"x", maintype="x", subtype="y", filename="z")
with smtplib.SMTP_SSL("x", 1, context=None) as s:
    s.login("a", "b"); s.send_message(m)
#: concurrency
import threading, multiprocessing as mp, queue
from concurrent.futures import ThreadPoolExecutor, as_completed, ProcessPoolExecutor
with ThreadPoolExecutor(max_workers=3, thread_name_prefix="x") as pool:
    fs = {pool.submit(print, 1): 1}
    for f in as_completed(fs, timeout=3):
        f.result(timeout=3)
    list(pool.map(print, [1], chunksize=2))
t = threading.Thread(target=print, args=(1,), kwargs={}, daemon=True, name="x")
t.start(); t.join(timeout=3); t.is_alive()
local = threading.local()
local.anything = 1
local.anything.whatever()
with mp.Pool(processes=3) as p:
    p.starmap_async(print, [(1, 2)]).get(timeout=3)
with mp.Manager() as m:
    m.dict().update(a=1)
    m.Queue().put(1)
q = queue.Queue(); q.put(1, block=False); q.task_done()
#: others
import argparse, csv, sqlite3, hashlib, base64, uuid, random, string, time, typing, types, inspect, contextlib, unittest, unittest.mock, xml.etree.ElementTree as ET, decimal, configparser, zipfile, gzip, pickle, struct, secrets, getpass, platform, traceback, warnings, textwrap, copy, heapq, bisect, math, statistics, signal
p = argparse.ArgumentParser(description="x", formatter_class=argparse.RawTextHelpFormatter)
sub = p.add_subparsers(dest="x", required=True)
sub.add_parser("y", help="z").set_defaults(func=print)
p.add_argument("--x", action=argparse.BooleanOptionalAction, type=int, nargs="+", choices=[1])
a = p.parse_args()
a.func(a)
with sqlite3.connect("x", check_same_thread=False) as c:
    c.row_factory = sqlite3.Row
    c.execute("x", (1,)).fetchall()
    cur = c.cursor(); cur.executemany("x", []); cur.lastrowid
csv.DictWriter(open("x"), fieldnames=["a"], extrasaction="ignore").writeheader()
hashlib.sha256(b"x").hexdigest(), hashlib.new("md5", b"x", usedforsecurity=False)
base64.urlsafe_b64encode(b"x").decode().rstrip("=")
str(uuid.uuid4()), uuid.uuid4().hex.upper()
random.choices("a", k=3), random.SystemRandom().choice("a")
time.perf_counter_ns(), time.strftime("%Y", time.gmtime())
with unittest.mock.patch("x") as m, contextlib.suppress(ValueError), contextlib.ExitStack() as st:
    m.return_value.anything.assert_called_once_with(1)
    st.enter_context(m)
ns = types.SimpleNamespace(a=1); ns.b.c()
ET.parse("x").getroot().findall("a")[0].attrib.get("b")
for e in ET.fromstring("x").iter("a"):
    e.set("a", "b"); e.tail
decimal.Decimal("1").quantize(decimal.Decimal("0.1"), rounding=decimal.ROUND_HALF_UP)
cfg = configparser.ConfigParser(interpolation=None); cfg.read("x", encoding="utf-8"); cfg["a"].getint("b", fallback=1); cfg.getboolean("a", "b", fallback=True)
with zipfile.ZipFile("x", "w", zipfile.ZIP_DEFLATED) as z:
    z.writestr("a", b"b"); z.namelist()
inspect.signature(print).parameters.values()
traceback.format_exc(); warnings.filterwarnings("ignore", category=DeprecationWarning)
signal.signal(signal.SIGTERM, print); signal.SIGKILL; signal.CTRL_C_EVENT
