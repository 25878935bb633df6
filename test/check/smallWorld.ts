// Two packages, a few names around them, and a check over them.

import { type CheckReport, checkCode } from '../../src/check/checkCode.ts'
import type { PackageOutcome, PackageTables } from '../../src/check/plan/packageTables.ts'
import type { Finding } from '../../src/check/report/finding.ts'
import type { PackageName } from '../../src/domain/names/packageName.ts'
import type { ImportIndex, NearImport } from '../../src/ports/importIndex.ts'
import { encodeTable } from '../../src/table/format/encodeTable.ts'
import type { Definition, Entry, SymbolTable } from '../../src/table/format/table.ts'
import { openTable } from '../../src/table/openTable.ts'
import { definitionOf, entryOf, moduleOf, tableOf } from '../table/tableData.ts'

const byName = (a: Entry, b: Entry) => (a.name < b.name ? -1 : 1)

function list(...definitions: readonly Definition[]): Entry[] {
  return definitions
    .map((one) => entryOf(one.name.slice(one.name.lastIndexOf('.') + 1), one))
    .sort(byName)
}

function method(name: string, signature: string | null, change: Partial<Definition> = {}) {
  return definitionOf('web.api', name, { kind: 'method', signature, ...change })
}

const response = definitionOf('web.api', 'Response', {
  kind: 'class',
  signature: '()',
  members: list(
    method('Response.json', '(self)'),
    method('Response.headers', 'Headers', { kind: 'attribute' }),
  ),
})
const headers = definitionOf('web.api', 'Headers', { kind: 'class', isOpen: true })
const frame = definitionOf('web.api', 'Frame', {
  kind: 'class',
  signature: '()',
  isOpen: true,
  isOpenInObjectsOnly: true,
  members: list(method('Frame.map', '(self)')),
})
const frameBelow = definitionOf('web.api', 'WideFrame', { kind: 'class', inherits: [frame] })
const session = definitionOf('web.api', 'Session', {
  kind: 'class',
  signature: '(base=None)',
  members: list(
    method('Session.__enter__', '(self) -> Self'),
    method('Session.__init__', '(self, base=None)'),
    method('Session.get', '(self, url: str, *, timeout: int = 1) -> Response'),
    method('Session.fetch', 'async (self, url: str) -> Response'),
    method('Session.all', '(self) -> list[Response]'),
    method('Session.old', '(self)', { deprecation: { text: 'Use `get` instead', since: '2.0' } }),
  ),
})
/** Entered by `async with` alone, and with the old way to write `Self`. */
const link = definitionOf('web.api', 'Link', {
  kind: 'class',
  signature: '()',
  members: list(
    method('Link.__aenter__', 'async (self: T) -> T'),
    method('Link.__enter__', '(self) -> None'),
    method('Link.send', '(self)'),
  ),
})
const send = definitionOf('web.api', 'send', {
  signature:
    "(url: str, **rest: Unpack[TypedDict[{'timeout': float, 'verify': bool}]]) -> Response",
})
/** Whatever `tracer` gives is of a class below this one. */
const tracer = definitionOf('web.api', 'Tracer', {
  kind: 'class',
  isAbstract: true,
  members: list(method('Tracer.start', '(self)')),
})
const getTracer = definitionOf('web.api', 'get_tracer', { signature: '() -> Tracer' })
const makeClass = definitionOf('web.api', 'make_class', { signature: '(n) -> type[Session]' })
const pass = definitionOf('web.api', 'pass_on', { signature: '(url: str, **rest: Unpack[Other])' })
const get = definitionOf('web.api', 'get', { signature: '(url: str, timeout=1) -> Response' })
const convert = definitionOf('web.api', 'convert', {
  signature: '(a)',
  deprecation: { text: '*strict* is an argument of old', since: null },
})

const special = definitionOf('web.api', 'Special', {
  kind: 'class',
  members: list(method('Special.extra', '(self)')),
  inherits: [response],
})
const registry = definitionOf('web.api', 'Registry.dumps', {
  kind: 'method',
  signature: '(self, data)',
})
const fixture = definitionOf('web.api', 'container', { signature: '(request, image, **k)' })

/** `web.tools`, which the package loads when it is asked for. */
const lazyTools = definitionOf('web', 'tools', { kind: 'attribute' })

const WEB_MODULES: SymbolTable = tableOf(
  moduleOf('web', list(session, response, link, get, convert, registry, fixture, lazyTools)),
  moduleOf(
    'web.api',
    list(
      ...[session, response, headers, get, convert, special, frame, frameBelow, send, pass],
      ...[tracer, getTracer, makeClass],
    ),
  ),
  moduleOf('web.lazy', [], { state: 'dynamic', stateReason: 'has __getattr__' }),
  moduleOf('web.tools', list(definitionOf('web.tools', 'trim'))),
)

/** Somewhere its code sets this on something that could not be told. */
const WEB: SymbolTable = { ...WEB_MODULES, loose: ['set_somewhere'] }

function npm(name: string, change: Partial<Definition>): Definition {
  return definitionOf('.', name, { file: 'index.d.ts', ...change })
}

const painter = npm('Painter', {
  kind: 'interface',
  signature: '{ (...Array<unknown>) => string }',
  members: list(
    npm('Painter.red', { kind: 'property', signature: 'readonly this' }),
    npm('Painter.rgb', { kind: 'property', signature: 'readonly (number, number) => this' }),
    npm('Painter.hex', { kind: 'method', signature: '(string) => this' }),
  ),
})
const fallback = npm('default', { kind: 'constant', signature: 'Painter', inherits: [painter] })
const maker = npm('Maker', { kind: 'interface', signature: '{ (string) => Client }' })
const make = npm('make', { kind: 'constant', signature: 'Maker & { x: 1 }', inherits: [maker] })
const client = npm('Client', {
  kind: 'class',
  signature: 'class new (string, number?)',
  members: list(npm('Client.send', { kind: 'method', signature: '(string) => Promise<Reply>' })),
})
const reply = npm('Reply', {
  kind: 'interface',
  members: list(npm('Reply.body', { kind: 'property', signature: 'string' })),
})
const PAINT: SymbolTable = tableOf(
  moduleOf('.', list(painter, fallback, client, reply, make), { origin: 'dts' }),
  moduleOf('./fp', list(definitionOf('./fp', 'pipe', { signature: '(...Array<any>) => any' })), {
    origin: 'dts',
  }),
)

/** What is imported under which name, most popular first. */
const PROVIDERS: Readonly<Record<string, readonly string[]>> = {
  web: ['web'],
  cv: ['cv-python', 'cv'],
  one: ['web', 'one'],
  open_web: ['open-web-kit'],
  shell: ['shell-core'],
  bare: ['bare-core'],
  shared: ['shared-one', 'shared-two'],
  'shared.one': ['shared-one'],
  'shared.two': ['shared-two'],
  tools: ['web-kit'],
}

/** What is one slip off, by hand. */
const NEAR: Readonly<Record<string, NearImport>> = {
  wbe: { name: 'web', distribution: 'web' as PackageName },
  tols: { name: 'tools', distribution: 'web-kit' as PackageName },
  oss: { name: 'os', distribution: null },
}

const IMPORTS: ImportIndex = {
  near: (written) => Object.entries(NEAR).flatMap(([slip, one]) => (slip === written ? [one] : [])),
  importOf: (distribution) =>
    Object.keys(PROVIDERS).find((name) => PROVIDERS[name]?.includes(distribution)) ?? null,
  snapshot: { snapshot: '2026-01-01', sha256: '00', size: 3 },
  find(ecosystem, written) {
    const [top = '', second] = written.split(ecosystem === 'pypi' ? '.' : '/')
    const standardLibrary = top === 'os' || top === 'node:fs'
    const below = `${top}.${second}`
    const path = ecosystem === 'pypi' && PROVIDERS[below] !== undefined ? below : top
    const names = ecosystem === 'npm' ? [top] : (PROVIDERS[path] ?? [])
    return {
      standardLibrary,
      providers: names.map((name) => ({
        // Names of this file, in normal form.
        name: name as PackageName,
        provides: path === 'shared' ? name.replace('-', '.') : path,
        downloads: null,
      })),
    }
  },
}

const TABLES: Readonly<Record<string, SymbolTable>> = {
  'pypi web': WEB,
  'pypi web-kit': WEB,
  'pypi cv-python': tableOf(moduleOf('cv', [])),
  'pypi shared-one': tableOf(
    moduleOf('shared', [], { file: null }),
    moduleOf('shared.one', list(definitionOf('shared.one', 'first'))),
  ),
  'pypi shared-two': tableOf(
    moduleOf('shared', []),
    moduleOf('shared.two', list(definitionOf('shared.two', 'second'))),
  ),
  'pypi spread-wide': tableOf(
    moduleOf('spread', [], { file: null }),
    moduleOf('spread.wide', list(definitionOf('spread.wide', 'go'))),
  ),
  'pypi webb': tableOf(moduleOf('webb', [])),
  'pypi shell': tableOf(),
  'pypi bare': tableOf(),
  'npm paint': PAINT,
  'npm paintt': tableOf(moduleOf('.', [])),
  'npm @types/pait': tableOf(moduleOf('.', [])),
  'npm @types/shapes': tableOf(
    moduleOf('.', list(definitionOf('.', 'Shape', { kind: 'interface' })), { origin: 'types' }),
  ),
  'npm typed': tableOf(moduleOf('.', [])),
}

/** Names that look like one that everybody uses. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  'pypi web-kit': 'web',
  'pypi webb': 'web',
  'npm paintt': 'paint',
  'npm pait': 'paint',
  'npm typed': '@types/typed',
}

const tables: PackageTables = async (
  { ecosystem, name },
  { pin, range },
): Promise<PackageOutcome> => {
  if (name === 'slow' && pin === '0.0.1') {
    return { state: 'undetermined', reason: 'it took too long', withdrawn: 'it was broken' }
  }
  if (name === 'slow') return { state: 'undetermined', reason: 'it took too long' }
  const meant = LOOKALIKES[`${ecosystem} ${name}`]
  const confusable = meant === undefined ? null : ({ reason: 'lookalike', meant } as const)
  if (name === 'pait') return { state: 'undetermined', reason: 'it is unreadable', confusable }
  if (pin === '9.9.9' || range === '>9' || range === 'nosuchtag') {
    const held = name === 'wbb' ? ({ reason: 'placeholder', meant: 'web' } as const) : null
    const doubt = held ?? confusable
    return {
      state: 'version_not_found',
      latest: '1.0.0',
      ...(doubt === null ? {} : { confusable: doubt }),
    }
  }
  const table = TABLES[`${ecosystem} ${name}`]
  if (table === undefined) return { state: 'package_not_found', near: ['web', 'paint'] }
  return {
    state: 'opened',
    table: openTable(encodeTable(table)),
    evidence: {
      version: pin ?? '1.0.0',
      filename: name === 'bare' ? 'bare-1.0.0.tar.gz' : 'web.whl',
      artifactSha256: 'ab'.repeat(32),
      extractor: 'test/1',
    },
    confusable,
    withdrawn: pin === '0.0.1' ? 'it was broken' : null,
  }
}

export const SMALL_WORLD = { tables, imports: IMPORTS }

export function check(files: Readonly<Record<string, string>>): Promise<CheckReport> {
  const given = Object.entries(files).map(([path, content]) => ({ path, content }))
  return checkCode({ files: given }, SMALL_WORLD)
}

export function shown({ line, column, code, symbol, package: of, suggestion }: Finding): string {
  const to = suggestion?.replace?.to ?? suggestion?.meant[0]
  return `${line}:${column} ${code} ${symbol ?? of}${to === undefined ? '' : ` -> ${to}`}`
}
