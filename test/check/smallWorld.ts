// A few packages, the names around them, and a check over them. The packages are texts: cases/packages.

import { readFileSync } from 'node:fs'
import { type CheckReport, checkCode } from '../../src/check/checkCode.ts'
import type { PackageOutcome, PackageTables } from '../../src/check/plan/packageTables.ts'
import type { Finding } from '../../src/check/report/finding.ts'
import type { Ecosystem, PackageName } from '../../src/domain/names/packageName.ts'
import { extractNpm } from '../../src/extract/npm/extractNpm.ts'
import type { ImportIndex, NearImport } from '../../src/ports/importIndex.ts'
import { encodeTable } from '../../src/table/format/encodeTable.ts'
import { openTable } from '../../src/table/openTable.ts'
import type { OpenTable } from '../../src/table/tableView.ts'
import { packageOf } from '../extract/npm/packageOf.ts'
import { tableOf } from '../extract/python/packageOf.ts'
import { parseTxtar } from '../fake/archives/txtar.ts'

/** What is imported under which name, most popular first. */
const PROVIDERS: Readonly<Record<string, readonly string[]>> = {
  web: ['web'],
  cv: ['cv-python', 'cv'],
  one: ['web', 'one'],
  open_web: ['open-web-kit'],
  web_more: ['web-more'],
  shell: ['shell-core'],
  bare: ['bare-core'],
  shared: ['shared-one', 'shared-two'],
  'shared.one': ['shared-one'],
  'shared.two': ['shared-two'],
  tools: ['web-kit'],
  win_file: ['web', 'one'],
  chained: ['chained'],
  other_engine: ['other-engine'],
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
  formerly: (top) =>
    top === 'web_parts' ? { distribution: 'web' as PackageName, until: '0.8.0' } : null,
  droppedMembers: () => ({
    web: { 'web.api.Frame': { append: ['0.9', '1.0.0'], concat: ['1.0.0', '99.0'] } },
  }),
  find(ecosystem, written) {
    const [top = '', second] = written.split(ecosystem === 'pypi' ? '.' : '/')
    const standardLibrary = top === 'os' || top === 'node:fs'
    const below = `${top}.${second}`
    const path = ecosystem === 'pypi' && PROVIDERS[below] !== undefined ? below : top
    const scoped = top.startsWith('@') ? `${top}/${second}` : top
    const names = ecosystem === 'npm' ? [scoped] : (PROVIDERS[path] ?? [])
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

const PACKAGES = new URL('cases/packages/', import.meta.url)

/** The packages of a file, each opened once: `== a, b` gives two packages the same sources. */
function packagesOf(ecosystem: Ecosystem): readonly (readonly [string, OpenTable])[] {
  return readFileSync(new URL(`${ecosystem}.txt`, PACKAGES), 'utf8')
    .split(/^== /m)
    .slice(1)
    .flatMap((text) => {
      const [names = ''] = text.split('\n', 1)
      const files = Object.fromEntries(parseTxtar(text).map((one) => [one.path, one.content]))
      const table = openTable(encodeTable(ecosystem === 'pypi' ? tableOf(files) : npmTable(files)))
      return names.split(', ').map((name) => [`${ecosystem} ${name}`, table] as const)
    })
}

/** What stands below `@types/` others have declared. */
function npmTable({ 'package.json': manifest, ...files }: Readonly<Record<string, string>>) {
  const given = manifest === undefined ? { types: './index.d.ts' } : JSON.parse(manifest)
  const { '@types/index.d.ts': declared, ...own } = files
  const types =
    declared === undefined
      ? null
      : packageOf({ 'index.d.ts': declared }, { types: './index.d.ts' }, '@types/pkg')
  const get = (name: string) => (name === '@types/pkg' ? types : null)
  return extractNpm(packageOf(own, given), { get }).table
}

const TABLES: ReadonlyMap<string, OpenTable> = new Map([
  ...packagesOf('pypi'),
  ...packagesOf('npm'),
])

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
  use,
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
  const table = TABLES.get(`${ecosystem} ${name}`)
  if (table === undefined) return { state: 'package_not_found', near: ['web', 'paint'] }
  const withdrawn = pin === '0.0.1' ? 'it was broken' : null
  if (use === 'word') return { state: 'there', version: pin ?? '1.0.0', confusable, withdrawn }
  return {
    state: 'opened',
    table,
    evidence: {
      version: pin ?? '1.0.0',
      filename: name === 'bare' ? 'bare-1.0.0.tar.gz' : 'web.whl',
      artifactSha256: 'ab'.repeat(32),
      extractor: 'test/1',
    },
    confusable,
    withdrawn,
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
