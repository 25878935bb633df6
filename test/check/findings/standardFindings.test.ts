// Python's own modules: each row is code, the releases of a manifest, and what a check says.

import { describe, expect, test } from 'vitest'
import { checkCode } from '../../../src/check/checkCode.ts'
import { openStandardTable } from '../../../src/check/languages/standardTable.ts'
import {
  loadBundledImports,
  loadStandardModules,
  loadStandardNames,
} from '../../../src/names/imports/bundledImports.ts'
import { importNames } from '../../../src/names/imports/importNames.ts'
import { SMALL_WORLD, shown } from '../smallWorld.ts'

const names = loadStandardNames()
const imports = importNames({
  list: loadBundledImports(),
  popular: [],
  standardModules: loadStandardModules,
  standardNames: () => names,
})

function checked(code: string, manifests: Readonly<Record<string, string>> = {}) {
  const files = Object.entries({ 'a.py': code, ...manifests })
  return checkCode(
    { files: files.map(([path, content]) => ({ path, content })) },
    { tables: SMALL_WORLD.tables, imports },
  )
}

const ROWS = [
  {
    rule: 'right code',
    code: 'import json, os\njson.loads("1")\nos.path.join("a", "b")',
    says: [],
  },
  {
    rule: 'a name that no release has',
    code: 'import json\njson.parse("1")',
    says: ['2:6 symbol_not_found json.parse'],
  },
  {
    rule: 'a name of a module below',
    code: 'import os\nos.path.exist("a")',
    says: ['2:9 symbol_not_found os.path.exist -> exists'],
  },
  {
    rule: 'a module that is not there',
    code: 'import os.pth',
    says: ['1:11 symbol_not_found os.pth -> path'],
  },
  {
    rule: 'what is declared may be of a class below, slips apart',
    code: 'import io, os\nfrom collections.abc import Callable\ndef a(f: io.IOBase): f.getvalue()\ndef b(p: os.PathLike): p.exists()\ndef c(f: Callable): f.cache_clear()\nimport datetime\ndef d(t: datetime.datetime): t.to_pydatetime(), t.isofromat()',
    says: ['7:51 symbol_not_found datetime.datetime.isofromat -> isoformat'],
  },
  {
    rule: 'methods of literals, and of what builtin functions give',
    code: '"a".trim()\n[1].push(2)\n"s".length\nsorted([2]).add(1)\n"a".strip().uper()\n"a".upper()',
    says: [
      '1:5 symbol_not_found str.trim -> strip',
      '2:5 symbol_not_found list.push -> append',
      '3:5 symbol_not_found str.length',
      '4:13 symbol_not_found list.add -> append',
      '5:13 symbol_not_found str.uper -> upper',
    ],
  },
  {
    rule: 'calls of builtin functions',
    code: 'sorted([1], cmp=f)\nprint("a", ends="")\nlen()\nopen("a", encoding="b")\nmax(1, 2, key=f)',
    says: [
      '1:13 call_does_not_fit sorted',
      '2:12 call_does_not_fit print -> end',
      '3:1 call_does_not_fit len',
    ],
  },
  {
    rule: 'what is declared as a builtin class: slips and words of other languages that are called',
    code: 'def f(a: str, b: dict[str, int]):\n  a.trim()\n  a.length\n  b.iteritems()\n  a.generate()\n  a.splt()\n  if isinstance(a, str):\n    a.trim()',
    says: [
      '2:5 symbol_not_found str.trim -> strip',
      '4:5 symbol_not_found dict.iteritems -> items',
      '6:5 symbol_not_found str.splt -> split',
    ],
  },
  {
    rule: 'a class of the input that may stand there',
    code: 'class Text(str):\n  def trim(self): ...\ndef f(a: str):\n  a.trim()\n"b".trim()',
    says: ['5:5 symbol_not_found str.trim -> strip'],
  },
  {
    rule: 'text files that are opened on the spot',
    code: 'with open("a") as f:\n  f.readlins()\nwith open("a", "rb") as f:\n  f.readlins()',
    says: ['2:5 symbol_not_found io.TextIOWrapper.readlins -> readline'],
  },
  {
    rule: 'functions that are methods of a hidden object',
    code: 'import random\nrandom.randint(1)\nrandom.choices([1], n=2)\nrandom.randint(1, 2)',
    says: ['2:8 call_does_not_fit random.randint', '3:21 call_does_not_fit random.choices'],
  },
  {
    rule: 'what a class of the file inherits: slips that are called',
    code: 'import threading\nclass A(threading.Thread):\n  def run(self):\n    self.is_aliv()\n    self.other()\n    self.naem\n    self.done()\n  def done(self): ...\nclass B(A):\n  def go(self):\n    self.strat()\n    self.done()',
    says: [
      '4:10 symbol_not_found threading.Thread.is_aliv -> is_alive',
      '11:10 symbol_not_found threading.Thread.strat -> start',
    ],
  },
  {
    rule: 'which a getter, a decorator or a second base may add to',
    code: 'import threading\nclass A(threading.Thread):\n  def __getattr__(self, n): ...\n  def run(self): self.strat()\n@d\nclass B(threading.Thread):\n  def run(self): self.strat()\nclass C(threading.Thread, Other):\n  def run(self): self.strat()',
    says: [],
  },
  {
    rule: 'getters that converters make',
    code: 'import configparser\ncp = configparser.ConfigParser(converters={"path": str})\ncp.getpath("a", "b")\ncp.reed("x")',
    says: ['4:4 symbol_not_found configparser.ConfigParser.reed -> read'],
  },
  {
    rule: 'what a method gives',
    code: 'import datetime\ndatetime.datetime.now().fromisofmt("a")\ndatetime.datetime.now().isoformat()',
    says: ['2:25 symbol_not_found datetime.datetime.fromisofmt -> fromisoformat'],
  },
  {
    rule: 'a type of another module',
    code: 'from pathlib import Path\nPath("a").stat().st_mtim\nPath("a").read_text().contains("b")',
    says: [
      '2:18 symbol_not_found os.stat_result.st_mtim -> st_mtime',
      '3:23 symbol_not_found builtins.str.contains',
    ],
  },
  {
    rule: 'a keyword that is not taken',
    code: 'import os\nos.makedirs("a", exists_ok=True)',
    says: ['2:18 call_does_not_fit os.makedirs -> exist_ok'],
  },
  {
    rule: 'what only others have',
    code: 'import os, msvcrt\nos.startfile("a")\nmsvcrt.getch()',
    says: [],
  },
  {
    rule: 'constants of other systems',
    code: 'import signal, os\nsignal.SIGFOO\nos.O_FOO',
    says: [],
  },
  {
    rule: 'what newer releases have',
    code: 'import tomllib\nfrom typing import TypeForm',
    says: [],
  },
  {
    rule: 'what is gone from every release that counts',
    code: 'from collections import Mapping',
    says: ['1:25 symbol_not_found collections.Mapping -> collections.abc.Mapping'],
  },
  { rule: 'what is gone from some of them', code: 'import imp\nimp.reload(1)', says: [] },
  {
    rule: 'code that asks first',
    code: 'try:\n  from collections import Mapping\nexcept ImportError:\n  from collections.abc import Mapping',
    says: [],
  },
  {
    rule: 'functions below a test of the version',
    code: 'import sys, urllib\nif sys.version_info[0] < 3:\n  def f(): return urllib.quote("a")',
    says: [],
  },
  {
    rule: 'objects that take any name',
    code: 'import argparse\nargparse.ArgumentParser().parse_args().x()',
    says: [],
  },
  {
    rule: 'a class of a class',
    code: 'from collections.abc import Mapping\nMapping.register(dict)',
    says: [],
  },
  {
    rule: 'loggers with levels of their own',
    code: 'import logging\nlogging.addLevelName(5, "TRACE")\nlogging.getLogger().trace("a")',
    says: [],
  },
  {
    rule: 'loggers without',
    code: 'import logging\nlogging.getLogger().trace("a")',
    says: ['2:21 symbol_not_found logging.Logger.trace'],
  },
  { rule: 'names that the code adds', code: 'import json\njson.parse = 1\njson.parse', says: [] },
]

describe("Python's own modules", () => {
  test.each(ROWS)('$rule', async ({ code, says }) => {
    expect((await checked(code)).findings.map(shown)).toEqual(says)
  })

  test.each([
    {
      manifest: 'pyproject.toml',
      text: '[project]\nrequires-python = ">=3.8"',
      code: 'from collections import Mapping',
      says: [],
    },
    {
      manifest: 'pyproject.toml',
      text: '[project]\nrequires-python = ">=3.12"',
      code: 'import imp',
      says: ['1:8 symbol_not_found imp'],
    },
    {
      manifest: 'pyproject.toml',
      text: '[tool.poetry.dependencies]\npython = "^3.12"',
      code: 'import asyncio\nasyncio.coroutine(f)',
      says: ['2:9 symbol_not_found asyncio.coroutine -> iscoroutine'],
    },
    {
      manifest: 'setup.cfg',
      text: '[options]\npython_requires = <3.11',
      code: 'import tomllib',
      says: ['1:8 symbol_not_found tomllib'],
    },
    {
      manifest: 'pyproject.toml',
      text: '[project]\nrequires-python = ">=3.20"',
      code: 'import json\njson.dumps(1)',
      says: [],
    },
    {
      manifest: 'pyproject.toml',
      text: '[project]\nrequires-python = "<3"',
      code: 'import urllib2, json\njson.parse()',
      says: [],
    },
    {
      manifest: 'pyproject.toml',
      text: '[project]\nrequires-python = ">=3.13"\ndependencies = ["web"]',
      code: 'import cgi',
      says: ['1:8 symbol_not_found cgi'],
    },
    {
      manifest: 'pyproject.toml',
      text: '[project]\nrequires-python = ">=3.13"\ndependencies = ["legacy-cgi"]',
      code: 'import cgi',
      says: [],
    },
  ])('$text: $code', async ({ manifest, text, code, says }) => {
    const { findings } = await checked(code, { [manifest]: text })
    expect(findings.filter(({ package: of }) => of === null).map(shown)).toEqual(says)
  })

  test('a finding names the releases, and no package', async () => {
    const { findings, verdict, counts } = await checked(
      'import json\njson.parse("1")\njson.loads("1")',
    )
    expect(findings[0]).toMatchObject({
      ecosystem: 'pypi',
      package: null,
      evidence: null,
      message: expect.stringContaining('json has no parse in Python 3.10 to 3.13.'),
    })
    expect(verdict).toBe('problems')
    expect(counts).toMatchObject({ references: 3, determined: 3 })
  })

  test('every module can be opened for every release', () => {
    const tops = new Set(Object.keys(names.modules).map((name) => name.split('.')[0] ?? ''))
    for (const top of tops) {
      const table = openStandardTable(
        names,
        top,
        names.versions.map(() => true),
      )
      expect(table?.findModule(top) ?? -1).toBeGreaterThanOrEqual(0)
    }
  })
})
