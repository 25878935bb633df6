# As in first.py: other releases, and packages that stand in no other file here.
#! numpy==1.26.4 pandas==1.5.3 scikit-learn==1.2.2 scipy==1.10.1 flask==2.1.3 werkzeug==2.1.2
#! sqlalchemy==1.4.54 pydantic==1.10.19 openai==0.28.1 fastapi==0.95.2 httpx==0.23.3 pillow==9.5.0
#! matplotlib==3.7.5 networkx==2.8.8 click==8.0.4 rich==12.6.0 jinja2==3.0.3 requests==2.28.2
#! seaborn==0.12.2 typer==0.9.4 loguru==0.7.2 tqdm==4.65.0 arrow==1.3.0 cryptography==41.0.7
#! paramiko==3.4.1 docker==6.1.3 elasticsearch==8.11.1 psutil==5.9.8 pymysql==1.1.0 starlette==0.27.0
#! faker==19.13.0 nltk==3.8.1 gensim==4.3.3 shapely==2.0.1 statsmodels==0.14.1 structlog==23.2.0
#! pendulum==2.1.2 apscheduler==3.10.4 watchdog==3.0.0 lxml==4.9.4 openpyxl==3.1.2 simpy==4.1.1
#! urllib3==1.26.18
#: pandas 1.5, option of a join that came later
import pandas as pd

df = pd.DataFrame({"a": [3, 1, 2]})
print(df.map(lambda x: x + 1))  # wrong: applymap
#: pandas 1.5, a string method
import pandas as pd

s = pd.Series(["a-b", "c-d"])
print(s.str.splits("-", expand=True))  # wrong: split
#: pandas 1.5, keyword of a writer
import pandas as pd

df = pd.DataFrame({"a": [1]})
print(df.to_csv(index=False, line_end="\n"))  # wrong: lineterminator
#: pandas 1.5, index
import pandas as pd

index = pd.date_range("2024-01-01", periods=3, freq="D")
print(index.to_datetime())  # wrong: to_pydatetime
#: pandas 1.5, right
import pandas as pd

df = pd.DataFrame({"a": [1, 2], "b": list("xy")}).append({"a": 3, "b": "z"}, ignore_index=True)
print(df.applymap(str).iteritems(), df.pivot_table(index="b", values="a").mad(), df["b"].str.upper().tolist())
print(df.set_index("b").rolling(2).mean().dropna().to_dict(), df.rename(columns={"a": "c"}).query("c > 1").shape)
#: sklearn 1.2, boston again
from sklearn import datasets

X, y = datasets.load_boston(return_X_y=True)  # wrong
print(X)
#: sklearn 1.2, newer keyword
from sklearn.cluster import KMeans

model = KMeans(n_cluster=2, n_init=10)  # wrong: n_clusters
print(model)
#: sklearn 1.2, attribute after fitting
from sklearn.decomposition import PCA

pca = PCA(n_components=1).fit([[1, 2], [3, 5], [4, 9]])
print(pca.explained_variance_ratios_)  # wrong: explained_variance_ratio_
#: sklearn 1.2, import of a splitter
from sklearn.cross_validation import train_test_split  # wrong

print(train_test_split([1, 2, 3]))
#: sklearn 1.2, right
import numpy as np
from sklearn.compose import ColumnTransformer
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

pre = ColumnTransformer([("num", Pipeline([("i", SimpleImputer()), ("s", StandardScaler())]), [0]), ("cat", OneHotEncoder(sparse_output=False), [1])])
X = np.array([[1.0, 0], [2.0, 1], [3.0, 0], [4.0, 1]])
model = Pipeline([("pre", pre), ("clf", LogisticRegression(max_iter=100))])
print(cross_val_score(model, X, [0, 1, 0, 1], cv=2).mean(), model.fit(X, [0, 1, 0, 1]).predict_proba(X)[:, 1])
#: flask 2.1, newer module
from flask import Flask
from flask.json.provider import DefaultJSONProvider  # wrong

print(Flask, DefaultJSONProvider)
#: flask 2.1, right
from flask import Flask, escape, json
from flask.json import JSONEncoder

app = Flask(__name__)
app.json_encoder = JSONEncoder


@app.before_first_request
def ready():
    print("ready")


with app.test_client() as client:
    print(client.get("/").status_code, escape("<"), json.dumps({}))
#: sqlalchemy 1.4, newer names
from sqlalchemy.orm import DeclarativeBase  # wrong


class Base(DeclarativeBase):
    pass
#: sqlalchemy 1.4, mapped column
import sqlalchemy as sa
from sqlalchemy import orm

column = orm.mapped_column(sa.Integer)  # wrong
print(column)
#: sqlalchemy 1.4, connection
from sqlalchemy import create_engine, text

engine = create_engine("sqlite://")
with engine.begin() as connection:
    print(connection.exec(text("SELECT 1")).scalar())  # wrong: execute
#: sqlalchemy 1.4, right
from sqlalchemy import Column, Integer, MetaData, Table, create_engine, select, text
from sqlalchemy.ext.declarative import declarative_base
from sqlalchemy.orm import scoped_session, sessionmaker

engine = create_engine("sqlite://", connect_args={"check_same_thread": False})
table = Table("t", MetaData(), Column("id", Integer, primary_key=True))
table.create(engine)
print(engine.execute(text("SELECT 1")).fetchall(), engine.table_names())
Base = declarative_base(bind=engine)
session = scoped_session(sessionmaker(bind=engine))
print(session.query(table.c.id).filter(table.c.id > 1).order_by(table.c.id.desc()).all(), select([table.c.id]), session.remove())
#: pydantic 1, newer method
from pydantic import BaseModel


class A(BaseModel):
    x: int = 1


print(A().model_dump())  # wrong: dict
#: pydantic 1, newer import
from pydantic import BaseModel, field_validator  # wrong

print(BaseModel)
#: pydantic 1, right
from pydantic import BaseModel, BaseSettings, Field, validator


class A(BaseModel):
    x: int = Field(1, ge=0)

    @validator("x", pre=True)
    def check(cls, v):
        return int(v)

    class Config:
        orm_mode = True


class S(BaseSettings):
    debug: bool = False


print(A(x="3").dict(), A.parse_obj({"x": 1}).json(), A.schema()["title"], S().debug, A().copy(update={"x": 2}))
#: openai 0.28, newer client
from openai import OpenAI  # wrong

print(OpenAI(api_key="x"))
#: openai 0.28, right
import openai
from openai.error import RateLimitError

openai.api_key = "x"
print(openai.ChatCompletion.create, openai.Embedding, RateLimitError, openai.api_base)
#: fastapi 0.95, middleware
from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware

app = FastAPI()
app.use_middleware(CORSMiddleware, allow_origins=["*"])  # wrong: add_middleware
#: fastapi 0.95, upload
from fastapi import FastAPI, File, UploadFiles  # wrong: UploadFile

app = FastAPI()
#: starlette 0.27, answer
from starlette.responses import JSONResponse

print(JSONResponse({"a": 1}, status=201))  # wrong: status_code
#: httpx 0.23, asynchronous
import asyncio

import httpx


async def main():
    async with httpx.AsyncClient() as client:
        await client.fetch("https://example.org")  # wrong


asyncio.run(main())
#: pillow 9.5, method
from PIL import Image

image = Image.new("L", (4, 4))
print(image.to_bytes())  # wrong: tobytes
#: pillow 9.5, right
from PIL import Image, ImageDraw

image = Image.new("RGB", (10, 10)).resize((5, 5), Image.ANTIALIAS)
print(ImageDraw.Draw(image).textsize("x"), image.transpose(Image.FLIP_LEFT_RIGHT).mode, image.load()[0, 0])
#: matplotlib 3.7, axes by a keyword
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

ax = plt.figure().add_subplot(projection="3d")
plt.gca().set_aspects("equal")  # wrong: set_aspect
#: matplotlib 3.7, function of pyplot
import matplotlib.pyplot as plt

plt.set_title("x")  # wrong: title
#: networkx 2.8, newer
import networkx as nx

g = nx.complete_graph(4)
print(nx.betweenes_centrality(g))  # wrong: betweenness_centrality
#: networkx 2.8, view
import networkx as nx

g = nx.DiGraph([(1, 2)])
print(g.in_degrees(2))  # wrong: in_degree
#: seaborn 0.12, plot of old
import matplotlib

matplotlib.use("Agg")
import seaborn as sns

sns.set_theme(style="whitegrid")
ax = sns.lineplot(x=[1, 2], y=[1, 2], colour="red")  # wrong
#: seaborn 0.12, name
import seaborn as sns

print(sns.boxen_plot)  # wrong: boxenplot
#: typer 0.9, option
import typer

app = typer.Typer()


@app.command()
def main(name: str = typer.Option("x", helps="Who.")):  # wrong: help
    typer.echo(name)
#: loguru, method
from loguru import logger

logger.add("/dev/null", rotation="1 MB")
logger.warn("x")  # wrong: warning
#: loguru, right
import sys

from loguru import logger

logger.remove()
logger.add(sys.stderr, format="{message}", level="ERROR", serialize=False)
logger.bind(user="a").opt(lazy=True).info("x {y}", y=lambda: 1)


@logger.catch
def work():
    logger.debug("x")


work()
#: tqdm, keyword
from tqdm import tqdm

for _ in tqdm(range(2), description="x"):  # wrong: desc
    pass
#: arrow, method
import arrow

now = arrow.utcnow()
print(now.add(days=1))  # wrong: shift
#: arrow, right
import arrow

now = arrow.get("2024-01-01T00:00:00+00:00")
print(now.shift(days=1).format("YYYY-MM-DD"), now.to("Europe/Berlin").humanize(), now.floor("hour").isoformat(), now.year)
#: cryptography, hash
from cryptography.hazmat.primitives import hashes

digest = hashes.Hash(hashes.SHA256())
digest.update(b"x")
print(digest.hexdigest())  # wrong: finalize
#: cryptography, fernet
from cryptography.fernet import Fernet

key = Fernet.generate_key()
box = Fernet(key)
print(box.encrypt_text("x"))  # wrong: encrypt
#: paramiko, client
import paramiko

client = paramiko.SSHClient()
client.set_missing_host_key_policy(paramiko.AutoAddPolicy())
client.connect_to("localhost")  # wrong: connect
#: docker, client
import docker

client = docker.DockerClient(base_url="tcp://127.0.0.1:1", version="1.40")
print(client.containers.lists())  # wrong: list
#: psutil, process
import psutil

process = psutil.Process()
print(process.memory_usage())  # wrong: memory_info
#: psutil, right
import psutil

print(psutil.cpu_percent(interval=None), psutil.virtual_memory().percent, psutil.Process().memory_info().rss > 0)
print(psutil.disk_usage("/").free > 0, [p.pid for p in psutil.process_iter(["pid"])][:1] != [], psutil.cpu_count(logical=False))
#: faker, provider
from faker import Faker

fake = Faker("en_US")
Faker.seed(1)
print(fake.full_name())  # wrong: name
#: faker, right
from faker import Faker

fake = Faker(["en_US", "de_DE"])
fake.seed_instance(3)
print(fake.name(), fake.email(), fake.date_between(start_date="-1y").isoformat(), fake.unique.pyint())
#: gensim, name of old
from gensim.models import Word2Vec

model = Word2Vec([["a", "b"]], size=5, min_count=1)  # wrong: vector_size
print(model)
#: gensim, vocabulary
from gensim.models import Word2Vec

model = Word2Vec([["a", "b"]], vector_size=5, min_count=1)
print(model.wv.index2word)  # wrong: index_to_key
#: shapely, method
from shapely.geometry import Point, Polygon

area = Polygon([(0, 0), (1, 0), (1, 1)])
print(area.contain(Point(0.5, 0.2)))  # wrong: contains
#: shapely, right
from shapely.geometry import LineString, Point, Polygon, box, shape
from shapely.ops import unary_union

area = unary_union([box(0, 0, 1, 1), Point(1, 1).buffer(0.5)])
print(area.area > 1, area.bounds, area.centroid.x > 0, LineString([(0, 0), (2, 2)]).intersects(area), area.wkt[:7])
print(shape({"type": "Point", "coordinates": (0, 0)}).distance(Point(3, 4)), Polygon().is_empty, list(box(0, 0, 1, 1).exterior.coords)[0])
#: structlog, logger
import structlog

structlog.configure(processors=[structlog.processors.JSONRendererer()])  # wrong: JSONRenderer
#: apscheduler, trigger
from apscheduler.schedulers.background import BackgroundScheduler

scheduler = BackgroundScheduler()
scheduler.schedule_job(print, "interval", seconds=5)  # wrong: scheduled_job
#: watchdog, observer
from watchdog.events import FileSystemEventHandler
from watchdog.observers import Observer

observer = Observer()
observer.add_watch(FileSystemEventHandler(), ".")  # wrong
#: openpyxl, sheet (right, deprecated)
from openpyxl import Workbook

book = Workbook()
sheet = book.active
sheet.append([1, 2])
print(book.get_sheet_by_name("Sheet"))
#: openpyxl, right
import io

from openpyxl import Workbook, load_workbook
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

book = Workbook()
sheet = book.active
sheet.title = "x"
sheet["A1"] = 1
sheet.cell(row=2, column=1, value="b").font = Font(bold=True)
sheet.column_dimensions[get_column_letter(1)].width = 20
sheet.merge_cells("A3:B3")
buffer = io.BytesIO()
book.save(buffer)
print(load_workbook(io.BytesIO(buffer.getvalue()))["x"]["A1"].value, sheet.max_row, [c.value for c in sheet[1]])
#: simpy, environment
import simpy

env = simpy.Environment()
env.process_event(lambda: None)  # wrong: process
#: lxml, element
from lxml import etree

root = etree.fromstring("<a><b/></a>")
print(root.find_all("b"))  # wrong: findall
#: elasticsearch, client
from elasticsearch import Elasticsearch

client = Elasticsearch("http://localhost:9200")
print(client.searches(index="a"))  # wrong: search
#: statsmodels, result
import statsmodels.api as sm

model = sm.OLS([1.0, 2.0, 3.5], sm.add_constant([1.0, 2.0, 3.0])).fit()
print(model.parameters)  # wrong: params
#: pymysql, keyword
import pymysql

connection = pymysql.connect(host="localhost", usr="a")  # wrong: user
#: nltk, tokenizer
import nltk

print(nltk.word_tokenizer("a b"))  # wrong: word_tokenize
#: pendulum, method
import pendulum

now = pendulum.datetime(2024, 1, 1)
print(now.add(days=1).format_iso())  # wrong
