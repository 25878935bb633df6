# Programs as models write them, as in third.py, in other releases and of other services. They were
# not looked at while anything was mended.
#! boto3==1.34.100 botocore==1.34.100 pandas==2.0.3 numpy==1.25.2 scikit-learn==1.3.2 openpyxl==3.0.10
#! requests==2.32.3 paramiko==3.3.1 pyyaml==6.0.2 simplejson==3.19.3 xmltodict==0.14.2
#! python-slugify==8.0.4 peewee==3.17.0 tabulate==0.8.10 redis==5.0.8 markdown==3.6
#: boto3, a queue in camel case
import boto3

sqs = boto3.client("sqs", region_name="eu-west-1", aws_access_key_id="a", aws_secret_access_key="b")
sqs.receiveMessage(QueueUrl="https://x")  # wrong: receive_message
#: boto3, keyword of a table
import boto3

dynamo = boto3.client("dynamodb", region_name="eu-west-1", aws_access_key_id="a", aws_secret_access_key="b")
dynamo.get_item(Table="users", Key={"id": {"S": "1"}})  # wrong: TableName
#: boto3, email of old
import boto3

ses = boto3.client("ses", region_name="eu-west-1", aws_access_key_id="a", aws_secret_access_key="b")
ses.send_mail(Source="a@b.c", Destination={}, Message={})  # wrong: send_email
#: boto3, service of events
import boto3

client = boto3.client("eventbridge", region_name="eu-west-1")  # wrong
print(client)
#: boto3, step functions
import boto3

client = boto3.client("step-functions", region_name="eu-west-1")  # wrong
print(client)
#: boto3, keyword of an instance
import boto3

ec2 = boto3.client("ec2", region_name="eu-west-1", aws_access_key_id="a", aws_secret_access_key="b")
ec2.run_instances(ImageId="ami-1", InstanceTypes="t3.micro", MinCount=1, MaxCount=1)  # wrong: InstanceType
#: boto3, parameter store
import boto3


def setting(name):
    ssm = boto3.client("ssm", region_name="eu-west-1", aws_access_key_id="a", aws_secret_access_key="b")
    return ssm.get_parameter(Name=name, Decrypt=True)["Parameter"]["Value"]  # wrong: WithDecryption


setting("x")
#: boto3, upload of a body
import boto3

s3 = boto3.client("s3", region_name="eu-west-1", aws_access_key_id="a", aws_secret_access_key="b")
s3.upload_object(Bucket="b", Key="k", Body=b"x")  # wrong
#: boto3, pages of a table
import boto3

client = boto3.client("dynamodb", region_name="eu-west-1", aws_access_key_id="a", aws_secret_access_key="b")
for page in client.get_paginator("query").paginate(TableName="t", Limit=1, PageSize=2):  # wrong
    print(page)
#: boto3, a resource of a queue
import boto3

queue = boto3.resource("sqs", region_name="eu-west-1", aws_access_key_id="a", aws_secret_access_key="b").Queue("https://x")
queue.send(MessageBody="x")  # wrong: send_message
#: boto3, session with a keyword
import boto3

session = boto3.Session(profile="dev")  # wrong: profile_name
print(session)
#: boto3, log groups
import boto3

logs = boto3.client("logs", region_name="eu-west-1", aws_access_key_id="a", aws_secret_access_key="b")
logs.describe_log_group(logGroupNamePrefix="x")  # wrong: describe_log_groups
#: boto3, right: many services
import boto3
from botocore.stub import Stubber

session = boto3.Session(aws_access_key_id="a", aws_secret_access_key="b", region_name="eu-west-1")
ec2 = session.client("ec2")
with Stubber(ec2) as stub:
    stub.add_response("describe_instances", {"Reservations": []})
    print(ec2.describe_instances(Filters=[{"Name": "tag:a", "Values": ["b"]}], MaxResults=5)["Reservations"])
with Stubber(ec2) as stub:
    stub.add_response("describe_vpcs", {"Vpcs": []})
    print(ec2.describe_vpcs(Filters=[])["Vpcs"])
logs = session.client("logs")
with Stubber(logs) as stub:
    stub.add_response("create_export_task", {"taskId": "1"})
    print(logs.create_export_task(logGroupName="a", fromTime=1, to=2, destination="b")["taskId"])
lam = session.client("lambda")
print(lam.invoke, lam.get_waiter("function_active").name, lam.exceptions.ResourceNotFoundException)
print(session.client("cognito-idp").admin_create_user, session.client("stepfunctions").start_execution)
#: boto3, right: resources of several
import boto3
from boto3.dynamodb.conditions import Key

session = boto3.Session(aws_access_key_id="a", aws_secret_access_key="b", region_name="eu-west-1")
table = session.resource("dynamodb").Table("users")
print(table.query, table.batch_writer, Key("id").eq("1"), table.meta.client.exceptions.ConditionalCheckFailedException)
ec2 = session.resource("ec2")
instance = ec2.Instance("i-1")
print(instance.id, instance.create_tags, instance.wait_until_running, ec2.create_tags, instance.delete_tags)
sns = session.resource("sns")
topic = sns.Topic("arn:aws:sns:eu-west-1:1:t")
print(topic.publish, topic.arn, sns.PlatformEndpoint("x").arn, session.resource("iam").Role("r").name)
bucket = session.resource("s3").Bucket("b")
print(bucket.objects.filter, bucket.upload_fileobj, bucket.Acl().put, bucket.object_versions, bucket.wait_until_exists)
#: pandas, mad of a group
import pandas as pd

df = pd.DataFrame({"k": ["a", "b"], "v": [1.0, 3.0]})
print(df.groupby("k").mean()["v"].mad())  # wrong
#: pandas, rows added to a part
import pandas as pd

df = pd.DataFrame({"k": ["a", "b"], "v": [1.0, 3.0]})
part = df[["k", "v"]].append(df.tail(1))  # wrong
print(part)
#: pandas, items of a column of a file
import io

import pandas as pd

df = pd.read_csv(io.StringIO("a,b\n1,2\n"))
for index, value in df["a"].iteritems():  # wrong: items
    print(index, value)
#: pandas, tshift of a column
import pandas as pd

df = pd.DataFrame({"v": [1.0, 3.0]}, index=pd.date_range("2024-01-01", periods=2))
print(df["v"].tshift(1))  # wrong
#: pandas, keyword of a column
import pandas as pd

df = pd.DataFrame({"v": ["a", "b"]})
print(df["v"].value_counts(dropnan=False))  # wrong: dropna
#: pandas, keyword of a group
import pandas as pd

df = pd.DataFrame({"k": ["a", "b"], "v": [1.0, 3.0]})
print(df.groupby("k")["v"].agg("sum").reset_index(names="x", inplce=True))  # wrong: inplace
#: pandas, append of what was selected
import pandas as pd

df = pd.DataFrame({"k": ["a", "b"], "v": [1.0, 3.0]})
big = df["v"].head(1).append(df["v"].tail(1))  # wrong
print(big)
#: pandas, lookup
import pandas as pd

df = pd.DataFrame({"k": ["a", "b"], "v": [1.0, 3.0]}).set_index("k")
print(df.lookup(["a"], ["v"]))  # wrong
#: pandas, right: many ways
import pandas as pd

df = pd.DataFrame({"k": ["a", "b", "a"], "v": [1.0, 3.0, 2.0], "when": pd.date_range("2024-01-01", periods=3)})
print(df["v"].rolling(2).mean().fillna(0).tolist(), df["k"].map({"a": 1}).isna().sum(), df["v"].clip(lower=2).max())
print(df["when"].dt.strftime("%Y").unique(), df["k"].str.cat(sep=","), df["k"].astype("category").cat.codes.tolist())
print(df[["k", "v"]].groupby("k", as_index=False)["v"].sum().to_dict("records"), df["v"].describe()["mean"])
print(df[0:2]["v"].sum(), df.columns[0].upper(), df.iloc[0]["k"].upper(), df["v"][0].item(), df["k"].iloc[0].title())
print(df.groupby("k")["v"].apply(lambda group: group.max()).idxmax(), df["v"].corr(df["v"]), df["k"].nunique())
print(df.set_index("k").loc["a"]["v"].sum(), df.agg({"v": ["min", "max"]})["v"].to_dict(), df.T[0].k)
#: pandas, right: what items hold
import pandas as pd

frames = {"a": pd.DataFrame({"x": [1]}), "b": pd.Series([1])}
print(frames["a"].x.sum(), frames["b"].sum(), pd.Series({"f": len})["f"]("abc"), pd.Series(["a"])[0].upper())
table = pd.DataFrame({"f": [pd.Timestamp("2024-01-01")], "g": [{"k": 1}]})
print(table["f"][0].isoformat(), table["g"][0].get("k"), table.loc[0, "f"].year, table["f"].iloc[0].day_name())
wide = pd.DataFrame([[1, 2]], columns=pd.MultiIndex.from_tuples([("a", "x"), ("a", "y")]))
print(wide["a"].columns.tolist(), wide["a"]["x"].tolist(), wide["a"].pivot_table(index="x").shape)
#: openpyxl, row of a sheet
from openpyxl import Workbook

book = Workbook()
sheet = book["Sheet"]
sheet.add_row([1, 2])  # wrong
#: openpyxl, right: cells
from openpyxl import Workbook
from openpyxl.styles import Font

book = Workbook()
sheet = book["Sheet"]
sheet["A1"] = 3
sheet["A1"].font = Font(bold=True)
sheet["A1"].number_format = "0.00"
print(sheet["A1"].value, sheet["A1":"B2"][0][0].coordinate, sheet.cell(1, 1).font.bold, sheet.max_column, book.active.title)
#: requests, slip of an adapter
import requests

session = requests.Session()
session.mounts("https://", requests.adapters.HTTPAdapter(max_retries=3))  # wrong: mount
#: paramiko, right: keys
import paramiko

client = paramiko.SSHClient()
client.set_missing_host_key_policy(paramiko.AutoAddPolicy())
key = paramiko.RSAKey.generate(1024)
print(key.get_name(), key.get_fingerprint().hex()[:2], client.get_transport())
#: peewee, right: rows
import peewee

db = peewee.SqliteDatabase(":memory:")


class User(peewee.Model):
    name = peewee.CharField()

    class Meta:
        database = db


db.create_tables([User])
User.create(name="x")
print(User.select().where(User.name == "x")[0].name, User.get_or_none(User.id == 1).name, list(User.select().dicts())[0]["name"].upper())
#: markdown, right: what an extension sets
import markdown

md = markdown.Markdown(extensions=["meta", "toc", "footnotes"])
print(md.convert("a: b\n\n# c"), md.Meta, md.toc_tokens, md.toc)
