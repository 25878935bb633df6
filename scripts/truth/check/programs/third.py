# Programs as models write them: clients of boto3, frames and series of pandas, packages without
# annotations of their own. The form is that of first.py.
#! boto3==1.36.26 botocore==1.36.26 pandas==2.1.4 numpy==1.26.4 pyyaml==6.0.1 python-dateutil==2.9.0
#! paramiko==3.4.0 requests==2.31.0 tabulate==0.9.0 docutils==0.20.1 markdown==3.5.2 pymysql==1.1.0
#! openpyxl==3.1.2 psutil==5.9.8 simplejson==3.19.2 pytz==2024.1 pexpect==4.9.0 xmltodict==0.13.0
#! regex==2023.12.25 toml==0.10.2 cachetools==5.3.3 jsonschema==4.21.1 psycopg2-binary==2.9.9
#! beautifulsoup4==4.12.3 pyserial==3.5 httplib2==0.22.0
#: boto3, invented method of s3
import boto3

s3 = boto3.client("s3", region_name="us-east-1", aws_access_key_id="a", aws_secret_access_key="b")
names = s3.list_keys(Bucket="photos")  # wrong
print(names)
#: boto3, method of old sdk
import boto3

s3 = boto3.client("s3", region_name="us-east-1", aws_access_key_id="a", aws_secret_access_key="b")
body = s3.get_object_content(Bucket="photos", Key="a.png")  # wrong
print(body)
#: boto3, camel case
import boto3

client = boto3.client("dynamodb", region_name="eu-west-1", aws_access_key_id="a", aws_secret_access_key="b")
reply = client.putItem(TableName="users", Item={"id": {"S": "1"}})  # wrong: put_item
print(reply)
#: boto3, keyword in snake case
import boto3

sqs = boto3.client("sqs", region_name="eu-west-1", aws_access_key_id="a", aws_secret_access_key="b")
sqs.send_message(queue_url="https://x", MessageBody="hello")  # wrong: QueueUrl
#: boto3, keyword of another operation
import boto3

sns = boto3.client("sns", region_name="eu-west-1", aws_access_key_id="a", aws_secret_access_key="b")
sns.publish(TopicArn="arn:aws:sns:eu-west-1:1:t", Message="hi", Body="hello")  # wrong
#: boto3, service that is called otherwise
import boto3

client = boto3.client("cloudwatch-logs", region_name="eu-west-1")  # wrong
print(client)
#: boto3, service with an underscore
import boto3

client = boto3.client("secrets_manager", region_name="eu-west-1")  # wrong: secretsmanager
print(client)
#: boto3, secrets
import boto3

session = boto3.session.Session(aws_access_key_id="a", aws_secret_access_key="b", region_name="us-west-2")
client = session.client(service_name="secretsmanager")
secret = client.get_secret(SecretId="db")  # wrong: get_secret_value
print(secret)
#: boto3, lambda
import boto3

client = boto3.client("lambda", region_name="us-west-2", aws_access_key_id="a", aws_secret_access_key="b")
client.invoke_function(FunctionName="f", Payload=b"{}")  # wrong
#: boto3, paginator of nothing
import boto3

ec2 = boto3.client("ec2", region_name="us-west-2", aws_access_key_id="a", aws_secret_access_key="b")
pages = ec2.get_paginator("describe_instance")  # wrong: describe_instances
print(pages)
#: boto3, waiter of nothing
import boto3

ec2 = boto3.client("ec2", region_name="us-west-2", aws_access_key_id="a", aws_secret_access_key="b")
waiter = ec2.get_waiter("instance_is_running")  # wrong: instance_running
print(waiter)
#: boto3, argument by place
import boto3

s3 = boto3.client("s3", region_name="us-east-1", aws_access_key_id="a", aws_secret_access_key="b")
s3.delete_object("photos", "a.png")  # wrong
#: boto3, resource of what has none
import boto3

queue = boto3.resource("lambda", region_name="us-east-1")  # wrong
print(queue)
#: boto3, method of a resource
import boto3

dynamodb = boto3.resource("dynamodb", region_name="us-east-1", aws_access_key_id="a", aws_secret_access_key="b")
table = dynamodb.get_table("users")  # wrong
print(table)
#: boto3, method of a table
import boto3

dynamodb = boto3.resource("dynamodb", region_name="us-east-1", aws_access_key_id="a", aws_secret_access_key="b")
table = dynamodb.Table("users")
table.insert_item(Item={"id": "1"})  # wrong: put_item
#: boto3, keyword of a constructor
import boto3

client = boto3.client("s3", region="us-east-1")  # wrong: region_name
print(client)
#: boto3, import of old
from botocore.vendored import requests

print(requests.get("https://x"))  # wrong
#: boto3, exception of a client
import boto3

s3 = boto3.client("s3", region_name="us-east-1", aws_access_key_id="a", aws_secret_access_key="b")
print(s3.exceptions.NoSuchKeyFound)  # wrong: NoSuchKey
#: boto3, in a class
import boto3


class Storage:
    def __init__(self):
        self.client = boto3.client("s3", region_name="us-east-1", aws_access_key_id="a", aws_secret_access_key="b")

    def remove(self, keys):
        return self.client.delete_object_list(Bucket="b", Keys=keys)  # wrong


Storage().remove(["a"])
#: boto3, right: stub of s3
import boto3
from botocore.stub import Stubber

s3 = boto3.client("s3", region_name="us-east-1", aws_access_key_id="a", aws_secret_access_key="b")
with Stubber(s3) as stub:
    stub.add_response("list_objects_v2", {"KeyCount": 0}, {"Bucket": "photos", "Prefix": "a/"})
    reply = s3.list_objects_v2(Bucket="photos", Prefix="a/")
print(reply["KeyCount"], s3.meta.region_name)
url = s3.generate_presigned_url("get_object", Params={"Bucket": "photos", "Key": "a"}, ExpiresIn=60)
post = s3.generate_presigned_post("photos", "a")
print(url[:5], post["fields"]["key"], s3.can_paginate("list_objects_v2"), s3.waiter_names)
#: boto3, right: pages and waiters
import boto3
from botocore.exceptions import ClientError, WaiterError

session = boto3.Session(aws_access_key_id="a", aws_secret_access_key="b", region_name="eu-central-1")
ec2 = session.client("ec2")
pages = ec2.get_paginator("describe_instances")
waiter = ec2.get_waiter("instance_running")
print(pages, waiter, issubclass(ClientError, Exception), WaiterError)
print(ec2.exceptions.ClientError, session.get_available_services()[:1], ec2._endpoint.host)
#: boto3, right: transfer
import boto3
from boto3.s3.transfer import TransferConfig

s3 = boto3.client("s3", region_name="us-east-1", aws_access_key_id="a", aws_secret_access_key="b")
config = TransferConfig(multipart_threshold=8 * 1024 * 1024)
print(s3.upload_file, s3.download_fileobj, s3.copy, config.multipart_threshold)
s3.close()
#: boto3, right: resources
import boto3

s3 = boto3.resource("s3", region_name="us-east-1", aws_access_key_id="a", aws_secret_access_key="b")
bucket = s3.Bucket("photos")
obj = s3.Object("photos", "a.png")
print(bucket.name, obj.key, bucket.objects, s3.meta.client.meta.service_model.service_name)
print(bucket.upload_file, obj.put, bucket.Object("b").bucket_name)
table = boto3.resource("dynamodb", region_name="us-east-1").Table("users")
print(table.batch_writer, table.put_item, table.table_name)
#: boto3, right: service by a variable
import boto3

for name in ("s3", "sqs"):
    client = boto3.client(name, region_name="us-east-1", aws_access_key_id="a", aws_secret_access_key="b")
    print(client.meta.service_model.operation_names[:1])
kind = "iot-data"
print(boto3.client(kind, region_name="us-east-1", endpoint_url="https://x").publish)
#: boto3, right: stub of sts and rds
import boto3
from botocore.config import Config
from botocore.stub import Stubber

sts = boto3.client("sts", region_name="us-east-1", config=Config(retries={"max_attempts": 2}), aws_access_key_id="a", aws_secret_access_key="b")
with Stubber(sts) as stub:
    stub.add_response("get_caller_identity", {"Account": "1"})
    print(sts.get_caller_identity()["Account"])
rds = boto3.client("rds", region_name="us-east-1", aws_access_key_id="a", aws_secret_access_key="b")
print(rds.generate_db_auth_token(DBHostname="h", Port=1, DBUsername="u")[:1])
#: pandas, mad of a column
import pandas as pd

df = pd.DataFrame({"price": [1.0, 2.0, 4.0]})
spread = df["price"].mad()  # wrong
print(spread)
#: pandas, iteritems of a column
import pandas as pd

df = pd.DataFrame({"price": [1.0, 2.0, 4.0]})
for index, value in df["price"].iteritems():  # wrong: items
    print(index, value)
#: pandas, append to a column
import pandas as pd

df = pd.DataFrame({"a": [1], "b": [2]})
joined = df["a"].append(df["b"])  # wrong
print(joined)
#: pandas, columns by a list
import pandas as pd

df = pd.DataFrame({"a": [1], "b": [2], "c": [3]})
part = df[["a", "b"]]
part = part.append({"a": 3, "b": 4}, ignore_index=True)  # wrong
print(part)
#: pandas, rows by a mask
import pandas as pd

df = pd.DataFrame({"a": [1, 5], "b": [2, 3]})
large = df.loc[df["a"] > 2].iteritems()  # wrong: items
print(list(large))
#: pandas, group of a column
import pandas as pd

df = pd.DataFrame({"k": ["x", "y", "x"], "v": [1.0, 2.0, 5.0]})
out = df.groupby("k")["v"].mad()  # wrong
print(out)
#: pandas, group and tshift
import pandas as pd

df = pd.DataFrame({"k": ["x", "y", "x"], "v": [1.0, 2.0, 5.0]})
total = df.groupby("k")["v"].sum().iteritems()  # wrong: items
print(list(total))
#: pandas, lookup of a reader
import io

import pandas as pd

df = pd.read_csv(io.StringIO("a,b\n1,2\n"))
print(df.lookup([0], ["a"]))  # wrong
#: pandas, accessor of a column
import pandas as pd

df = pd.DataFrame({"when": pd.to_datetime(["2024-01-01"])})
print(df["when"].dt.weekofyear)  # wrong
#: pandas, slip of a column
import pandas as pd

df = pd.DataFrame({"name": ["a", "b", "a"]})
print(df["name"].value_count())  # wrong: value_counts
#: pandas, as_matrix of a selection
import pandas as pd

df = pd.DataFrame({"x": [1, 2], "y": [3, 4]})
features = df[["x", "y"]].as_matrix()  # wrong
print(features)
#: pandas, keyword of a method on a column
import pandas as pd

df = pd.DataFrame({"x": [3, 1, 2]})
print(df["x"].sort_values(descending=True))  # wrong: ascending
#: pandas, right: columns
import pandas as pd

df = pd.DataFrame({"k": ["x", "y", "x"], "v": [1.0, 2.0, 5.0], "when": pd.to_datetime(["2024-01-01"] * 3)})
df["double"] = df["v"].mul(2).round(1)
print(df["k"].str.upper().tolist(), df["when"].dt.isocalendar().week.iloc[0], df["v"].to_frame().shape)
print(df[["k", "v"]].groupby("k")["v"].agg(["mean", "sum"]).reset_index().columns.tolist())
print(df.loc[df["v"] > 1, "v"].sum(), df.iloc[0].v, df.iloc[0:1].shape, df["k"].unique().tolist())
row = df.loc[0]
print(row.k, row["v"], df.v.mean(), df["k"].cat if hasattr(df["k"], "cat") else None)
#: pandas, right: groups
import pandas as pd

df = pd.DataFrame({"k": ["x", "y", "x"], "v": [1.0, 2.0, 5.0]})
for key, group in df.groupby("k"):
    print(key, group["v"].max(), group.shape)
grouped = df.groupby("k")
print(grouped["v"].transform("mean").tolist(), grouped.get_group("x").v.tolist(), grouped.v.first().to_dict())
wide = df.pivot_table(index="k", values="v", aggfunc="sum")
print(wide["v"].idxmax(), wide.loc["x", "v"], df.set_index("k").loc["y"].v)
#: yaml, stub: load without a loader
import yaml

data = yaml.load("a: 1")  # wrong
print(data)
#: yaml, slip
import yaml

print(yaml.safe_dumps({"a": 1}))  # wrong: safe_dump
#: dateutil, parser
from dateutil import parser

when = parser.parse("2024-01-02").to_iso()  # wrong
print(when)
#: dateutil, relativedelta
from datetime import date

from dateutil.relativedelta import relativedelta

print(date(2024, 1, 1) + relativedelta(month_count=1))  # wrong
#: paramiko, client
import paramiko

client = paramiko.SSHClient()
client.set_missing_host_keys_policy(paramiko.AutoAddPolicy())  # wrong: set_missing_host_key_policy
#: requests, method of a response
import requests

session = requests.Session()
request = requests.Request("GET", "https://x.example").prepare()
print(request.get_url())  # wrong
#: tabulate, keyword
from tabulate import tabulate

print(tabulate([[1, 2]], header=["a", "b"]))  # wrong: headers
#: markdown, method
import markdown

md = markdown.Markdown(extensions=["tables"])
print(md.render("# a"))  # wrong
#: openpyxl, method of a sheet
from openpyxl import Workbook

book = Workbook()
sheet = book.active
sheet.append_row([1, 2])  # wrong
#: openpyxl, right: what is only deprecated
from openpyxl import Workbook

book = Workbook()
sheet = book.get_sheet_by_name("Sheet")
print(sheet)
#: psutil, function of old
import psutil

print(psutil.cpu_usage())  # wrong
#: psutil, method of a process
import psutil

print(psutil.Process().get_memory_info())  # wrong: memory_info
#: psutil, field of what is given
import psutil

print(psutil.virtual_memory().percentage)  # wrong: percent
#: pytz, method
import pytz

zone = pytz.timezone("Europe/Berlin")
print(zone.localise(None))  # wrong: localize
#: pexpect, keyword
import pexpect

child = pexpect.spawn("true", time_out=3)  # wrong: timeout
#: cachetools, class
from cachetools import TTLCache

cache = TTLCache(maxsize=10, ttl_seconds=5)  # wrong: ttl
print(cache)
#: jsonschema, function
import jsonschema

validator = jsonschema.Draft7Validator({"type": "object"})
print(validator.get_errors({}))  # wrong: iter_errors
#: bs4, method of a tag
from bs4 import BeautifulSoup

soup = BeautifulSoup("<a href='x'>y</a>", "html.parser")
print(soup.find("a").get_attribute("href"))  # wrong
#: docutils, keyword
from docutils.core import publish_string

print(publish_string("a", writer="html"))  # wrong
#: simplejson, slip
import simplejson

print(simplejson.dump_s({"a": 1}))  # wrong: dumps
#: right: several without annotations
import psutil
import pytz
import toml
import xmltodict
import yaml
from dateutil import parser, tz
from openpyxl import Workbook
from tabulate import tabulate

book = Workbook()
sheet = book.active
sheet.append([1, 2])
sheet["A1"].value = 3
sheet.cell(row=1, column=2).value = 4
print(sheet.max_row, book.sheetnames, book["Sheet"].title, yaml.safe_load("a: 1"), toml.loads("a = 1"))
print(parser.parse("2024-01-02").replace(tzinfo=tz.UTC).isoformat(), pytz.utc.localize(parser.parse("2024-01-02")))
print(psutil.Process().memory_info().rss > 0, psutil.virtual_memory().percent > 0, psutil.cpu_count())
print(tabulate([[1]], headers=["a"], tablefmt="github"), xmltodict.parse("<a>1</a>")["a"])
#: right: yaml classes
import yaml


class Loader(yaml.SafeLoader):
    pass


def construct(loader, node):
    return loader.construct_scalar(node)


Loader.add_constructor("!x", construct)
print(yaml.load("a: !x b", Loader=Loader), yaml.dump({"a": 1}, sort_keys=False), list(yaml.safe_load_all("a: 1")))
#: right: regex and pexpect
import pexpect
import regex

child = pexpect.spawn("echo hello", timeout=5, encoding="utf-8")
child.expect(pexpect.EOF)
print(child.before.strip(), regex.match(r"(?P<a>\w)+", "abc").captures("a"), child.isalive())
#: right: bs4 and markdown
import markdown
from bs4 import BeautifulSoup

soup = BeautifulSoup("<div><a href='x'>y</a></div>", "html.parser")
link = soup.find("a")
print(link["href"], soup.a.text, link.get("href"), [one.name for one in soup.find_all(True)], soup.select_one("a").get_text())
md = markdown.Markdown(extensions=["tables", "toc"])
print(md.convert("# a"), md.toc, md.reset())
