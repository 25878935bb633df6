// Python's own modules: each row is code, the releases of a manifest, and what a check says.

import { describe, expect, test } from 'vitest'
import { checkCode } from '../../src/check/checkCode.ts'
import { openStandardTable } from '../../src/check/standardTable.ts'
import {
  loadBundledImports,
  loadStandardModules,
  loadStandardNames,
} from '../../src/names/bundledImports.ts'
import { importNames } from '../../src/names/importNames.ts'
import { SMALL_WORLD, shown } from './smallWorld.ts'

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
