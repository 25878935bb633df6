#: json parse
import json
data = json.parse('{"a": 1}')  # wrong
json.stringify(data)  # wrong
json.dumps(data, indents=2)  # wrong: indent
json.load_file("x.json")  # wrong
#: os path
import os
if os.path.exist("data"):  # wrong: exists
    os.makedir("data/x")  # wrong: mkdir
os.makedirs("data/x", exists_ok=True)  # wrong: exist_ok
os.path.joins("a", "b")  # wrong: join
os.listdirs(".")  # wrong: listdir
os.remove_file("x")  # wrong
#: collections
from collections import Mapping  # wrong: collections.abc.Mapping
from collections import DefaultDict  # wrong: defaultdict
from collections import OrderedDictionary  # wrong
#: datetime
import datetime
from datetime import timedelta, datetime as dt
now = datetime.datetime.now()
now.fromisofmt("2024")  # wrong
now.to_iso()  # wrong
now.isoformat()
dt.utc_now()  # wrong: utcnow
dt.now().add_days(1)  # wrong
timedelta(days=1, years=2)  # wrong
timedelta(days=1).to_seconds()  # wrong: total_seconds
datetime.now()  # wrong
#: asyncio
import asyncio
asyncio.get_running_loops()  # wrong: get_running_loop
asyncio.create_tasks(None)  # wrong: create_task
asyncio.run_async(None)  # wrong
asyncio.wait_for(None)  # wrong
asyncio.sleep(seconds=1)  # wrong
asyncio.Queue().put_async(1)  # wrong
asyncio.run(None, timeout=3)  # wrong
#: subprocess
import subprocess
result = subprocess.run(["ls"], capture_output=True, text=True)
result.output  # maybe
result.get_output()  # wrong
subprocess.execute("ls")  # wrong
subprocess.check_outputs(["ls"])  # wrong: check_output
p = subprocess.Popen(["ls"], capture_output=True)  # wrong
p.waitfor()  # wrong
#: pathlib
from pathlib import Path
p = Path("a")
p.read()  # wrong
p.join("b")  # wrong
p.mkdir(parents=True, exists_ok=True)  # wrong: exist_ok
p.is_directory()  # wrong
p.read_text().decodes()  # wrong
p.list_files()  # wrong
Path.cwd().joinpaths("b")  # wrong: joinpath
#: re
import re
m = re.compile("a").matches("b")  # wrong
re.match_all("a", "b")  # wrong
re.sub("a", "b")  # wrong
re.find("a", "b")  # wrong
re.compile("a").match("b").groups_dict()  # wrong
#: random string
import random
import string
random.rand_int(1, 2)  # wrong: randint
random.sample_one([1])  # wrong
random.randint(1)  # wrong
random.choices([1], n=2)  # wrong
string.letters  # wrong
string.ascii_letter  # wrong: ascii_letters
#: logging
import logging
logging.basicConfig(levels=logging.INFO)  # wrong: level
log = logging.getLogger(__name__)
log.warnings("x")  # wrong: warning
log.success("x")  # wrong
logging.StreamHandlers()  # wrong: StreamHandler
handler = logging.FileHandler("x", modes="a")  # wrong: mode
handler.set_level(1)  # wrong: setLevel
#: functools itertools
import functools
import itertools
from functools import lru_caches  # wrong: lru_cache
functools.memoize(print)  # wrong
itertools.flatten([[1]])  # wrong
itertools.zip_longer([1])  # wrong
from itertools import izip  # wrong
#: time threading
import time
import threading
time.sleeps(1)  # wrong: sleep
time.now()  # wrong
threading.Thread(targets=print)  # wrong: target
threading.Thread(target=print).run_async()  # wrong
threading.Lock().lock()  # wrong
#: typing
from typing import Lists  # wrong: List
from typing import NonNull  # wrong
import typing
typing.Dictionary  # wrong
#: dataclasses
from dataclasses import dataclass, fields, to_dict  # wrong
import dataclasses
dataclasses.as_dict(1)  # wrong: asdict
@dataclass(freeze=True)  # wrong: frozen
class A:
    x: int
#: urllib
import urllib.request
import urllib.parse
urllib.urlopen("x")  # wrong
urllib.request.url_open("x")  # wrong: urlopen
urllib.parse.quote_url("x")  # wrong
urllib.parse.urlparse("x").host_name  # maybe
from urllib import urlencode  # wrong
#: csv sqlite
import csv
import sqlite3
csv.dict_reader(open("x"))  # wrong: DictReader
csv.DictWriter(open("x"), fields=["a"])  # wrong
conn = sqlite3.connect("x")
conn.fetchall()  # wrong
conn.cursor().fetch_all()  # wrong: fetchall
sqlite3.open("x")  # wrong
#: shutil tempfile
import shutil
import tempfile
shutil.copy_file("a", "b")  # wrong
shutil.delete_tree("a")  # wrong
tempfile.TempFile()  # wrong
tempfile.mkdtemps()  # wrong: mkdtemp
#: hashing
import hashlib
import base64
import uuid
import secrets
hashlib.sha_256(b"x")  # wrong: sha256
hashlib.sha256(b"x").hex_digest()  # wrong: hexdigest
base64.encode64(b"x")  # wrong
uuid.uuid4().to_string()  # wrong
uuid.generate()  # wrong
secrets.token_string(3)  # wrong
#: removed
import asyncio
import inspect
inspect.getargspec(print)  # maybe
from xml.etree import cElementTree  # wrong
import xml.etree.ElementTree as ET
ET.parse("x").getroots()  # wrong: getroot
ET.parse("x").getroot().find_all("a")  # wrong: findall
#: argparse
import argparse
parser = argparse.ArgumentParser(descriptions="x")  # wrong: description
parser.add_args("--x")  # wrong
args = parser.parse_args()
args.whatever
parser.parse()  # wrong
#: concurrency
from concurrent.futures import ThreadPool  # wrong
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(workers=3) as pool:  # wrong
    f = pool.submit(print)
    f.get_result()  # wrong
    pool.map_async(print, [])  # wrong
from multiprocessing import Pools  # wrong: Pool
