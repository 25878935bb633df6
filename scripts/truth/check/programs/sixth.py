# Programs as models write them for pinned releases, wrong and right ones, of packages that no other file
# has (drawn by a seed from the most popular). They were written before any of them was checked.
#! sortedcontainers==2.4.0 humanize==4.9.0 feedparser==6.0.11 deepdiff==6.7.1 natsort==8.4.0 sqlparse==0.4.4
#! parse==1.20.1 markdownify==0.11.6 semantic-version==2.10.0 packageurl-python==0.15.0 questionary==2.0.1
#! hypothesis==6.98.0 trio==0.24.0 bcrypt==4.1.2 requests-mock==1.11.0 requests-toolbelt==1.0.0
#! platformdirs==4.2.0 cloudpickle==3.0.0 colorama==0.4.6 jedi==0.19.1 parso==0.8.3 isort==5.13.2
#! aiofiles==23.2.1 unidecode==1.3.8 json5==0.9.14 fastavro==1.9.3 opensearch-py==2.4.2 python-gitlab==4.4.0
#! typeguard==4.1.5 tinycss2==1.2.1 cyclopts==2.4.1 pynacl==1.5.0 websocket-client==1.7.0 langcodes==3.3.0
#! asttokens==2.4.1
#: sortedcontainers, a method of a list
from sortedcontainers import SortedList

scores = SortedList([3, 1, 2])
scores.insort(5)  # wrong: add
print(scores[0])
#: sortedcontainers, a method of a dictionary
from sortedcontainers import SortedDict

prices = SortedDict({"b": 2, "a": 1})
first = prices.peekitem(0)
last = prices.last_key()  # wrong
print(first, last)
#: sortedcontainers, a keyword
from sortedcontainers import SortedKeyList

words = SortedKeyList(["bb", "a"], key_func=len)  # wrong: key
print(words)
#: sortedcontainers, right
from sortedcontainers import SortedDict, SortedKeyList, SortedList, SortedSet

ages = SortedList([30, 20, 25])
ages.update([1, 2])
print(ages.bisect_left(20), ages.irange(2, 25), ages.pop(0))
names = SortedKeyList(["bb", "a"], key=len)
table = SortedDict(b=1)
print(table.peekitem(), table.keys()[0], SortedSet([1]).add(2), names.index("a"))
#: humanize, a function
import humanize

print(humanize.naturalsize(1_000_000, binary=True))
print(humanize.intword(1_200_000))
print(humanize.filesize_to_text(10))  # wrong
#: humanize, a keyword
import datetime

import humanize

delta = datetime.timedelta(seconds=90)
print(humanize.precisedelta(delta, minimum_unit="seconds"))
print(humanize.naturaldelta(delta, precision=2))  # wrong
#: feedparser, what a feed has no more
import feedparser

feed = feedparser.parse("<rss version='2.0'><channel><title>a</title></channel></rss>")
print(feed.feed.title)
feedparser.registerDateHandler(lambda text: None)
print(feedparser._FeedParserMixin)  # wrong
#: feedparser, a keyword
import feedparser

page = feedparser.parse("<rss/>", timeout=5)  # wrong
print(page.bozo)
#: deepdiff, a keyword
from deepdiff import DeepDiff

old = {"a": [1, 2]}
new = {"a": [2, 1]}
print(DeepDiff(old, new, ignore_order=True))
print(DeepDiff(old, new, ignore_ordering=True))  # wrong: ignore_order
#: deepdiff, a method
from deepdiff import DeepDiff

diff = DeepDiff({"a": 1}, {"a": 2})
print(diff.to_json())
print(diff.to_yaml())  # wrong
#: deepdiff, an import
from deepdiff import DeepDiff, DeepHash
from deepdiff import DeepMerge  # wrong

print(DeepHash({"a": 1}), DeepDiff, DeepMerge)
#: deepdiff, right
from deepdiff import DeepDiff, DeepHash, DeepSearch, Delta, extract, grep

one, other = {"a": [1, 2], "b": 1}, {"a": [1, 3], "b": 1}
diff = DeepDiff(one, other, ignore_order=True, report_repetition=True)
print(diff.pretty(), diff.to_dict(), diff.affected_paths)
print(one + Delta(diff) if False else DeepHash(one)[one])
print(DeepSearch(one, 1), one | grep(1), extract(one, "root['b']"))
#: natsort, an algorithm
from natsort import natsorted, ns

print(natsorted(["a10", "a2"], alg=ns.IGNORECASE))
print(natsorted(["a10", "a2"], alg=ns.CASE_INSENSITIVE))  # wrong
#: natsort, a keyword
from natsort import natsorted

print(natsorted(["10", "2"], reverse=True))
print(natsorted(["10", "2"], number_type=float))  # wrong
#: sqlparse, a method of a statement
import sqlparse

statement = sqlparse.parse("select * from a where b = 1")[0]
print(statement.get_type())
print(sqlparse.format("select 1", reindent=True, keyword_case="upper"))
print(sqlparse.prettify("select 1"))  # wrong
#: sqlparse, a token type
from sqlparse import tokens

print(tokens.Keyword.DML)
from sqlparse.sql import Where, IdentifierList, Identifiers  # wrong: Identifier

print(Where, IdentifierList, Identifiers)
#: parse, a function
import parse

result = parse.parse("{name} is {age:d}", "Ann is 3")
print(result["name"], result.named)
compiled = parse.compile("{a}")
print(compiled.fullmatch("x"))  # wrong
#: parse, a keyword
from parse import parse

print(parse("{a}", "x", ignore_case=True))  # wrong
#: markdownify, a keyword of the converter
from markdownify import MarkdownConverter, markdownify

print(markdownify("<b>a</b>", heading_style="ATX", strip=["a"]))
print(MarkdownConverter().to_markdown("<b>a</b>"))  # wrong: convert
#: semantic-version, a method
from semantic_version import SimpleSpec, Version

version = Version("1.2.3")
print(version.next_minor(), SimpleSpec(">=1.0").match(version))
print(version.bump_major())  # wrong: next_major
#: semantic-version, an argument
from semantic_version import Version

print(Version.coerce("1.2"))
print(Version("1.2", partial_ok=True))  # wrong: partial
#: packageurl, a method
from packageurl import PackageURL

purl = PackageURL.from_string("pkg:pypi/a@1")
print(purl.name, purl.to_string())
print(purl.to_json())  # wrong
#: packageurl, a keyword
from packageurl import PackageURL

print(PackageURL(type="npm", namespace="@a", name="b", version="1"))
print(PackageURL(type="npm", package="b"))  # wrong
#: questionary, a kind of question
import questionary

form = questionary.form(name=questionary.text("Name?"), ok=questionary.confirm("Sure?"))
pick = questionary.select("Which?", choices=["a", "b"])
many = questionary.multiselect("Which?", choices=["a"])  # wrong: checkbox
print(form, pick, many)
#: hypothesis, a strategy
from hypothesis import given, settings
from hypothesis import strategies as st


@settings(max_examples=2)
@given(st.lists(st.integers(min_value=0), min_size=1), st.text())
def test(numbers, text):
    assert numbers


test()
print(st.strings().example())  # wrong: text
#: hypothesis, a setting
from hypothesis import given, settings
from hypothesis import strategies as st


@settings(max_examples=2, timeout=10)  # wrong
@given(st.booleans())
def test(one):
    assert one in (True, False)


test()
#: hypothesis, right
from hypothesis import HealthCheck, assume, example, given, note, settings
from hypothesis import strategies as st


@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@example(1, "a")
@given(st.integers(0, 9), st.from_regex(r"[a-z]+", fullmatch=True))
def test(number, text):
    assume(text)
    note(f"{number}")
    assert number < 10


test()
print(st.composite, st.one_of(st.none(), st.floats(allow_nan=False)).map(str))
#: trio, sleeping
import trio


async def main():
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.sleep, 0)
    with trio.move_on_after(1):
        await trio.sleep(0)
    await trio.gather(trio.sleep(0))  # wrong


trio.run(main)
#: trio, a channel
import trio


async def main():
    send, receive = trio.open_memory_channel(1)
    async with send:
        await send.send(1)
    print(await receive.receive())
    queue = trio.Queue(1)  # wrong
    await queue.put(1)


trio.run(main)
#: bcrypt, a function
import bcrypt

salt = bcrypt.gensalt(rounds=4)
hashed = bcrypt.hashpw(b"a", salt)
print(bcrypt.checkpw(b"a", hashed))
print(bcrypt.verify(b"a", hashed))  # wrong: checkpw
#: bcrypt, a keyword
import bcrypt

print(bcrypt.gensalt(rounds=4, prefix=b"2b"))
print(bcrypt.gensalt(log_rounds=4))  # wrong: rounds
#: requests-mock, a method
import requests
import requests_mock

with requests_mock.Mocker() as mocker:
    mocker.get("https://a.example/b", json={"c": 1})
    print(requests.get("https://a.example/b").json(), mocker.called, mocker.call_count)
    mocker.reset()
    mocker.assert_called_once()  # wrong
#: requests-toolbelt, an adapter
import requests
from requests_toolbelt import MultipartEncoder
from requests_toolbelt.adapters.source import SourceAddressAdapter

fields = MultipartEncoder(fields={"a": "b"})
print(fields.content_type, SourceAddressAdapter)
from requests_toolbelt.adapters import RetryAdapter  # wrong

print(requests, RetryAdapter)
#: platformdirs, a function
import platformdirs

print(platformdirs.user_data_dir("a", "b"), platformdirs.user_cache_path("a"))
print(platformdirs.PlatformDirs("a", ensure_exists=False).user_log_dir)
print(platformdirs.user_home_dir())  # wrong
#: platformdirs, a keyword
from platformdirs import user_config_dir

print(user_config_dir("a", appauthor=False, roaming=True))
print(user_config_dir("a", create=True))  # wrong
#: jedi, the old way of a script
import jedi

source = "import json\njson.lo"
script = jedi.Script(source)
print([one.name for one in script.complete(2, 7)][:1])
print(script.completions())  # wrong: complete
#: jedi, a keyword
import jedi

script = jedi.Script("a = 1", path="a.py")
print(script.get_names(all_scopes=True))
print(jedi.Script(source="a = 1"))  # wrong
#: isort, an old function
import isort

print(isort.code("import b\nimport a\n"))
print(isort.SortImports(file_contents="import b"))  # wrong
#: isort, settings
from isort import Config

config = Config(profile="black", line_length=99)
print(config.line_length)
from isort import check_file, api, formatter  # wrong

print(check_file, api, formatter)
#: aiofiles, a path
import asyncio

import aiofiles
import aiofiles.os


async def main():
    async with aiofiles.tempfile.TemporaryDirectory() as folder:
        print(await aiofiles.os.path.exists(folder))
        async with aiofiles.open(f"{folder}/a", "w") as file:
            await file.write("a")
        await aiofiles.os.copy(f"{folder}/a", f"{folder}/b")  # wrong


asyncio.run(main())
#: json5, a function
import json5

print(json5.loads("{a: 1,}"), json5.dumps({"a": 1}, quote_keys=True))
print(json5.parse("{a: 1}"))  # wrong
#: fastavro, a function
from io import BytesIO

from fastavro import parse_schema, reader, schemaless_writer, writer

schema = parse_schema({"type": "record", "name": "A", "fields": [{"name": "a", "type": "int"}]})
out = BytesIO()
writer(out, schema, [{"a": 1}])
out.seek(0)
print(list(reader(out)))
from fastavro import dump_schema  # wrong

print(schemaless_writer, dump_schema)
#: opensearch-py, a client
from opensearchpy import OpenSearch, RequestsHttpConnection
from opensearchpy.helpers import bulk

client = OpenSearch(hosts=[{"host": "a", "port": 9200}], connection_class=RequestsHttpConnection)
print(client.indices.create, client.cat, bulk)
print(client.indexes)  # wrong: indices
#: opensearch-py, an error
from opensearchpy import AWSV4SignerAuth, helpers

print(AWSV4SignerAuth, helpers.scan)
from opensearchpy import OpenSearchException, NotFoundError, TransportError, ConnectionFailure  # wrong

print(OpenSearchException, NotFoundError, TransportError, ConnectionFailure)
#: python-gitlab, an error
import gitlab

client = gitlab.Gitlab("https://a.example", private_token="b")
print(client.projects, client.users, gitlab.exceptions.GitlabGetError)
print(gitlab.exceptions.GitlabNotFoundError)  # wrong
#: python-gitlab, a keyword
import gitlab

client = gitlab.Gitlab(url="https://a.example", oauth_token="b", timeout=5)
print(client.api_url)
client = gitlab.Gitlab(url="https://a.example", token="b")  # wrong: private_token
#: typeguard, an argument
from typeguard import TypeCheckError, check_type, typechecked


@typechecked
def add(a: int) -> int:
    return a + 1


print(add(1), TypeCheckError)
print(check_type("a", 1, int))  # wrong
#: typeguard, a name of old
import typeguard

print(typeguard.check_type(1, int))
print(typeguard.TypeWarning)  # wrong
#: tinycss2, a function
import tinycss2

rules = tinycss2.parse_stylesheet("a { b: c }", skip_whitespace=True)
print(rules[0].type, tinycss2.serialize(rules))
print(tinycss2.parse_declarations("a: b"))  # wrong
#: cyclopts, a decorator
from cyclopts import App, Parameter

app = App(name="a", help="b")


@app.command
def go(one: int = 1):
    print(one)


@app.default
def run():
    print("run")


app([], exit_on_error=False) if False else run()
print(Parameter(name="--a", help="b", short="-a"))  # wrong
#: pynacl, a method
from nacl.public import PrivateKey, SealedBox
from nacl.signing import SigningKey

key = SigningKey.generate()
signed = key.sign(b"a")
print(key.verify_key.verify(signed), SealedBox(PrivateKey.generate().public_key))
print(key.public_key)  # wrong: verify_key
#: pynacl, encoding
from nacl.encoding import Base64Encoder, HexEncoder
from nacl.secret import SecretBox
from nacl.utils import random

box = SecretBox(random(SecretBox.KEY_SIZE))
print(box.decrypt(box.encrypt(b"a")), HexEncoder.encode(b"a"))
print(box.encrypt(b"a", encoding=Base64Encoder))  # wrong: encoder
#: websocket-client, an app
import websocket

app = websocket.WebSocketApp("ws://a.example", on_message=print, on_open=print)
print(app.run_forever, websocket.enableTrace(False))
websocket.WebSocketApp("ws://a.example", on_connect=print)  # wrong
#: langcodes, a function
import langcodes

print(langcodes.Language.get("en-GB").territory, langcodes.standardize_tag("en_us"))
print(langcodes.closest_match("fra", ["fr-FR"]), langcodes.tag_is_valid("en"))
print(langcodes.parse_tag("en").code, langcodes.get_language("en"))  # wrong
#: asttokens, a method
import asttokens

atok = asttokens.ASTTokens("a = 1", parse=True)
node = atok.tree.body[0]
print(atok.get_text(node), node.first_token)
print(atok.get_source(node))  # wrong: get_text
#: unidecode, a keyword
from unidecode import unidecode, unidecode_expect_ascii

print(unidecode("ä"), unidecode("ä", errors="replace"), unidecode_expect_ascii("a"))
print(unidecode("ä", replacement="?"))  # wrong: replace_str
#: cloudpickle and colorama, right
import cloudpickle
from colorama import Back, Fore, Style, init, just_fix_windows_console

init(autoreset=True)
print(Fore.LIGHTRED_EX + Back.BLACK + Style.RESET_ALL)
just_fix_windows_console()
print(cloudpickle.loads(cloudpickle.dumps(lambda a: a + 1))(1))
cloudpickle.register_pickle_by_value(__import__("colorama"))
#: colorama, a colour
from colorama import Fore, Style

print(Fore.RED, Style.BRIGHT)
print(Fore.ORANGE)  # wrong
#: parso, a method
import parso

module = parso.parse("a = 1\n")
print(module.children, module.get_code(), parso.load_grammar(version="3.9"))
print(module.get_leafs())  # wrong
#: parso and natsort, right
import parso
from natsort import humansorted, index_natsorted, natsort_keygen, order_by_index, os_sorted

leaf = parso.parse("a = 1").get_first_leaf()
print(leaf.get_next_leaf(), leaf.start_pos, leaf.prefix)
print(humansorted(["b", "a"]), order_by_index(["b", "a"], index_natsorted(["b", "a"])))
print(sorted(["a2", "a10"], key=natsort_keygen()), os_sorted(["a"]))
