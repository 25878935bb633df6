#: requests
import requests
from requests.adapters import HTTPAdapter
from requests.auth import HTTPBasicAuth
s = requests.Session()
s.mount("https://", HTTPAdapter(max_retries=3))
s.headers.update({"a": "b"})
r = s.get("u", params={"a": 1}, timeout=(1, 2), auth=HTTPBasicAuth("a", "b"))
r.raise_for_status()
r.json()["a"]
r.elapsed.total_seconds()
try:
    requests.post("u", json={}, headers={}, files=None)
except requests.exceptions.RequestException as e:
    print(e.response.status_code, e.request)
#: httpx
import httpx
async def f():
    async with httpx.AsyncClient(base_url="u", timeout=httpx.Timeout(3.0, connect=1.0), http2=True) as c:
        r = await c.post("u", json={}, headers={})
        r.raise_for_status()
        async with c.stream("GET", "u") as s:
            async for chunk in s.aiter_bytes():
                print(chunk)
with httpx.Client(transport=httpx.HTTPTransport(retries=1)) as c:
    c.get("u", follow_redirects=True).json()
#: numpy
import numpy as np
a = np.array([1, 2], dtype=np.float64)
np.random.default_rng(1).normal(size=3)
np.linalg.norm(a, axis=0)
np.random.seed(0)
a.reshape(-1, 1).mean(axis=0).tolist()
np.where(a > 1, a, 0).sum()
np.testing.assert_allclose(a, a)
np.load("x", allow_pickle=True)
#: pandas
import pandas as pd
df = pd.DataFrame({"a": [1]})
df.groupby("a").agg({"a": "sum"}).reset_index().rename(columns={"a": "b"}).to_csv("x", index=False)
pd.read_csv("x", sep=",", parse_dates=["a"])
pd.to_datetime(df["a"], errors="coerce").dt.strftime("%Y")
pd.concat([df, df], ignore_index=True).drop_duplicates()
df.custom_column.fillna(0)
df.loc[0].a
#: sqlalchemy
from sqlalchemy import create_engine, select, text, Column, Integer, String, ForeignKey
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship, Session, sessionmaker
class Base(DeclarativeBase):
    pass
class User(Base):
    __tablename__ = "u"
    id: Mapped[int] = mapped_column(primary_key=True)
    name = Column(String(30), nullable=False)
    items = relationship("Item", back_populates="user", cascade="all")
engine = create_engine("sqlite://", echo=True, pool_pre_ping=True)
Base.metadata.create_all(engine)
with Session(engine) as session:
    session.add(User(id=1, name="a"))
    session.scalars(select(User).where(User.name == "a").order_by(User.id)).all()
    session.query(User).filter_by(name="a").first()
    session.commit()
with engine.connect() as c:
    c.execute(text("x"), {"a": 1}).fetchall()
Local = sessionmaker(bind=engine, autoflush=False)
Local().query(User).get(1)
#: pydantic
from pydantic import BaseModel, Field, field_validator, model_validator, ConfigDict, ValidationError
class M(BaseModel):
    model_config = ConfigDict(extra="forbid")
    a: int = Field(default=1, ge=0, description="x")
    @field_validator("a")
    @classmethod
    def check(cls, v):
        return v
M(a=1).model_dump(exclude_none=True)
M.model_validate({"a": 1}).a
M.model_json_schema()
try:
    M(a="x")
except ValidationError as e:
    e.errors()
#: click
import click
@click.group(invoke_without_command=True)
@click.option("--x", "-x", default=1, type=click.Path(exists=True), help="h", multiple=True)
@click.pass_context
def main(ctx, x):
    ctx.ensure_object(dict)
    ctx.obj["a"] = click.style("x", fg="red", bold=True)
    click.echo("x", err=True)
    if click.confirm("x", abort=True):
        raise click.UsageError("x")
main.command("y")(print)
#: rich
from rich.console import Console
from rich.table import Table
from rich.progress import Progress, track
c = Console(stderr=True, width=3)
t = Table(title="x", show_header=True)
t.add_column("a", justify="right", style="cyan", no_wrap=True)
t.add_row("1", end_section=True)
c.print(t, style="bold")
with Progress() as p:
    task = p.add_task("x", total=3)
    p.update(task, advance=1)
for i in track([1], description="x"):
    c.log(i)
#: flask
from flask import Flask, request, jsonify, Blueprint, current_app, g, session, abort
app = Flask(__name__, static_folder="x")
bp = Blueprint("x", __name__, url_prefix="/x")
@bp.route("/", methods=["GET"])
def index():
    request.args.get("a", type=int)
    request.get_json(silent=True)
    current_app.logger.info("x")
    g.user = 1
    g.user.whatever()
    abort(404, description="x")
    return jsonify(a=1), 200
app.register_blueprint(bp)
app.config.from_object("x")
with app.test_client() as c:
    c.get("/").get_json()
app.run(host="x", port=1, debug=True)
#: aiohttp
import aiohttp
async def g():
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=3)) as s:
        async with s.get("u", params={}, ssl=False) as r:
            r.raise_for_status()
            await r.json(content_type=None)
            await r.text()
from aiohttp import web
app = web.Application()
app.router.add_get("/", print)
app.add_routes([web.get("/", print)])
web.run_app(app, port=1)
#: beautifulsoup
from bs4 import BeautifulSoup
soup = BeautifulSoup("x", "html.parser")
soup.find("a", class_="x", href=True).get("href")
[a.text.strip() for a in soup.find_all("a", limit=3)]
soup.title.string
soup.select_one("a > b").get_text(strip=True)
soup.table.tbody.tr.decompose()
#: pillow
from PIL import Image, ImageDraw, ImageFont, ImageFilter
im = Image.open("x").convert("RGB")
im.thumbnail((1, 2), Image.Resampling.LANCZOS)
im.resize((1, 2), Image.LANCZOS).filter(ImageFilter.GaussianBlur(2)).save("x", quality=3)
d = ImageDraw.Draw(im)
d.text((0, 0), "x", fill="red", font=ImageFont.load_default())
d.rectangle([0, 0, 1, 1], outline="red", width=2)
Image.new("RGB", (1, 1), color=(0, 0, 0)).paste(im, (0, 0))
#: cryptography
from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa, padding
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
Fernet(Fernet.generate_key()).encrypt(b"x").decode()
key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
key.public_key().encrypt(b"x", padding.OAEP(mgf=padding.MGF1(hashes.SHA256()), algorithm=hashes.SHA256(), label=None))
key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
e = Cipher(algorithms.AES(b"x"), modes.CBC(b"x")).encryptor()
e.update(b"x") + e.finalize()
#: redis
import redis
r = redis.Redis(host="x", port=1, db=0, decode_responses=True)
r.set("a", "b", ex=3, nx=True)
r.hset("a", mapping={"b": 1})
with r.pipeline(transaction=True) as p:
    p.incr("a").expire("a", 3).execute()
redis.from_url("x").ping()
s = r.pubsub()
s.subscribe("x")
redis.ConnectionPool.from_url("x")
#: celery
from celery import Celery, shared_task, chain, group
from celery.schedules import crontab
app = Celery("x", broker="x", backend="y", include=["z"])
app.conf.update(task_serializer="json")
app.conf.beat_schedule = {"a": {"task": "x", "schedule": crontab(minute=0)}}
@app.task(bind=True, max_retries=3)
def add(self, x):
    raise self.retry(countdown=3)
add.delay(1).get(timeout=3)
chain(add.s(1), add.si(2)).apply_async()
app.autodiscover_tasks()
#: sklearn
from sklearn.model_selection import train_test_split, GridSearchCV, cross_val_score
from sklearn.linear_model import LogisticRegression
from sklearn.ensemble import RandomForestClassifier
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler, OneHotEncoder
from sklearn.metrics import accuracy_score, classification_report
m = RandomForestClassifier(n_estimators=3, random_state=1, n_jobs=-1)
m.fit([1], [2]).predict([1])
m.feature_importances_
GridSearchCV(m, {"a": [1]}, cv=3, scoring="f1").fit([1], [2]).best_params_
make_pipeline(StandardScaler(), LogisticRegression(max_iter=3)).fit([1], [2]).score([1], [2])
OneHotEncoder(handle_unknown="ignore").fit_transform([1])
#: matplotlib
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
fig, ax = plt.subplots(2, 2, figsize=(3, 3), sharex=True)
ax[0, 0].plot([1], [2], label="x", color="red", linewidth=2)
plt.title("x", fontsize=3)
plt.legend(loc="best")
plt.savefig("x", dpi=3, bbox_inches="tight")
fig.suptitle("x")
plt.cm.viridis(0.5)
plt.gca().set_xlabel("x")
#: pytest
import pytest
@pytest.fixture(scope="session", autouse=True, params=[1])
def x(request, tmp_path_factory):
    yield request.param
@pytest.mark.parametrize("a,b", [(1, 2)], ids=["x"])
@pytest.mark.custom_marker
def test_x(x, monkeypatch, capsys):
    with pytest.raises(ValueError, match="x") as e:
        raise ValueError("x")
    assert str(e.value) == pytest.approx(1, rel=1e-3)
    pytest.importorskip("x")
#: django
from django.db import models, transaction
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render, get_object_or_404, redirect
from django.urls import path, include, reverse
from django.contrib.auth.models import User
from django.utils import timezone
class A(models.Model):
    name = models.CharField(max_length=3, null=True, blank=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="x")
    class Meta:
        ordering = ["name"]
A.objects.filter(name="x").exclude(id=1).order_by("-id").first()
User.objects.create_user("x", password="y")
@transaction.atomic
def v(request):
    a = get_object_or_404(A, pk=1)
    a.save(update_fields=["name"])
    timezone.now()
    return JsonResponse({"a": request.user.is_authenticated}, status=200)
urlpatterns = [path("x/<int:pk>/", v, name="x"), path("y", include("z"))]
#: boto3
import boto3
from botocore.exceptions import ClientError
from botocore.config import Config
s3 = boto3.client("s3", region_name="x", config=Config(retries={"max_attempts": 3}))
s3.put_object(Bucket="b", Key="k", Body=b"x")
s3.get_object(Bucket="b", Key="k")["Body"].read()
boto3.resource("dynamodb").Table("x").get_item(Key={})
boto3.Session(profile_name="x").client("sts").get_caller_identity()
try:
    s3.head_bucket(Bucket="b")
except ClientError as e:
    e.response["Error"]["Code"]
except s3.exceptions.NoSuchKey:
    pass
#: yaml
import yaml
yaml.safe_load(open("x"))
yaml.dump({}, sort_keys=False, default_flow_style=False, allow_unicode=True)
yaml.load("x", Loader=yaml.FullLoader)
