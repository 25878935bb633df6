# Programs as models write them for pinned releases, wrong and right ones. They were written before any of
# them was checked.
#! openai==1.54.3 httpx==0.27.2 pydantic==2.9.2 sqlalchemy==2.0.36 pandas==2.2.3 numpy==2.1.3
#! matplotlib==3.9.2 seaborn==0.13.2 scikit-learn==1.5.2 scipy==1.14.1 networkx==3.4.2 pillow==11.0.0
#! flask==3.1.0 fastapi==0.115.4 django==5.1.3 polars==1.13.1 anthropic==0.39.0 langchain==0.3.27
#! transformers==4.46.2 typer==0.13.0 rich==13.9.4 click==8.1.7 celery==5.4.0 redis==5.2.0
#! pymongo==4.10.1 aiohttp==3.10.10 beautifulsoup4==4.12.3 selenium==4.26.1 playwright==1.48.0
#! pytest==8.3.3 requests==2.32.3 boto3==1.35.57 botocore==1.35.57
#: openai, the old way of chat
import openai

openai.api_key = "k"
response = openai.ChatCompletion.create(  # wrong
    model="gpt-4",
    messages=[{"role": "user", "content": "hi"}],
)
print(response.choices[0].message["content"])
#: openai, a client and a keyword of old
from openai import OpenAI

client = OpenAI(api_key="k")


def ask(question):
    return client.chat.completions.create(  # wrong
        engine="gpt-4",
        messages=[{"role": "user", "content": question}],
        model="gpt-4",
    )


ask("hi")
#: openai, an error of old
import openai


def guarded(call):
    try:
        return call()
    except openai.error.RateLimitError:  # wrong
        return None


def fail():
    raise ValueError("x")


guarded(fail)
#: openai, images
from openai import OpenAI

client = OpenAI(api_key="k")
image = client.images.create(prompt="a cat", n=1, size="512x512")  # wrong: generate
print(image.data[0].url)
#: openai, embeddings
from openai import OpenAI

client = OpenAI(api_key="k")
vector = client.embedding.create(model="text-embedding-3-small", input="a")  # wrong: embeddings
print(vector)
#: openai, an asynchronous client
import asyncio

from openai import AsyncOpenAI


async def main():
    client = AsyncOpenAI(api_key="k", base_url="http://127.0.0.1:9/v1", max_retries=0, timeout=1)
    return await client.chat.completions.acreate(model="gpt-4", messages=[])  # wrong: create


asyncio.run(main())
#: anthropic, completions of old
import anthropic

client = anthropic.Client(api_key="k")
answer = client.completion(  # wrong
    prompt=f"{anthropic.HUMAN_PROMPT} hi {anthropic.AI_PROMPT}",
    model="claude-2",
    max_tokens_to_sample=100,
)
print(answer)
#: anthropic, a keyword of openai
from anthropic import Anthropic

client = Anthropic(api_key="k")
message = client.messages.create(  # wrong
    model="claude-3-opus-20240229",
    max_tokens=10,
    messages=[{"role": "user", "content": "hi"}],
    presence_penalty=0.5,
)
print(message.content)
#: langchain, an llm from where it was
from langchain.llms import OpenAI  # wrong

llm = OpenAI(temperature=0)
print(llm)
#: langchain, a prompt
from langchain.prompts import PromptTemplate

prompt = PromptTemplate(input_variables=["name"], template="hello {name}")
print(prompt.format(name="a"))
print(prompt.format_prompts(name="a"))  # wrong: format_prompt
#: transformers, a name of a tokenizer
from transformers import AutoTokenizer, BertTokeniser  # wrong: BertTokenizer

print(AutoTokenizer, BertTokeniser)
#: transformers, AdamW and a schedule
from transformers import get_linear_schedule_with_warmups  # wrong: get_linear_schedule_with_warmup

print(get_linear_schedule_with_warmups)
#: pydantic, settings
from pydantic import BaseSettings  # wrong


class Settings(BaseSettings):
    name: str = "a"


print(Settings().name)
#: pydantic, a keyword of a validator
from pydantic import BaseModel, Field, field_validator


class User(BaseModel):
    name: str = Field(..., min_length=1)
    email: str

    @field_validator("email", pre=True)  # wrong
    def has_at(cls, value):
        return value


print(User(name="a", email="b@c"))
#: pydantic, what a model is made from
from pydantic import BaseModel


class User(BaseModel):
    name: str

    @classmethod
    def read(cls, text):
        return cls.model_validate_str(text)  # wrong: model_validate_json


User.read('{"name": "a"}')
#: pydantic, dump of a model
from pydantic import BaseModel


class User(BaseModel):
    name: str
    age: int = 0


user = User(name="a")
print(user.model_dump(exclude_unset=True))
print(user.to_dict())  # wrong: model_dump
#: pydantic, right
from pydantic import BaseModel, ConfigDict, Field, model_validator


class User(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str = Field(min_length=1, pattern="^a")
    tags: list[str] = Field(default_factory=list)

    @model_validator(mode="after")
    def check(self):
        return self


user = User.model_validate({"name": "a", "tags": ["b"]})
print(user.model_copy(update={"name": "ab"}).model_dump_json(indent=2))
print(User.model_json_schema()["title"], user.tags.count("b"))
#: sqlalchemy, an engine that executes
from sqlalchemy import create_engine

engine = create_engine("sqlite://")
rows = engine.execute("select 1").fetchall()  # wrong
print(rows)
#: sqlalchemy, select of a list
from sqlalchemy import Column, Integer, MetaData, Table, create_engine, select

metadata = MetaData()
users = Table("users", metadata, Column("id", Integer, primary_key=True))
engine = create_engine("sqlite://")
metadata.create_all(engine)
with engine.connect() as connection:
    print(connection.execute(select(users)).fetchall())
    print(connection.execute(users.select().where(users.c.id == 1)).fetch_one())  # wrong: fetchone
#: sqlalchemy, metadata that is bound
from sqlalchemy import MetaData, create_engine

engine = create_engine("sqlite://")
metadata = MetaData(bind=engine)  # wrong
metadata.reflect()
#: sqlalchemy, a session
from sqlalchemy import create_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(default="")


engine = create_engine("sqlite://")
Base.metadata.create_all(engine)
with Session(engine) as session:
    session.add(User(name="a"))
    session.commit()
    print(session.query(User).filter_by(name="a").one_or_none())
    print(session.query(User).filter(User.name == "a").get_or_404(1))  # wrong
#: sqlalchemy, names that are gone
from sqlalchemy.ext.declarative import declarative_base
from sqlalchemy.orm import mapper, relationship

Base = declarative_base()
print(mapper, relationship)
#: sqlalchemy, right
from sqlalchemy import ForeignKey, String, create_engine, func, select
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship, selectinload, sessionmaker


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(30))
    posts: Mapped[list["Post"]] = relationship(back_populates="user", cascade="all")


class Post(Base):
    __tablename__ = "posts"
    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    user: Mapped[User] = relationship(back_populates="posts")


engine = create_engine("sqlite://", echo=False, future=True)
Base.metadata.create_all(engine)
Factory = sessionmaker(bind=engine, expire_on_commit=False)
with Factory.begin() as session:
    session.add_all([User(name="a", posts=[Post()])])
with Factory() as session:
    found = session.scalars(select(User).options(selectinload(User.posts))).unique().all()
    print(found[0].name.upper(), session.scalar(select(func.count()).select_from(Post)))
#: pandas, append
import pandas as pd

frame = pd.DataFrame({"a": [1, 2], "b": ["x", "y"]})
frame = frame.append({"a": 3, "b": "z"}, ignore_index=True)  # wrong: concat
print(frame)
#: pandas, lines that are bad
import io

import pandas as pd

frame = pd.read_csv(io.StringIO("a,b\n1,2\n"), error_bad_lines=False)  # wrong: on_bad_lines
print(frame)
#: pandas, items of a series
import pandas as pd

frame = pd.DataFrame({"a": [1, 2]})
for key, value in frame["a"].iteritems():  # wrong: items
    print(key, value)
#: pandas, ix
import pandas as pd


def first(frame: pd.DataFrame):
    return frame.ix[0, "a"]  # wrong


first(pd.DataFrame({"a": [1, 2]}))
#: pandas, a group by
import pandas as pd

frame = pd.DataFrame({"a": ["x", "x", "y"], "b": [1, 2, 3]})
total = frame.groupby("a").agg({"b": "sum"}).reset_index()
print(total.sort_value("b"))  # wrong: sort_values
#: pandas, dates
import pandas as pd

dates = pd.to_datetime(pd.Series(["2020-01-01", "2020-02-01"]))
print(dates.dt.month)
print(dates.dt.week)  # wrong: isocalendar
#: pandas, lookup and mad
import pandas as pd

frame = pd.DataFrame({"a": [1.0, 2.0], "b": [3.0, 4.0]})
print(frame.mean(axis=0))
print(frame.mad())  # wrong
#: pandas, an excel writer
import pandas as pd

frame = pd.DataFrame({"a": [1]})
frame.to_csv("/dev/null", index=False, line_terminator="\n")  # wrong: lineterminator
#: pandas, right
import pandas as pd

frame = pd.DataFrame({"a": ["x", "x", "y"], "b": [1, 2, 3], "c": pd.date_range("2020-01-01", periods=3, freq="D")})
summary = frame.groupby("a", as_index=False)["b"].agg(["sum", "mean"]).rename(columns={"sum": "total"})
print(summary.loc[summary["total"] > 2, "mean"].round(1).tolist())
print(frame.set_index("c").resample("2D")["b"].sum().to_frame().pipe(lambda one: one.iloc[0]))
print(frame["a"].str.upper().value_counts(normalize=True).idxmax(), frame.pivot_table(index="a", values="b").shape)
#: numpy, a type of old
import numpy as np

values = np.zeros((2, 2), dtype=np.float)  # wrong
print(values)
#: numpy, in1d and trapz and product
import numpy as np

values = np.array([1, 2, 3])
print(np.trapezoid(values))
print(np.product(values))  # wrong: prod
#: numpy, a method that is a function
import numpy as np

values = np.array([3, 1, 2])
print(values.argsort()[::-1])
print(values.median())  # wrong
#: numpy, infinity
import numpy as np

best = np.Inf  # wrong: inf
print(best)
#: numpy, right
import numpy as np

rng = np.random.default_rng(0)
values = rng.normal(size=(3, 4)).astype(np.float32)
print(np.linalg.norm(values, axis=1, keepdims=True).shape, values.T.dot(values).ravel().max())
print(np.concatenate([values, values], axis=0).reshape(-1, 2).mean(axis=0).tolist(), np.bool_(True))
#: matplotlib, colour maps
import matplotlib

matplotlib.use("Agg")
import matplotlib.cm as cm

print(cm.get_cmap("viridis"))
#: matplotlib, labels of axes
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

figure, axes = plt.subplots(figsize=(4, 3))
axes.plot([1, 2, 3], [1, 4, 9], label="a")
axes.set_xlabel("x")
axes.set_ylable("y")  # wrong: set_ylabel
figure.savefig("/dev/null", format="png")
#: matplotlib, a style
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

figure = plt.figure()
axes = figure.add_subplot(111)
axes.bar(["a", "b"], [1, 2], colour="red")  # wrong: color
#: matplotlib, right
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.ticker import FuncFormatter

figure, (left, right) = plt.subplots(1, 2, sharey=True, constrained_layout=True)
left.hist([1, 2, 2, 3], bins=3, alpha=0.5, edgecolor="black")
right.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.0f}"))
right.spines["top"].set_visible(False)
right.annotate("a", xy=(0, 0), xytext=(1, 1), arrowprops={"arrowstyle": "->"})
figure.suptitle("a")
plt.close(figure)
#: seaborn, a distribution
import matplotlib

matplotlib.use("Agg")
import seaborn as sns

sns.set_theme(style="whitegrid")
sns.kdeplot([1, 2, 3], shade=True, bw=0.5)
#: seaborn, a plot of factors
import matplotlib

matplotlib.use("Agg")
import seaborn as sns

print(sns.catplot)
sns.factorplot(x="a", y="b", data=None)  # wrong: catplot
#: scikit-learn, boston
from sklearn.datasets import load_boston  # wrong

print(load_boston())
#: scikit-learn, an encoder
from sklearn.preprocessing import OneHotEncoder

encoder = OneHotEncoder(sparse=False, handle_unknown="ignore")  # wrong: sparse_output
print(encoder.fit_transform([["a"], ["b"]]))
#: scikit-learn, names of features
from sklearn.feature_extraction.text import CountVectorizer

vectorizer = CountVectorizer()
counts = vectorizer.fit_transform(["a cat", "a dog"])
print(counts.shape)
print(vectorizer.get_feature_names())  # wrong: get_feature_names_out
#: scikit-learn, a forest
from sklearn.ensemble import RandomForestClassifier

forest = RandomForestClassifier(n_estimators=5, max_features=1, min_impurity_split=1e-7)  # wrong
forest.fit([[0], [1]], [0, 1])
#: scikit-learn, plots
from sklearn.metrics import accuracy_score, plot_confusion_matrix  # wrong

print(accuracy_score([1], [1]), plot_confusion_matrix)
#: scikit-learn, right
from sklearn.compose import ColumnTransformer
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score, train_test_split
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

data = load_iris(as_frame=True)
left, right, one, two = train_test_split(data.data, data.target, test_size=0.2, random_state=0, stratify=data.target)
steps = Pipeline([("scale", ColumnTransformer([("s", StandardScaler(), list(data.data.columns))])), ("model", LogisticRegression(max_iter=500))])
search = GridSearchCV(steps, {"model__C": [0.1, 1.0]}, cv=2).fit(left, one)
print(search.best_params_, search.best_estimator_.score(right, two), steps.named_steps["model"].C)
print(cross_val_score(make_pipeline(StandardScaler(), LogisticRegression()), left, one, cv=2).mean())
#: scipy, a name that went
from scipy.integrate import cumtrapz  # wrong: cumulative_trapezoid

print(cumtrapz([1, 2, 3]))
#: scipy, signal windows
from scipy import signal

print(signal.butter(3, 0.1))
print(signal.hann(10))  # wrong
#: scipy, interpolation
from scipy.stats import norm, binom_test  # wrong: binomtest

print(norm.cdf(0), binom_test(3, 10))
#: networkx, a graph and its nodes
import networkx as nx

graph = nx.Graph()
graph.add_edge("a", "b", weight=2)
print(graph.nodes["a"], nx.shortest_path(graph, "a", "b"))
print(graph.node["a"])  # wrong: nodes
#: networkx, a matrix
import networkx as nx

graph = nx.path_graph(3)
print(nx.to_numpy_matrix(graph))  # wrong: to_numpy_array
#: networkx, a read of old
import networkx as nx

graph = nx.DiGraph([(1, 2)])
nx.write_gpickle(graph, "/dev/null")  # wrong
#: pillow, antialias
from PIL import Image

image = Image.new("RGB", (10, 10))
small = image.resize((5, 5), Image.ANTIALIAS)  # wrong
print(small.size)
#: pillow, size of a text
from PIL import Image, ImageDraw, ImageFont

image = Image.new("RGB", (10, 10))
draw = ImageDraw.Draw(image)
font = ImageFont.load_default()
width, height = draw.textsize("a", font=font)  # wrong
print(width, height)
#: pillow, a font
from PIL import ImageFont

font = ImageFont.load_default()
print(font.getsize("a"))  # wrong: getbbox
#: flask, encoder
from flask import Flask
from flask.json import JSONEncoder  # wrong

app = Flask(__name__)
print(JSONEncoder)
#: flask, before the first request
from flask import Flask

app = Flask(__name__)


@app.before_first_request  # wrong
def start():
    print("start")
#: flask, an answer
from flask import Flask, jsonify, request

app = Flask(__name__)


@app.post("/a")
def handler():
    data = request.get_json(force=True)
    response = jsonify(data)
    response.set_header("X-A", "b")  # wrong
    return response


app.testing = True
print(app.test_client().post("/a", json={"a": 1}).status_code)
#: flask, right
from flask import Blueprint, Flask, abort, g, jsonify, make_response, redirect, request, session, url_for

app = Flask(__name__)
app.config.from_mapping(SECRET_KEY="a", MAX_CONTENT_LENGTH=1000)
api = Blueprint("api", __name__, url_prefix="/api")


@api.route("/items/<int:item_id>", methods=["GET", "POST"])
def item(item_id):
    g.seen = item_id
    session["last"] = item_id
    if request.args.get("gone", type=int):
        abort(404)
    response = make_response(jsonify(id=item_id, agent=request.headers.get("User-Agent")))
    response.headers["X-A"] = "b"
    response.set_cookie("a", "b", httponly=True)
    return response


@app.errorhandler(404)
def missing(error):
    return redirect(url_for("api.item", item_id=1))


app.register_blueprint(api)
client = app.test_client()
print(client.get("/api/items/1").get_json()["id"], client.get("/x").location)
#: fastapi, an answer of html
from fastapi import FastAPI, HttpException  # wrong: HTTPException

app = FastAPI()
print(HttpException)
#: fastapi, a keyword of a route
from fastapi import FastAPI

app = FastAPI(title="a")


@app.get("/a", response_class=None, status=201)  # wrong: status_code
def read():
    return {}
#: fastapi, right
from typing import Annotated

from fastapi import APIRouter, BackgroundTasks, Depends, FastAPI, HTTPException, Query, Request, status
from fastapi.middleware.cors import CORSMiddleware
from fastapi.responses import JSONResponse
from fastapi.testclient import TestClient
from pydantic import BaseModel


class Item(BaseModel):
    name: str


router = APIRouter(prefix="/items", tags=["items"])


def limit(n: Annotated[int, Query(ge=1)] = 1) -> int:
    return n


@router.post("/", status_code=status.HTTP_201_CREATED, response_model=Item)
async def create(item: Item, tasks: BackgroundTasks, n: Annotated[int, Depends(limit)]):
    tasks.add_task(print, item.name)
    if item.name == "no":
        raise HTTPException(status_code=404, detail="no", headers={"X-A": "b"})
    return item


app = FastAPI()
app.add_middleware(CORSMiddleware, allow_origins=["*"])
app.include_router(router)


@app.exception_handler(ValueError)
async def wrong(request: Request, error: ValueError):
    return JSONResponse({"at": request.url.path, "agent": request.headers.get("a"), "from": request.client.host}, status_code=400)


client = TestClient(app)
print(client.post("/items/", json={"name": "a"}).json())
#: django, urls
from django.conf.urls import url  # wrong

print(url)
#: django, a text of old
from django.utils.translation import ugettext_lazy as _  # wrong: gettext_lazy

print(_)
#: django, an encoding
from django.utils.encoding import force_str, smart_text  # wrong: smart_str

print(force_str(b"a"), smart_text(b"a"))
#: django, a field
from django.conf import settings

settings.configure()
import django

django.setup()
from django import forms


class A(forms.Form):
    name = forms.CharField(max_length=5, help="a name")  # wrong: help_text


print(A().as_p())
#: django, a null boolean
from django.conf import settings

settings.configure()
import django

django.setup()
from django.db import models


class A(models.Model):
    flag = models.NullBoolean()  # wrong

    class Meta:
        app_label = "a"
#: django, http
from django.conf import settings

settings.configure()
from django.http import JsonResponse, HttpResponse
from django.test import RequestFactory

request = RequestFactory().get("/a")
print(JsonResponse({"a": 1}).content, HttpResponse("a").status_code)
print(request.is_ajax())  # wrong
#: polars, group by of old
import polars as pl

frame = pl.DataFrame({"a": ["x", "y"], "b": [1, 2]})
print(frame.groupby("a").agg(pl.col("b").sum()))  # wrong: group_by
#: polars, apply
import polars as pl

frame = pl.DataFrame({"a": [1, 2]})
print(frame.with_columns(pl.col("a").apply(lambda one: one + 1)))  # wrong: map_elements
#: polars, a column
import polars as pl

frame = pl.DataFrame({"a": [1, 2]})
print(frame.with_column(pl.col("a") * 2))  # wrong: with_columns
#: polars, lengths of texts
import polars as pl

frame = pl.DataFrame({"a": ["x", "yy"]})
print(frame.select(pl.col("a").str.lengths()))  # wrong
#: polars, right
import polars as pl

frame = pl.DataFrame({"a": ["x", "y", "x"], "b": [1, 2, 3]})
lazy = frame.lazy().filter(pl.col("b") > 1).group_by("a", maintain_order=True).agg(pl.col("b").sum().alias("total"), pl.len())
print(lazy.sort("total", descending=True).collect().to_dicts())
print(frame.join(frame, on="a", how="left").height, frame.with_columns(pl.when(pl.col("b") > 1).then(1).otherwise(0).cast(pl.Int8)).schema)
print(frame["b"].to_list(), frame.select(pl.col("a").str.to_uppercase().str.len_chars()).item(0, 0))
#: boto3, a bucket
import boto3

s3 = boto3.client("s3", region_name="us-east-1", aws_access_key_id="a", aws_secret_access_key="b")
s3.upload_fileobject(open("/dev/null", "rb"), "bucket", "key")  # wrong: upload_fileobj
#: boto3, a table
import boto3

table = boto3.resource("dynamodb", region_name="us-east-1", aws_access_key_id="a", aws_secret_access_key="b").Table("t")
table.put(Item={"id": "1"})  # wrong: put_item
#: click, an option
import click


@click.command()
@click.option("--name", default="a", help="A name.")
@click.argument("path", type=click.Path(exist=True))  # wrong: exists
def main(name, path):
    click.echo(name)
#: click, a colour
import click

click.secho("done", fg="green", bold=True)
click.print("done")  # wrong: echo
#: typer, an option
import typer

app = typer.Typer()


@app.command()
def main(name: str = typer.Option("a", "--name", help="A name", require=True)):  # wrong
    typer.echo(name)
#: typer, right
from pathlib import Path
from typing import Annotated, Optional

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

app = typer.Typer(help="A tool.", no_args_is_help=True)
console = Console(stderr=True)


@app.callback()
def common(verbose: bool = False):
    pass


@app.command("show")
def show(path: Annotated[Optional[Path], typer.Argument(exists=False)] = None, count: int = typer.Option(1, "--count", "-c", min=1)):
    table = Table("a", title="b", show_header=True)
    table.add_column("c", justify="right", style="cyan", no_wrap=True)
    for one in track(range(count), description="d"):
        table.add_row("x", str(one))
    console.print(table)
    raise typer.Exit(code=0)


app(["show", "--count", "2"], standalone_mode=False)
#: rich, a table
from rich.console import Console
from rich.table import Table

table = Table(title="a")
table.add_column("x", align="right")  # wrong: justify
Console().print(table)
#: rich, progress
from rich.progress import Progress

with Progress() as progress:
    task = progress.add_task("a", total=2)
    progress.advance(task)
    progress.update_task(task, completed=2)  # wrong: update
#: celery, a task
from celery import Celery

app = Celery("a", broker="memory://")


@app.task(bind=True)
def add(self, x, y):
    return x + y


print(add.apply(args=(1, 2)).get())
app.config_from_dict({"task_always_eager": True})  # wrong: config_from_object
#: celery, a decorator of old
from celery.decorators import task  # wrong


@task
def add(x, y):
    return x + y
#: redis, a hash
import redis

client = redis.Redis(host="127.0.0.1", port=9)
client.hmset_dict("a", {"b": 1})  # wrong
#: redis, a strict client
import redis

client = redis.StrictRedis(host="127.0.0.1", port=9, decode_response=True)  # wrong: decode_responses
#: pymongo, insert
from pymongo import MongoClient

client = MongoClient("mongodb://127.0.0.1:9", serverSelectionTimeoutMS=10, connect=False)
client["a"]["b"].insert({"x": 1})  # wrong: insert_one
#: pymongo, a keyword
from pymongo import MongoClient
from pymongo.collection import Collection


def add(items: Collection):
    return items.update_many({"a": 1}, {"$set": {"a": 2}}, multi=True)  # wrong


add(MongoClient("mongodb://127.0.0.1:9", serverSelectionTimeoutMS=10, connect=False).a.b)
#: aiohttp, a timeout
import asyncio

import aiohttp


async def main():
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=1)) as session:
        async with session.get("http://127.0.0.1:9", verify=False) as response:  # wrong
            return await response.json()


asyncio.run(main())
#: aiohttp, a loop
from aiohttp import web

app = web.Application()


async def index(request):
    return web.json_response({"a": request.query.get("b")})


app.router.add_get("/", index)
app.add_route("GET", "/b", index)  # wrong
#: requests, a keyword
import requests

session = requests.Session()
session.headers.update({"a": "b"})
session.get("http://127.0.0.1:9", retries=3)  # wrong
#: requests, an adapter of old
import requests
from requests.packages.urllib3.util.retry import Retry
from requests.adapters import HTTPAdapter

session = requests.Session()
session.mount("http://", HTTPAdapter(max_retries=Retry(total=1, method_whitelist=["GET"])))  # wrong: allowed_methods
#: httpx, proxies and redirects
import httpx

client = httpx.Client(base_url="http://127.0.0.1:9", timeout=1)
client.get("/a", allow_redirects=True)  # wrong: follow_redirects
#: httpx, an asynchronous client
import asyncio

import httpx


async def main():
    async with httpx.AsyncClient() as client:
        response = httpx.Response(200, json={"a": 1})
        print(response.json(), client.is_closed)
        return response.ok  # wrong: is_success


asyncio.run(main())
#: beautifulsoup, a search
from bs4 import BeautifulSoup

soup = BeautifulSoup("<a href='b'>c</a>", "html.parser")
print(soup.find("a").get_text(strip=True), soup.select_one("a")["href"])
print(soup.find_by_class("b"))  # wrong
#: selenium, find of old
from selenium.webdriver.remote.webdriver import WebDriver


def press(driver: WebDriver):
    driver.find_element_by_id("a").click()  # wrong: find_element


press(WebDriver.__new__(WebDriver))
#: selenium, a driver of old
from selenium import webdriver
from selenium.webdriver.chrome.options import Options

options = Options()
options.add_argument("--headless")
driver = webdriver.Chrome(executable_path="/x", chrome_options=options)  # wrong
#: playwright, a page
from playwright.sync_api import Page, expect, sync_playwright


def login(page: Page):
    page.find_element("#a").click()  # wrong


login(Page.__new__(Page))
#: pytest, names of old
import pytest


@pytest.yield_fixtures  # wrong
def thing():
    yield 1
#: pytest, right
import pytest


@pytest.fixture(scope="session", params=[1, 2])
def thing(request, tmp_path_factory):
    yield request.param


@pytest.mark.parametrize(("a", "b"), [(1, 2), pytest.param(2, 3, marks=pytest.mark.slow)])
def test_a(a, b, thing, monkeypatch, capsys):
    monkeypatch.setattr("os.sep", "/")
    with pytest.raises(ValueError, match="no") as caught:
        raise ValueError("no")
    assert caught.value.args == ("no",)
    assert pytest.approx(0.1) == 0.1 and capsys.readouterr().out == ""
