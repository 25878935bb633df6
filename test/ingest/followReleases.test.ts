// Tables that follow names and bases into other packages: what is fetched, what is fixed, and what a
// table does without.

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createIngestApp, type IngestApp } from '../../src/app/ingestApp.ts'
import { loadConfig } from '../../src/config.ts'
import { parsePackageName } from '../../src/domain/names/packageName.ts'
import { FOLLOW_RETRY_MS, FOLLOW_ROUNDS_MAX, FOLLOWED_FILES_MAX } from '../../src/limits.ts'
import { payloadDigest } from '../../src/table/format/payload.ts'
import { openTable } from '../../src/table/openTable.ts'
import { type PythonWheel, pythonWheel } from '../fake/archives/pythonWheel.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'

const { signal } = new AbortController()

let registry: FakeRegistry
let app: IngestApp
let down: RegExp | null = null
let folder: string
let nowMs = Date.parse('2026-05-01T12:00:00Z')
const apps: IngestApp[] = []

// Children take long to start, so one process serves all tests; each has packages of its own.
const WORDS = /\b(demo|base|idle|far|decoy|other)\b/g
const NUMBERED = /\b(demo|base|idle|far|decoy|other)\d+\b/g
let tests = 0
const numbered = (text: string) => text.replace(WORDS, `$1${tests}`)
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value).replace(NUMBERED, '$1'))

beforeAll(async () => {
  registry = await fakeRegistry({
    intercept(request, response) {
      if (!down?.test(request.url ?? '')) return false
      response.writeHead(503).end()
      return true
    },
  })
  folder = await mkdtemp(join(tmpdir(), 'assay-follow-'))
  app = await node()
  publish({ name: 'warm', files: '-- warm.py --\n' })
  await read('warm')
})
beforeEach(() => {
  down = null
  tests += 1
  nowMs += 48 * 60 * 60_000
})
afterAll(async () => {
  await Promise.all(apps.map((one) => one.close()))
  await registry.close()
  await rm(folder, { recursive: true, force: true })
})

/** Another process on the same data, unless told otherwise. */
async function node(databaseUrl: string | null = null): Promise<IngestApp> {
  const env = {
    ASSAY_LOG_LEVEL: 'silent',
    ASSAY_DATA_DIR: join(folder, 'data'),
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ...(databaseUrl === null ? {} : { ASSAY_DATABASE_URL: databaseUrl }),
  }
  const config = loadConfig(env, folder, folder)
  const opened = await createIngestApp(config, { now: () => new Date(nowMs) })
  apps.push(opened)
  return opened
}

/** Files that were downloaded are gone. */
async function forgetBlobs(): Promise<void> {
  const dir = join(folder, 'data', 'blobs')
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) await rm(join(entry.parentPath, entry.name), { force: true })
  }
}

type Publish = PythonWheel & Readonly<{ yanked?: boolean; requiresPython?: string }>

function publish(...wheels: readonly Publish[]): void {
  for (const { yanked = false, requiresPython, ...written } of wheels) {
    const wheel: PythonWheel = {
      ...written,
      name: numbered(written.name),
      files: numbered(written.files),
      requires: written.requires?.map(numbered) ?? [],
    }
    const entry = requiresPython === undefined ? {} : { requires_python: requiresPython }
    const files = [{ ...pythonWheel(wheel), yanked, entry }]
    registry.pypi.publish({ name: wheel.name, version: wheel.version ?? '1.0', files })
  }
}

function keyOf(written: string) {
  const name = parsePackageName('pypi', numbered(written))
  if (name === null) throw new Error(`no name: ${written}`)
  return { ecosystem: 'pypi', name } as const
}

async function read(name = 'demo', version: string | null = null, by = app) {
  const reading = await by.tables.read(keyOf(name), version, signal)
  if (reading.state !== 'read') throw new Error(`not read: ${JSON.stringify(reading)}`)
  const { bytes, ...facts } = reading
  const symbols = [...openTable(bytes).rows()].map((row) => `${row.module} ${row.symbol}`)
  const followed = reading.followed.map((file) => `${file.name} ${file.version}`)
  return { bytes, ...plain({ ...facts, followed, files: reading.followed, symbols }) }
}

async function audited(name = 'demo') {
  const audit = await app.tables.audit(keyOf(name), null, signal)
  if (audit.state !== 'read') throw new Error(`not read: ${JSON.stringify(audit)}`)
  return { kept: payloadDigest(audit.bytes), derived: payloadDigest(audit.derived) }
}

/** Packages of this test whose document or page was asked for. */
function asked(): string[] {
  const own = new RegExp(`^/(?:pypi|simple)/([a-z]+${tests}|[a-z-]+)/`)
  const names = [...registry.requests.keys()].flatMap((path) => own.exec(path)?.[1] ?? [])
  return plain([...new Set(names)].filter((name) => name.endsWith(String(tests))).sort())
}

const DEMO: Publish = {
  name: 'demo',
  requires: ['base>=1,<2', 'idle'],
  files: `
-- demo/__init__.py --
from base.core import Base
from idle import helper

class Own(Base):
    def own(self): ...
`,
}

/** `member` tells one release from another. */
function base(version: string, member = 'inherited', more: Partial<Publish> = {}): Publish {
  const files = `
-- base/__init__.py --
-- base/core.py --
class Base:
    def ${member}(self): ...
`
  return { name: 'base', version, files, ...more }
}

const IDLE: Publish = { name: 'idle', files: '-- idle.py --\ndef helper(): ...\n' }

describe('what is followed', () => {
  test('bases, into what they need and nothing else', async () => {
    publish(DEMO, base('1.0'), IDLE)
    const table = await read()
    expect(table.followed).toEqual(['base 1.0'])
    expect(table.symbols).toContain('demo Own.inherited')
    // No module of another package becomes one of this.
    expect(table.symbols.filter((path) => path.startsWith('base'))).toEqual([])
    expect(asked()).toEqual(['base', 'demo'])
  })

  test('nothing for a question about the package alone; the next about its table follows', async () => {
    publish(DEMO, base('1.0'), IDLE)
    expect(await app.one.latest(keyOf('demo'), signal)).toMatchObject({ state: 'ingested' })
    expect(asked()).toEqual(['demo'])
    // Asking again neither reads anything anew nor follows.
    expect(await app.one.latest(keyOf('demo'), signal)).toMatchObject({ state: 'indexed' })
    expect(asked()).toEqual(['demo'])
    const table = await read()
    expect(table.followed).toEqual(['base 1.0'])
    expect(table.symbols).toContain('demo Own.inherited')
  })

  test('the newest release of the range that is final, served and made for the reference', async () => {
    publish(
      DEMO,
      base('0.9'),
      base('1.2'),
      base('1.10', 'newest'),
      base('1.11rc1'),
      base('1.12', 'yanked', { yanked: true }),
      base('1.13', 'tooNew', { requiresPython: '>=3.12' }),
      base('2.0'),
    )
    const table = await read()
    expect(table.followed).toEqual(['base 1.10'])
    expect(table.symbols).toContain('demo Own.newest')
  })

  test('what this environment needs: markers decide, and extras are not taken', async () => {
    const requires = [
      'base (>=1,<2) ; python_version >= "3.8" and sys_platform == "linux"',
      'base<1; python_version < "3"',
      'base==1.1; extra == "pinned"',
    ]
    publish({ ...DEMO, requires }, base('0.5'), base('1.1'), base('1.2'))
    expect((await read()).followed).toEqual(['base 1.2'])
  })

  test('along the requirements of what is followed', async () => {
    const middle = `
-- base/__init__.py --
-- base/core.py --
import far.away as far
class Base(far.Far):
    def inherited(self): ...
`
    publish(
      DEMO,
      { name: 'base', version: '1.0', files: middle, requires: ['far~=3.0'] },
      {
        name: 'far',
        version: '3.4',
        files: '-- far/__init__.py --\n-- far/away.py --\nclass Far:\n    def distant(self): ...\n',
      },
      { name: 'far', version: '4.0', files: '-- far/__init__.py --\n' },
    )
    const table = await read()
    expect(table.followed).toEqual(['base 1.0', 'far 3.4'])
    expect(table.symbols).toEqual(
      expect.arrayContaining(['demo Own.inherited', 'demo Own.distant']),
    )
  })

  const NAMES: readonly (readonly [string, string, string])[] = [
    ['pyyaml', 'yaml', 'a name that is known to differ'],
    ['geometry-kit', 'shapes', 'a name that nobody could guess, by what its files hold'],
    ['acme-parts', 'acme.parts', 'a part of a namespace that the package itself has a share in'],
  ]
  test.each(NAMES)('%s, imported as %s: %s', async (distribution, path) => {
    const place = path.replace('.', '/')
    publish(
      {
        name: 'demo',
        requires: ['decoy', distribution],
        files: `
-- demo/__init__.py --
import decoy
from ${path} import Shape
class Own(Shape): ...
-- acme/own.py --
`,
      },
      { name: 'decoy', files: '-- decoy.py --\n' },
      {
        name: distribution,
        files: `-- ${place}/__init__.py --\nclass Shape:\n    def area(self): ...\n`,
      },
    )
    const table = await read()
    expect(table.followed).toEqual([`${distribution} 1.0`])
    expect(table.symbols).toContain('demo Own.area')
    expect(asked()).not.toContain('decoy')
  })

  test('every name that a star import or a listed re-export brings', async () => {
    const files = `
-- demo/__init__.py --
from base.core import *
-- demo/listed.py --
from far import Far
__all__ = ["Far"]
`
    publish({ name: 'demo', requires: ['base', 'far'], files }, base('1.0'), {
      name: 'far',
      files: '-- far.py --\nclass Far:\n    def distant(self): ...\n',
    })
    const table = await read()
    expect(table.followed).toEqual(['base 1.0', 'far 1.0'])
    expect(table.symbols).toEqual(
      expect.arrayContaining(['demo Base.inherited', 'demo.listed Far.distant']),
    )
  })

  test('nothing for what only tests import', async () => {
    const files =
      '-- demo/__init__.py --\n-- demo/tests/test_it.py --\nfrom base import Base\nclass Test(Base): ...\n'
    publish({ name: 'demo', requires: ['base'], files }, base('1.0'))
    expect((await read()).followed).toEqual([])
    expect(asked()).toEqual(['demo'])
  })

  test('is named in the evidence, with the release itself', async () => {
    publish(DEMO, base('1.0'))
    const { evidence, artifact, files } = await read()
    expect(evidence).toEqual([
      {
        package: 'base',
        version: '1.0',
        filename: 'base-1.0-py3-none-any.whl',
        sha256: files[0]?.sha256,
      },
      { package: 'demo', version: '1.0', filename: artifact.filename, sha256: artifact.sha256 },
    ])
  })
})

describe('what was followed is fixed', () => {
  test('whatever is released later, for the latest release and for a pinned one', async () => {
    publish(DEMO, base('1.0'))
    const before = await read()
    publish(base('1.5', 'later'))
    nowMs += 24 * 60 * 60_000
    const after = await read()
    expect(after.followed).toEqual(['base 1.0'])
    expect(payloadDigest(after.bytes)).toBe(payloadDigest(before.bytes))
    expect((await read('demo', '1.0')).followed).toEqual(['base 1.0'])
  })

  test('so that an audit derives the same from the same files, cached or not', async () => {
    publish(DEMO, base('1.0'))
    await read()
    publish(base('1.5', 'later'))
    nowMs += 24 * 60 * 60_000
    const cached = await audited()
    expect(cached.derived).toBe(cached.kept)
    await forgetBlobs()
    expect(await audited()).toEqual(cached)
  })

  test('an audit does not do with less', async () => {
    publish(DEMO, base('1.0'))
    await read()
    await forgetBlobs()
    publish(base('1.0', 'replaced'))
    await expect(audited()).rejects.toMatchObject({ code: 'artifact_changed' })
    registry.pypi.remove(numbered('base'))
    await expect(audited()).rejects.toMatchObject({ code: 'artifact_changed' })
    // The file of the release is not to blame.
    expect((await read()).followed).toEqual(['base 1.0'])
  })
})

describe('what cannot be followed is said, and spoils nothing', () => {
  test('a package that is not there, or has nothing in the range: for good', async () => {
    publish(DEMO)
    const table = await read()
    expect(table.followed).toEqual([])
    const absent = { name: 'base', isTemporary: false, isAbsent: true }
    expect(table.unfollowed).toContainEqual({ ...absent, reason: 'no such package' })
    expect(table.symbols).toContain('demo Own.own')
    expect(table.symbols).not.toContain('demo Own.inherited')
    publish({ ...DEMO, name: 'other' }, base('2.0'))
    const other = await read('other')
    expect(other.unfollowed).toContainEqual({ ...absent, reason: 'no release in the range' })
  })

  test('a file that is refused: for good', async () => {
    publish(DEMO)
    const filename = `${numbered('base')}-1.0-py3-none-any.whl`
    const files = [{ filename, bytes: Buffer.from('no archive') }]
    registry.pypi.publish({ name: numbered('base'), version: '1.0', files })
    const table = await read()
    expect(table.followed).toEqual([])
    expect(table.unfollowed).toContainEqual({
      name: 'base',
      reason: expect.stringContaining('not opened'),
      isTemporary: false,
    })
    const { kept, derived } = await audited()
    expect(derived).toBe(kept)
  })

  test('a registry that is down: until it is up, and not asked at every turn', async () => {
    publish(DEMO, base('1.0'))
    down = /base/
    const first = await read()
    expect(first.followed).toEqual([])
    const lacks = [{ name: 'base', reason: 'registry_unavailable', isTemporary: true }]
    expect(first.unfollowed).toMatchObject(lacks)
    down = null
    const document = numbered('/pypi/base/json')
    const before = registry.requests.get(document)
    expect((await read()).followed).toEqual([])
    expect(registry.requests.get(document)).toBe(before)
    nowMs += FOLLOW_RETRY_MS
    const second = await read()
    expect(second.followed).toEqual(['base 1.0'])
    expect(second.unfollowed).toEqual([])
    expect(second.symbols).toContain('demo Own.inherited')
  })

  test('what is kept is answered while the whole registry is down', async () => {
    publish(DEMO, base('1.0'))
    down = /base/
    await app.one.pinned(keyOf('demo'), '1.0', signal)
    nowMs += FOLLOW_RETRY_MS
    down = /./
    const table = await read('demo', '1.0')
    expect(table.symbols).toContain('demo Own.own')
    expect(table.unfollowed).toMatchObject([{ name: 'base', isTemporary: true }])
  })
})

describe('bounds', () => {
  test('on the number of packages', async () => {
    const names = Array.from({ length: FOLLOWED_FILES_MAX + 5 }, (_, i) => `many${i + 10}`)
    const imports = names.map((name) => `from ${name} import C as C_${name}`)
    const classes = names.map((name) => `class D_${name}(C_${name}): ...`)
    publish({
      name: 'demo',
      requires: names,
      files: `-- demo/__init__.py --\n${[...imports, ...classes].join('\n')}\n`,
    })
    for (const name of names) {
      publish({ name, files: `-- ${name}.py --\nclass C:\n    def from_${name}(self): ...\n` })
    }
    const table = await read()
    expect(table.followed).toHaveLength(FOLLOWED_FILES_MAX)
    expect(table.unfollowed).toHaveLength(5)
    expect(table.unfollowed[0]?.isTemporary).toBe(false)
    const documents = [...registry.requests.keys()].filter((path) => /^\/pypi\/many/.test(path))
    expect(documents).toHaveLength(FOLLOWED_FILES_MAX)
  })

  test('on how far one leads to the next', async () => {
    const length = FOLLOW_ROUNDS_MAX + 4
    const level = (i: number) => `level${String(i).padStart(2, '0')}`
    for (let i = 0; i < length; i++) {
      const above = `from ${level(i + 1)} import C as Base\nclass C(Base):\n    def m${i}(self): ...\n`
      publish({ name: level(i), requires: [level(i + 1)], files: `-- ${level(i)}.py --\n${above}` })
    }
    const table = await read(level(0))
    expect(table.followed).toHaveLength(FOLLOW_ROUNDS_MAX)
    expect(table.unfollowed).toMatchObject([{ isTemporary: false }])
    expect(table.symbols).toContain(`level00 C.m${FOLLOW_ROUNDS_MAX}`)
  })
})

describe('two nodes at once', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(async () => {
    await Promise.all(apps.splice(1).map((one) => one.close()))
    await server?.stop()
  })

  test.each(['sqlite', 'postgres'] as const)(
    'on %s: one choice, which both read',
    async (kind) => {
      const url = kind === 'postgres' ? await server.url('follow') : null
      publish(DEMO, base('1.0'))
      const [one, other] = [url === null ? app : await node(url), await node(url)]
      // The one knows the range as it was, the other asks for it.
      expect((await read('demo', null, one)).followed).toEqual(['base 1.0'])
      publish(base('1.5', 'later'), { ...DEMO, version: '1.1' })
      const both = await Promise.all([read('demo', '1.1', one), read('demo', '1.1', other)])
      const [first, second] = both.map(({ bytes }) => payloadDigest(bytes))
      expect(first).toBe(second)
      expect(both[0]?.followed).toEqual(both[1]?.followed)
      expect((await read('demo', '1.0', other)).followed).toEqual(['base 1.0'])
    },
    240_000,
  )
})
