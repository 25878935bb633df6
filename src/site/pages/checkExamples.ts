// Code that looks right and is not: each names something that was there once, never was, or is called
// otherwise.

export type CheckExample = Readonly<{
  id: string
  title: string
  path: string
  content: string
  manifest: string
}>

export const CHECK_EXAMPLES: readonly CheckExample[] = [
  {
    id: 'gone',
    title: 'a method that went with pandas 2',
    path: 'report.py',
    content: `import pandas as pd

def add_row(table: pd.DataFrame, row: dict) -> pd.DataFrame:
    return pd.DataFrame.append(table, row, ignore_index=True)
`,
    manifest: 'pandas==2.1.0\n',
  },
  {
    id: 'moved',
    title: 'a class that Flask 2.3 took out',
    path: 'app.py',
    content: `from flask import Flask
from flask.json import JSONEncoder

class Encoder(JSONEncoder):
    def default(self, value):
        return str(value)

app = Flask(__name__)
app.json_encoder = Encoder
`,
    manifest: 'flask==3.0.0\n',
  },
  {
    id: 'argument',
    title: 'an argument that does not exist',
    path: 'fetch.py',
    content: `import requests

def load(address):
    session = requests.Session()
    reply = requests.get(address, retries=3, timeout=10)
    return requests.fetch_json(address) if reply.ok else session.get(address)
`,
    manifest: '',
  },
  {
    id: 'import',
    title: 'a package with another name',
    path: 'requirements.txt',
    content: `cv2
sklearn
reqeusts>=2
pyyaml==6.0.1
`,
    manifest: '',
  },
  {
    id: 'npm',
    title: 'a name of an older chalk, and a package to keep away from',
    path: 'main.ts',
    content: `import chalk, { Instance } from 'chalk'
import crossenv from 'crossenv'

const red = new Instance({ level: 1 })
console.log(chalk.keyword('orange')('hello'), red, crossenv)
`,
    manifest: '{ "dependencies": { "chalk": "5.3.0" } }\n',
  },
]
