# Programs as models write them for pinned releases of Python packages. Each begins with `#: name`; a line
# that ends with `# wrong` is where run time raises an error, and a program without one runs to its end.
# `# wrong: text` says what should be suggested. judge.ts holds all of it against an interpreter.
#! numpy==2.1.3 pandas==2.2.3 scikit-learn==1.5.2 scipy==1.14.1 requests==2.32.3 flask==3.0.3
#! sqlalchemy==2.0.36 pydantic==2.9.2 openai==1.54.0 fastapi==0.115.4 httpx==0.27.2 redis==5.2.0
#! celery==5.4.0 pillow==11.0.0 matplotlib==3.9.2 networkx==3.4.2 jinja2==3.1.4 click==8.1.7
#! pytest==8.3.3 attrs==24.2.0 rich==13.9.4 boto3==1.35.50 botocore==1.35.50 beautifulsoup4==4.12.3
#! aiohttp==3.10.10 werkzeug==3.1.2 marshmallow==3.23.1 pyjwt==2.9.0 peewee==3.17.7 pymongo==4.10.1
#! sympy==1.13.3 django==5.1.2 tenacity==9.0.0 pyyaml==6.0.2
#: numpy, alias of old
import numpy as np

grid = np.zeros((3, 3), dtype=np.float64)
mask = grid.astype(np.bool8)  # wrong
print(mask.sum())
#: numpy, product
import numpy as np

values = np.arange(1, 6)
total = np.product(values)  # wrong: prod
print(total)
#: numpy, method of an array
import numpy as np

matrix = np.array([[1, 2], [3, 4]])
inverse = matrix.inverse()  # wrong
print(inverse)
#: numpy, generator
import numpy as np

rng = np.random.default_rng(42)
sample = rng.randint(0, 10, size=5)  # wrong: integers
print(sample)
#: numpy, right
import numpy as np

rng = np.random.default_rng(7)
data = rng.normal(loc=0.0, scale=1.0, size=(100, 3))
cov = np.cov(data, rowvar=False)
vals, vecs = np.linalg.eigh(cov)
order = np.argsort(vals)[::-1]
print(np.round(vals[order], 3), np.trapezoid(vals), vecs.shape)
#: pandas, append
import pandas as pd

df = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
more = pd.DataFrame({"a": [5], "b": [6]})
df = df.append(more, ignore_index=True)  # wrong
print(len(df))
#: pandas, what a reader gives
import io

import pandas as pd

text = io.StringIO("day,value\nmon,1\ntue,2\n")
frame = pd.read_csv(text)
for row_name, column in frame.iteritems():  # wrong: items
    print(row_name, column.sum())
#: pandas, keyword of a reader
import io

import pandas as pd

text = io.StringIO("day,value\nmon,1\ntue,2\n")
frame = pd.read_csv(text, error_bad_lines=False)  # wrong: on_bad_lines
print(frame.shape)
#: pandas, groupby chain
import pandas as pd

df = pd.DataFrame({"team": ["a", "b", "a"], "points": [1, 2, 3]})
best = df.groupby("team")["points"].sum().sort_value(ascending=False)  # wrong: sort_values
print(best.head(1))
#: pandas, series of a frame
import pandas as pd

df = pd.DataFrame({"x": [1.0, 2.0, None]})
print(df["x"].mad())  # wrong
#: pandas, right
import pandas as pd

df = pd.DataFrame({"team": ["a", "b", "a"], "points": [1, 2, 3]})
summary = df.groupby("team").agg(total=("points", "sum"), mean=("points", "mean")).reset_index()
summary["share"] = summary["total"] / summary["total"].sum()
wide = pd.concat([summary, summary.assign(team="c")], ignore_index=True)
print(wide.sort_values("total", ascending=False).to_dict(orient="records"))
dates = pd.to_datetime(pd.Series(["2024-01-01", "2024-02-01"]))
print(dates.dt.month.tolist(), wide.loc[wide["team"] == "a", "mean"].iloc[0])
#: sklearn, private import
from sklearn.metrics._scorer import SCORERS  # wrong

print(sorted(SCORERS)[:3])
#: sklearn, removed data
from sklearn.datasets import load_boston  # wrong

X, y = load_boston(return_X_y=True)
print(X.shape)
#: sklearn, keyword of an estimator
from sklearn.linear_model import LinearRegression

model = LinearRegression(normalize=True)  # wrong
print(model)
#: sklearn, method of an estimator
from sklearn.feature_extraction.text import CountVectorizer

vectorizer = CountVectorizer(stop_words="english")
matrix = vectorizer.fit_transform(["a small house", "the big house"])
names = vectorizer.get_feature_names()  # wrong: get_feature_names_out
print(names, matrix.shape)
#: sklearn, keyword of an encoder
from sklearn.preprocessing import OneHotEncoder

encoder = OneHotEncoder(sparse=False, handle_unknown="ignore")  # wrong: sparse_output
print(encoder.fit_transform([["a"], ["b"]]))
#: sklearn, right
from sklearn.datasets import make_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import accuracy_score, f1_score
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

X, y = make_classification(n_samples=60, n_features=5, random_state=0)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, random_state=0, stratify=y)
pipe = make_pipeline(StandardScaler(), RandomForestClassifier(n_estimators=5, random_state=0))
search = GridSearchCV(pipe, {"randomforestclassifier__max_depth": [2, 3]}, cv=2)
search.fit(X_train, y_train)
predicted = search.best_estimator_.predict(X_test)
print(accuracy_score(y_test, predicted), f1_score(y_test, predicted), search.best_params_, pipe.named_steps.keys())
#: scipy, integrate
import numpy as np
from scipy import integrate

xs = np.linspace(0, 1, 11)
area = integrate.simps(xs**2, xs)  # wrong: simpson
print(area)
#: scipy, result of a test
from scipy import stats

result = stats.ttest_ind([1, 2, 3, 4], [2, 3, 4, 6])
print(result.statistic, result.p_value)  # wrong: pvalue
#: scipy, right
import numpy as np
from scipy import optimize, sparse, stats

found = optimize.minimize(lambda x: (x[0] - 1) ** 2, np.array([0.0]), method="BFGS")
matrix = sparse.csr_matrix(np.eye(3))
print(found.x, found.success, matrix.nnz, matrix.toarray().sum(), stats.norm.cdf(0.0))
slope, intercept, r, p, err = stats.linregress([1, 2, 3], [2, 4, 6])
print(round(slope, 3), intercept, r, p, err)
#: requests, adapter
import requests
from requests.adapters import HTTPAdapter
from urllib3.util.retry import Retry

session = requests.Session()
retry = Retry(total=3, backoff_factor=0.5, method_whitelist=["GET"])  # wrong: allowed_methods
session.mount("https://", HTTPAdapter(max_retries=retry))
print(session.adapters.keys())
#: requests, attribute of an answer
import requests

response = requests.Response()
response.status_code = 200
print(response.status)  # wrong: status_code
#: requests, timeout of a session
import requests

session = requests.Session()
session.set_timeout(5)  # wrong
print(session)
#: requests, keyword
import requests

prepared = requests.Request("GET", "https://example.org", param={"q": "x"}).prepare()  # wrong: params
print(prepared.url)
#: requests, right
import requests
from requests.exceptions import ConnectionError, HTTPError, Timeout

session = requests.Session()
session.headers.update({"User-Agent": "demo"})
session.auth = ("user", "secret")
prepared = session.prepare_request(requests.Request("POST", "https://example.org/x", json={"a": 1}))
print(prepared.method, prepared.url, prepared.headers["Content-Type"], prepared.body)
answer = requests.Response()
answer.status_code = 404
try:
    answer.raise_for_status()
except (HTTPError, Timeout, ConnectionError) as error:
    print(error.response.status_code, requests.codes.not_found)
#: flask, hook
from flask import Flask

app = Flask(__name__)


@app.before_first_request  # wrong: before_request
def setup():
    print("ready")
#: flask, json encoder
from flask import Flask
from flask.json import JSONEncoder  # wrong


class Encoder(JSONEncoder):
    pass


app = Flask(__name__)
app.json_encoder = Encoder
#: flask, escape
from flask import Flask, escape  # wrong

app = Flask(__name__)


@app.route("/<name>")
def hello(name):
    return f"Hello {escape(name)}"
#: flask, request
from flask import Flask, jsonify, request

app = Flask(__name__)


@app.route("/items", methods=["POST"])
def items():
    body = request.get_json(silent=True) or request.json_body  # wrong
    return jsonify(body)


with app.test_request_context("/items", method="POST", data="x"):
    items()
#: flask, right
from flask import Blueprint, Flask, abort, g, jsonify, request, session, url_for

app = Flask(__name__, static_folder=None)
app.config.from_mapping(SECRET_KEY="dev", TESTING=True)
bp = Blueprint("api", __name__, url_prefix="/api")


@bp.route("/items/<int:item_id>", methods=["GET", "PUT"])
def item(item_id):
    if item_id > 10:
        abort(404)
    g.item = item_id
    session["last"] = item_id
    return jsonify(id=item_id, args=request.args.get("q", default="", type=str), at=url_for("api.item", item_id=1))


app.register_blueprint(bp)
client = app.test_client()
answer = client.get("/api/items/3?q=x")
print(answer.status_code, answer.get_json(), client.get("/api/items/30").status_code)
#: sqlalchemy, execute of an engine
from sqlalchemy import create_engine

engine = create_engine("sqlite://")
rows = engine.execute("SELECT 1")  # wrong
print(rows.fetchall())
#: sqlalchemy, inspector
from sqlalchemy import create_engine, inspect

engine = create_engine("sqlite://")
names = inspect(engine).list_tables()  # wrong
print(names)
#: sqlalchemy, table names of an engine
from sqlalchemy import create_engine

engine = create_engine("sqlite:///:memory:")
print(engine.table_names())  # wrong
#: sqlalchemy, query of old
from sqlalchemy import Column, Integer, String, create_engine, select
from sqlalchemy.orm import Session, declarative_base

Base = declarative_base()


class User(Base):
    __tablename__ = "users"
    id = Column(Integer, primary_key=True)
    name = Column(String)


engine = create_engine("sqlite://")
Base.metadata.create_all(engine)
with Session(engine) as session:
    session.add(User(name="ada"))
    session.commit()
    users = session.scalars(select(User)).fetch_all()  # wrong: fetchall
    print(users)
#: sqlalchemy, autocommit
from sqlalchemy import create_engine
from sqlalchemy.orm import sessionmaker

engine = create_engine("sqlite://", convert_unicode=True)  # wrong
Session = sessionmaker(bind=engine)
print(Session)
#: sqlalchemy, right
from sqlalchemy import ForeignKey, String, create_engine, func, select, text
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship, selectinload


class Base(DeclarativeBase):
    pass


class Parent(Base):
    __tablename__ = "parents"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(30), unique=True)
    children: Mapped[list["Child"]] = relationship(back_populates="parent", cascade="all, delete-orphan")


class Child(Base):
    __tablename__ = "children"
    id: Mapped[int] = mapped_column(primary_key=True)
    parent_id: Mapped[int] = mapped_column(ForeignKey("parents.id"))
    parent: Mapped[Parent] = relationship(back_populates="children")


engine = create_engine("sqlite://", echo=False)
Base.metadata.create_all(engine)
with Session(engine) as session, session.begin():
    session.add(Parent(name="Ada", children=[Child(), Child()]))
with Session(engine) as session:
    parent = session.scalars(select(Parent).where(Parent.name.like("A%")).options(selectinload(Parent.children))).one()
    print(parent.name.upper(), len(parent.children), session.execute(select(func.count(Child.id))).scalar_one())
with engine.connect() as connection:
    print(connection.execute(text("SELECT name FROM parents")).mappings().all())
#: pydantic, settings
from pydantic import BaseSettings  # wrong


class Settings(BaseSettings):
    debug: bool = False


print(Settings().debug)
#: pydantic, method of old
from pydantic import BaseModel, Field


class User(BaseModel):
    name: str = Field(min_length=1)


user = User.model_validate({"name": "ada"})
print(user.to_dict())  # wrong
#: pydantic, keyword of a field
from pydantic import BaseModel, Field, field_validator


class Item(BaseModel):
    price: float = Field(gt=0)

    @field_validator("price", pre=True)  # wrong: mode
    @classmethod
    def check(cls, value):
        return value
#: pydantic, right
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, computed_field, field_validator


class Item(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    name: Annotated[str, Field(min_length=1)]
    price: float = 1.0

    @field_validator("name", mode="before")
    @classmethod
    def strip(cls, value):
        return value.strip() if isinstance(value, str) else value

    @computed_field
    @property
    def label(self) -> str:
        return f"{self.name}: {self.price}"


item = Item(name=" a ")
print(item.model_dump(), item.model_dump_json(), Item.model_json_schema()["title"], item.label.upper())
try:
    TypeAdapter(list[Item]).validate_python([{"name": "", "x": 1}])
except ValidationError as error:
    print(error.error_count(), error.errors()[0]["type"])
#: openai, old chat
import openai

openai.api_key = "sk-test"
answer = openai.ChatCompletion.create(model="gpt-4", messages=[])  # wrong
print(answer)
#: openai, embeddings of old
import openai

openai.api_key = "sk-test"
vector = openai.Embedding.create(input="text", model="text-embedding-3-small")  # wrong
print(vector)
#: openai, wrong resource of a client
from openai import OpenAI

client = OpenAI(api_key="sk-test")
answer = client.chat_completions.create(model="gpt-4o", messages=[])  # wrong: chat
print(answer)
#: openai, error module
import openai

try:
    raise ValueError("x")
except openai.error.RateLimitError:  # wrong: RateLimitError
    print("slow down")
except ValueError:
    print("other")
#: fastapi, keyword of a route
from fastapi import FastAPI

app = FastAPI()


@app.get("/items", response_models=list[str])  # wrong: response_model
def items():
    return ["a"]
#: fastapi, right
from fastapi import APIRouter, BackgroundTasks, Depends, FastAPI, HTTPException, Query, status
from fastapi.testclient import TestClient
from pydantic import BaseModel

app = FastAPI(title="demo")
router = APIRouter(prefix="/items", tags=["items"])


class Item(BaseModel):
    name: str


def limit(size: int = Query(default=10, ge=1)) -> int:
    return size


@router.post("", status_code=status.HTTP_201_CREATED, response_model=Item)
async def create(item: Item, tasks: BackgroundTasks, size: int = Depends(limit)):
    tasks.add_task(print, size)
    if item.name == "bad":
        raise HTTPException(status_code=status.HTTP_400_BAD_REQUEST, detail="bad")
    return item


app.include_router(router)
client = TestClient(app)
print(client.post("/items", json={"name": "a"}).status_code, client.post("/items", json={"name": "bad"}).json())
#: httpx, proxies
import httpx

client = httpx.Client(base_url="https://example.org", retries=3)  # wrong
print(client)
#: httpx, status of an answer
import httpx

response = httpx.Response(200, json={"ok": True})
if response.ok:  # wrong: is_success
    print(response.json())
#: httpx, right
import httpx


def answer(request: httpx.Request) -> httpx.Response:
    return httpx.Response(200, json={"path": request.url.path, "method": request.method})


transport = httpx.MockTransport(answer)
with httpx.Client(transport=transport, base_url="https://example.org", timeout=httpx.Timeout(5.0)) as client:
    response = client.get("/a", params={"q": 1}, headers={"X-A": "b"})
    response.raise_for_status()
    print(response.json(), response.is_success, response.reason_phrase)
#: redis, class of old
import redis

store = redis.StrictRedis(host="localhost", port=6379, db=0, decode_response=True)  # wrong: decode_responses
print(store)
#: redis, method
import redis

store = redis.Redis.from_url("redis://localhost:6379/0")
pipe = store.pipeline()
pipe.set("a", 1)
pipe.incr("a")
pipe.set_expire("a", 60)  # wrong
print(pipe)
#: celery, task module
from celery import Celery
from celery.task import task  # wrong

app = Celery("demo", broker="memory://")


@task
def add(x, y):
    return x + y
#: celery, right
from celery import Celery, chain, group, shared_task
from celery.schedules import crontab

app = Celery("demo", broker="memory://", backend="cache+memory://")
app.conf.update(task_always_eager=True, timezone="UTC")
app.conf.beat_schedule = {"tick": {"task": "demo.add", "schedule": crontab(minute="*/5")}}


@app.task(bind=True, max_retries=3)
def add(self, x, y):
    return x + y


@shared_task
def double(x):
    return 2 * x


print(add.delay(1, 2).get(), chain(add.s(1, 2), double.s()).apply().get(), group(double.s(n) for n in (1, 2)))
#: pillow, resampling of old
from PIL import Image

image = Image.new("RGB", (10, 10), "white")
small = image.resize((5, 5), Image.ANTIALIAS)  # wrong
print(small.size)
#: pillow, size of a text
from PIL import Image, ImageDraw, ImageFont

image = Image.new("RGB", (100, 30))
draw = ImageDraw.Draw(image)
font = ImageFont.load_default()
width, height = draw.textsize("hello", font=font)  # wrong: textbbox
print(width, height)
#: pillow, right
import io

from PIL import Image, ImageDraw, ImageEnhance, ImageFilter, ImageOps

image = Image.new("RGB", (20, 20), (255, 0, 0))
draw = ImageDraw.Draw(image)
draw.rectangle([2, 2, 8, 8], fill="blue", outline="black", width=1)
left, top, right, bottom = draw.textbbox((0, 0), "hi")
blurred = ImageOps.grayscale(image).filter(ImageFilter.GaussianBlur(2)).rotate(90, expand=True)
bright = ImageEnhance.Brightness(image).enhance(1.2).convert("L").resize((5, 5), Image.Resampling.LANCZOS)
buffer = io.BytesIO()
bright.save(buffer, format="PNG", optimize=True)
print(blurred.size, bright.getpixel((0, 0)), image.crop((0, 0, 4, 4)).getbbox(), len(buffer.getvalue()) > 0)
#: matplotlib, colour maps (right)
import matplotlib

matplotlib.use("Agg")
import matplotlib.cm as cm

colours = cm.get_cmap("viridis", 5)
print(colours(0))
#: matplotlib, method of axes
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

fig, ax = plt.subplots(figsize=(4, 3))
ax.plot([1, 2], [3, 4], label="a")
ax.set_xlable("x")  # wrong: set_xlabel
fig.savefig("/dev/null", format="png")
#: matplotlib, right
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

fig, (left, right) = plt.subplots(1, 2, figsize=(8, 3), sharey=True)
xs = np.linspace(0, 1, 10)
(line,) = left.plot(xs, xs**2, color="C1", linestyle="--", label="square")
line.set_linewidth(2)
left.set(xlabel="x", ylabel="y", title="t")
left.legend(loc="upper left")
bars = right.bar(["a", "b"], [1, 2])
right.bar_label(bars)
image = left.imshow(np.eye(3), cmap=plt.get_cmap("viridis"))
fig.colorbar(image, ax=left)
fig.tight_layout()
fig.savefig("/dev/null", format="png", dpi=50)
plt.close(fig)
#: networkx, reader of old
import networkx as nx

graph = nx.path_graph(4)
nx.write_gpickle(graph, "/dev/null")  # wrong
print(graph)
#: networkx, method of a graph
import networkx as nx

graph = nx.Graph()
graph.add_edges_from([(1, 2), (2, 3)])
print(graph.nodes_iter())  # wrong
#: networkx, right
import networkx as nx

graph = nx.DiGraph(name="g")
graph.add_weighted_edges_from([("a", "b", 1.0), ("b", "c", 2.0)])
print(nx.shortest_path(graph, "a", "c", weight="weight"), graph.number_of_edges(), list(graph.successors("a")))
print(nx.pagerank(graph, alpha=0.9)["a"] > 0, dict(graph.degree()), nx.to_numpy_array(graph).shape)
print(graph.nodes["a"], graph.edges["a", "b"]["weight"], list(nx.topological_sort(graph)))
#: jinja2, markup
from jinja2 import Markup, Template  # wrong

print(Template("{{ x }}").render(x=Markup("<b>")))
#: jinja2, keyword of an environment
from jinja2 import DictLoader, Environment

env = Environment(loader=DictLoader({"a": "{{ x }}"}), auto_escape=True)  # wrong: autoescape
print(env.get_template("a").render(x=1))
#: click, keyword of an option
import click


@click.command()
@click.option("--name", default="x", help="Who.", requred=True)  # wrong: required
def hello(name):
    click.echo(name)


hello(["--name", "x"], standalone_mode=False)
#: click, colour
import click

click.secho("done", color="green")
click.print("done")  # wrong: echo
#: click, right
import click
from click.testing import CliRunner


@click.group()
@click.option("--debug/--no-debug", default=False)
@click.pass_context
def cli(ctx, debug):
    ctx.obj = {"debug": debug}


@cli.command("run")
@click.argument("path", type=click.Path(exists=False))
@click.option("-n", "--count", type=click.IntRange(1, 5), default=1, show_default=True)
@click.pass_obj
def run(obj, path, count):
    click.echo(click.style(f"{path} {count} {obj['debug']}", fg="green", bold=True), err=False)


result = CliRunner().invoke(cli, ["--debug", "run", "x", "-n", "2"])
print(result.exit_code, result.output.strip(), result.exception)
#: pytest, helper
import pytest


def test_warns():
    with pytest.warns(None) as record:
        pass
    assert len(record) == 0


value = pytest.aprox(0.3)  # wrong: approx
#: attrs, keyword
import attrs


@attrs.define
class Point:
    x: int = attrs.field(default=0, validators=attrs.validators.instance_of(int))  # wrong: validator


print(Point(1))
#: attrs, right
import attr
import attrs


@attrs.define(frozen=True, kw_only=True)
class Point:
    x: int = attrs.field(converter=int, validator=attrs.validators.ge(0))
    y: int = attrs.field(factory=int)


@attr.s(auto_attribs=True)
class Old:
    name: str = attr.ib(default="a")


print(attrs.asdict(Point(x="3")), attrs.evolve(Point(x=1), y=2), [f.name for f in attrs.fields(Old)], attr.has(Old))
#: rich, method of a table
from rich.console import Console
from rich.table import Table

table = Table(title="t")
table.add_column("a", style="cyan")
table.add_rows(["1"])  # wrong: add_row
Console().print(table)
#: rich, right
import io

from rich.console import Console
from rich.panel import Panel
from rich.progress import Progress, SpinnerColumn, TextColumn, track
from rich.table import Table
from rich.tree import Tree

console = Console(file=io.StringIO(), width=60, force_terminal=False)
table = Table("a", "b", show_lines=True)
table.add_row("1", "[bold]2[/bold]", end_section=True)
console.print(Panel.fit(table, title="x"), style="red", highlight=False)
tree = Tree("root")
tree.add("leaf").add("deeper")
console.print(tree)
with Progress(SpinnerColumn(), TextColumn("{task.description}"), console=console, transient=True) as progress:
    job = progress.add_task("work", total=3)
    for _ in track(range(3), console=console, disable=True):
        progress.update(job, advance=1)
console.rule("done")
print(len(console.file.getvalue()) > 0)
#: boto3, keyword of a client
import boto3

s3 = boto3.client("s3", region="eu-west-1")  # wrong: region_name
print(s3)
#: boto3, method of a client
import boto3

s3 = boto3.client("s3", region_name="eu-west-1", aws_access_key_id="a", aws_secret_access_key="b")
s3.list_object(Bucket="x")  # wrong: list_objects
#: boto3, resource
import boto3

table = boto3.resource("dynamodb", region_name="eu-west-1").Table("x")
print(table.getitem(Key={"id": 1}))  # wrong
#: boto3, right
import boto3
from botocore.config import Config
from botocore.exceptions import ClientError, NoCredentialsError
from botocore.stub import Stubber

session = boto3.Session(region_name="eu-west-1", aws_access_key_id="a", aws_secret_access_key="b")
s3 = session.client("s3", config=Config(retries={"max_attempts": 3}, signature_version="s3v4"))
print(s3.generate_presigned_url("get_object", Params={"Bucket": "b", "Key": "k"}, ExpiresIn=60)[:8], s3.meta.region_name)
paginator = s3.get_paginator("list_objects_v2")
with Stubber(s3) as stub:
    stub.add_response("list_buckets", {"Buckets": []})
    stub.add_client_error("get_object", "NoSuchKey")
    print(s3.list_buckets()["Buckets"])
    try:
        s3.get_object(Bucket="b", Key="k")
    except s3.exceptions.NoSuchKey as error:
        print(error.response["Error"]["Code"], isinstance(error, ClientError), NoCredentialsError)
bucket = session.resource("s3").Bucket("b")
print(bucket.name, bucket.objects.filter(Prefix="a"), paginator.can_paginate if hasattr(paginator, "can_paginate") else "")
#: bs4, keyword
from bs4 import BeautifulSoup

soup = BeautifulSoup("<p class='a'>x</p>", "html.parser")
print(soup.find_all("p", class_="a")[0].get_texts())  # wrong
#: bs4, right
from bs4 import BeautifulSoup, NavigableString

soup = BeautifulSoup("<div id='m'><p class='a'>x</p><a href='/y'>z</a></div>", "html.parser")
main = soup.find("div", id="m")
print(main.p.get_text(strip=True), [a["href"] for a in soup.select("a[href]")], soup.title, main.a.attrs)
for child in main.children:
    print(child.name, isinstance(child, NavigableString))
#: aiohttp, status
import asyncio

import aiohttp


async def main():
    async with aiohttp.ClientSession(timeouts=aiohttp.ClientTimeout(total=5)) as session:  # wrong: timeout
        print(session.closed)


asyncio.run(main())
#: werkzeug, helper of old
from werkzeug import secure_filename  # wrong

print(secure_filename("../a b.txt"))
#: werkzeug, url helper
from werkzeug.urls import url_quote  # wrong

print(url_quote("a b"))
#: marshmallow, keyword of a field
from marshmallow import Schema, fields


class UserSchema(Schema):
    name = fields.String(required=True)
    age = fields.Int(load_default=0)


schema = UserSchema(strict=True)  # wrong
print(schema.load({"name": "a"}))
#: pyjwt, result
import jwt

token = jwt.encode({"a": 1}, "secret" * 8, algorithm="HS256")
text = token.decode("utf-8")  # wrong
print(text)
#: pyjwt, right
import datetime

import jwt

token = jwt.encode({"sub": "a", "exp": datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=1)}, "s" * 32)
try:
    print(jwt.decode(token, "s" * 32, algorithms=["HS256"])["sub"], jwt.get_unverified_header(token)["alg"])
    jwt.decode(token, "t" * 32, algorithms=["HS256"])
except jwt.ExpiredSignatureError:
    print("old")
except jwt.InvalidTokenError as error:
    print(type(error).__name__)
#: peewee, right
from peewee import CharField, ForeignKeyField, IntegerField, Model, SqliteDatabase, fn

db = SqliteDatabase(":memory:")


class Person(Model):
    name = CharField(max_length=30)
    age = IntegerField(default=0)

    class Meta:
        database = db


class Pet(Model):
    owner = ForeignKeyField(Person, backref="pets")

    class Meta:
        database = db


db.connect()
db.create_tables([Person, Pet])
ada = Person.create(name="ada", age=3)
Pet.create(owner=ada)
print(ada.name.upper(), Person.select().where(Person.name.startswith("a")).count(), [p.owner.name for p in ada.pets])
print(Person.select(fn.COUNT(Person.id)).scalar(), Person.get_or_none(Person.age > 5), Person.update(age=4).execute())
#: pymongo, method of old
from pymongo import MongoClient

client = MongoClient("mongodb://localhost:27017", serverSelectionTimeoutMS=10, connect=False)
collection = client["db"]["users"]
collection.insert({"a": 1})  # wrong
#: sympy, result of a solver
import sympy as sp

x = sp.symbols("x")
solutions = sp.solve(x**2 - 4, x)
derivative = sp.diff(sp.sin(x) ** 2, x)
print(solutions, derivative.simplified())  # wrong
#: sympy, right
import sympy as sp
from sympy.abc import t

x, y = sp.symbols("x y", real=True)
f = sp.Function("f")
print(sp.integrate(sp.exp(-x), (x, 0, sp.oo)), sp.Matrix([[1, x], [y, 1]]).det().subs({x: 2}), sp.latex(sp.Rational(1, 2)))
print(sp.dsolve(f(t).diff(t) - f(t), f(t)).rhs, sp.lambdify(x, x**2)(3), sp.series(sp.sin(x), x, 0, 4).removeO())
#: django, url helper of old
from django.conf.urls import url  # wrong

urlpatterns = [url(r"^$", lambda request: None)]
#: django, text helper of old
from django.utils.translation import ugettext_lazy as _  # wrong

print(_("x"))
#: django, right
import django
from django.conf import settings

settings.configure(INSTALLED_APPS=[], DATABASES={}, USE_TZ=True, DEFAULT_AUTO_FIELD="django.db.models.AutoField")
django.setup()
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator, RegexValidator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path, re_path
from django.utils import timezone
from django.utils.text import slugify


def view(request: HttpRequest) -> HttpResponse:
    return JsonResponse({"method": request.method, "user": request.GET.get("a")}, status=201)


urlpatterns = [path("a/<int:pk>/", view, name="a"), re_path(r"^b$", view)]
try:
    MinValueValidator(3)(1)
except ValidationError as error:
    print(error.messages, slugify("A b"), timezone.now().tzinfo)
request = HttpRequest()
request.method = "GET"
print(view(request).status_code, RegexValidator(r"a")("a"))
#: tenacity, keyword
from tenacity import retry, stop_after_attempt, wait_exponential


@retry(stop=stop_after_attempt(3), wait=wait_exponential(multipler=1, max=2))  # wrong: multiplier
def work():
    return 1


print(work())
#: yaml, loader
import yaml

data = yaml.load("a: 1")  # wrong
print(data)
#: standard, enum of statuses
from http import HTTPStatus

status = HTTPStatus.NOT_FOUND
print(status.status_code)  # wrong: value
#: standard, right
import collections
import json
import pathlib
from dataclasses import asdict, dataclass, field
from http import HTTPStatus


@dataclass(slots=True)
class Item:
    name: str
    tags: list[str] = field(default_factory=list)


counter = collections.Counter("abca")
print(counter.most_common(1)[0], json.dumps(asdict(Item("a"))), pathlib.Path("a/b.txt").stem, HTTPStatus.OK.phrase)
