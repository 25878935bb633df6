#: requests
import requests
r = requests.get("u", timeout=3)
r.json_body()  # wrong
r.raise_for_errors()  # wrong
requests.get("u", time_out=3)  # wrong: timeout
requests.get("u", retries=3)  # wrong
requests.post("u", jsn={})  # wrong: json
requests.fetch("u")  # wrong
s = requests.Session()
s.get_json("u")  # wrong
s.set_header("a", "b")  # wrong
requests.exceptions.TimeoutException  # wrong
with requests.Session() as session:
    session.downloads("u")  # wrong
#: httpx
import httpx
with httpx.Client(time_out=3) as client:  # wrong: timeout
    client.get("u").json_data()  # wrong
    client.fetch("u")  # wrong
async def f():
    async with httpx.AsyncClient() as c:
        r = await c.get("u")
        r.raise_for_error()  # wrong
httpx.get_async("u")  # wrong
#: numpy
import numpy as np
np.concat_all([1])  # wrong
np.arrays([1])  # wrong: array
np.bool  # maybe
np.float(1)  # wrong
np.random.randn_int(3)  # wrong
np.linalg.inverse(1)  # wrong
np.product([1])  # wrong
#: pandas
import pandas as pd
pd.read_jsonl("x")  # wrong
pd.DataFrame([1]).to_listing()  # maybe
pd.read_excell("x")  # wrong: read_excel
pd.merge_all([])  # wrong
#: sqlalchemy
from sqlalchemy import create_engine, Column, Integer, Strings  # wrong: String
from sqlalchemy.orm import sessionmaker, declarative_bases  # wrong: declarative_base
engine = create_engine("sqlite://")
engine.execute("select 1")  # wrong
engine.connect().executes("x")  # wrong: execute
#: pydantic
from pydantic import BaseModel, validators  # maybe
from pydantic import BaseSetting  # wrong
from pydantic import field_validators  # wrong: field_validator
#: click
import click
@click.command()
@click.options("--x")  # wrong: option
def main():
    click.echos("x")  # wrong: echo
    click.prompt_yes("x")  # wrong
#: rich
from rich.console import Console
from rich.table import Table
c = Console()
c.print_table(1)  # wrong
t = Table(titles="x")  # wrong: title
t.add_columns("a")  # wrong: add_column
t.add_col("a")  # wrong
from rich import print_json_data  # wrong
#: flask
from flask import Flask, jsonfy  # wrong: jsonify
app = Flask(__name__)
app.start()  # wrong
app.add_route("/")  # wrong
from flask import request_body  # wrong
#: aiohttp
import aiohttp
async def g():
    async with aiohttp.ClientSession() as s:
        async with s.get("u") as r:
            await r.get_json()  # wrong
        s.fetch("u")  # wrong
    aiohttp.get("u")  # wrong
#: beautifulsoup
from bs4 import BeautifulSoup
soup = BeautifulSoup("x", "html.parser")
soup.find_every("a")  # maybe
from bs4 import BeautifulSoap  # wrong: BeautifulSoup
#: pillow
from PIL import Image
im = Image.open("x")
im.resize_to((1, 2))  # wrong
Image.load("x")  # wrong
im.save_as("x")  # wrong
Image.ANTIALIAS  # wrong
#: cryptography
from cryptography.fernet import Fernet
f = Fernet(Fernet.generate_key())
f.encrypt_text(b"x")  # wrong
Fernet.new_key()  # wrong
from cryptography.hazmat.primitives.hashes import SHA_256  # wrong: SHA256
#: redis
import redis
r = redis.Redis(hostname="x")  # wrong
r.get_value("x")  # wrong
redis.connect("x")  # wrong
#: celery
from celery import Celery
app = Celery("x")
app.send("x")  # wrong
app.register("x")  # wrong
#: sklearn
from sklearn.model_selection import train_test_splits  # wrong: train_test_split
from sklearn.linear_model import LogisticRegressor  # wrong
from sklearn.ensemble import RandomForestClassifier
m = RandomForestClassifier(n_trees=3)  # wrong
m.train([1], [2])  # wrong
from sklearn.cross_validation import KFold  # wrong
#: matplotlib
import matplotlib.pyplot as plt
plt.display()  # wrong
plt.set_title("x")  # wrong
plt.plot_line([1])  # wrong
#: pytest
import pytest
pytest.raise_error(ValueError)  # wrong
@pytest.fixtures  # wrong: fixture
def x():
    pytest.skips("x")  # wrong: skip
#: django
from django.http import JSONResponse  # wrong: JsonResponse
from django.shortcuts import render, get_object  # wrong
from django.db import models
models.StringField()  # wrong
from django.utils.translation import ugettext  # wrong
#: boto3
import boto3
boto3.clients("s3")  # wrong: client
boto3.Sessions()  # wrong
#: yaml
import yaml
yaml.safe_loads("x")  # wrong: safe_load
yaml.parse_file("x")  # wrong
