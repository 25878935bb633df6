// The rules that keep the code guessable: who imports whom, what is banned where, and documents
// that say what the tables say.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UrlConverter } from '@socketregistry/packageurl-js'
import { registry as npmRegistry } from 'npm-registry-fetch/lib/default-opts.js'
import { describe, expect, test } from 'vitest'
import { VARIABLES } from '../src/config/variables.ts'
import { REASONS } from '../src/diff/reasons.ts'
import { ERRORS } from '../src/errors.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Every file that git would commit. */
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => file !== '')
const sources = files.filter((file) => file.startsWith('src/') && file.endsWith('.ts'))

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

// ring 0 to 2 may be imported by everything above them.
const CORE = ['limits', 'errors', 'domain', 'ports']
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  limits: [],
  version: [],
  lifeline: [],
  programBeside: [],
  stages: [],
  turns: [],
  errors: [],
  domain: ['limits', 'errors'],
  ports: ['domain'],
  registry: [...CORE, 'stages'],
  artifact: CORE,
  table: [...CORE, 'turns'],
  syntax: [],
  signatures: [],
  diff: [...CORE, 'turns', 'table', 'signatures'],
  symbols: [...CORE, 'table', 'diff'],
  extract: [...CORE, 'lifeline', 'programBeside', 'stages', 'artifact', 'table', 'syntax'],
  blobs: CORE,
  names: [...CORE, 'lifeline', 'programBeside', 'artifact'],
  model: CORE,
  queue: CORE,
  store: CORE,
  attest: CORE,
  log: [...CORE, 'attest'],
  charge: CORE,
  ingest: [...CORE, 'stages'],
  packs: [...CORE, 'registry', 'table', 'attest', 'ingest'],
  'services/watch': [...CORE, 'services/oracle'],
  references: [...CORE, 'syntax'],
  manifests: CORE,
  check: [
    ...CORE,
    'lifeline',
    'programBeside',
    'turns',
    'table',
    'syntax',
    'signatures',
    'diff',
    'symbols',
    'references',
    'manifests',
  ],
  fix: [...CORE, 'table', 'signatures', 'symbols', 'references', 'check'],
  'services/oracle': [...CORE, 'lifeline', 'turns', 'check'],
  'services/judge': [...CORE, 'check', 'services/oracle'],
  'services/spend': CORE,
  'services/research': [...CORE, 'table'],
  answer: [
    ...CORE,
    'turns',
    'stages',
    'ingest',
    'table',
    'diff',
    'symbols',
    'manifests',
    'check',
    'log',
    'services/spend',
    'services/research',
    'services/oracle',
    'services/judge',
  ],
  site: [...CORE, 'table', 'symbols', 'wire'],
  http: [
    ...CORE,
    'turns',
    'table',
    'diff',
    'symbols',
    'services/spend',
    'answer',
    'attest',
    'log',
    'charge',
    'services/watch',
    'wire',
    'site',
  ],
  mcp: [...CORE, 'attest', 'client', 'wire'],
  cli: [
    'limits',
    'stages',
    'errors',
    'domain',
    'table',
    'attest',
    'log',
    'charge',
    'ingest',
    'services/watch',
    'references',
    'manifests',
    'check',
    'fix',
    'diff',
    'answer',
    'mcp',
    'config',
    'app',
    'wire',
    'version',
    'programBeside',
  ],
  wire: ['domain', 'attest'],
  lookup: ['domain', 'errors', 'config', 'http', 'app', 'wire'],
  client: ['domain', 'attest', 'log', 'wire'],
  page: ['attest', 'log', 'wire'],
  config: ['limits'],
  index: ['domain', 'errors', 'attest', 'wire'],
}

/**
 * `src/http/routes/lookup.ts` → `http`, `src/limits.ts` → `limits`; a service goes by its own name.
 */
function folderOf(file: string): string {
  const [first = '', second] = relative('src', file).split(sep)
  return first === 'services' ? `services/${second}` : first.replace(/\.ts$/, '')
}

function importsOf(file: string): string[] {
  const found = read(file).matchAll(/(?:from|import) '(\.[^']+)'|import\('(\.[^']+)'\)/g)
  return [...found].map(([, fixed, dynamic]) =>
    relative(root, resolve(root, dirname(file), fixed ?? dynamic ?? '')),
  )
}

describe('a folder imports only what its row names', () => {
  test.each(sources)('%s', (file) => {
    const from = folderOf(file)
    const wrong = importsOf(file)
      .map(folderOf)
      .filter((to) => to !== from && from !== 'app' && !MAY_IMPORT[from]?.includes(to))
    expect(wrong).toEqual([])
  })

  test('every folder has a place in the table', () => {
    const folders = new Set(sources.map(folderOf))
    folders.delete('app')
    expect([...folders].filter((folder) => !(folder in MAY_IMPORT))).toEqual([])
  })
})

/**
 * Folders that have rooms of their own, in the order of the flow: a room may import those that stand
 * before it, and the files of the folder itself may import all of them.
 */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  'src/answer': ['evidence'],
  'src/artifact': ['bytes', 'zip', 'tar', 'wheel'],
  'src/check': ['report', 'read', 'plan', 'languages', 'follow', 'findings', 'upgrade'],
  'src/cli': [
    'words',
    'terminal',
    'process',
    'check',
    'fix',
    'review',
    'lsp',
    'forms',
    'setup',
    'commands',
    'resident',
  ],
  'src/extract/npm/declarations': ['program', 'types', 'assignable', 'members', 'text'],
  'src/extract/npm/javascript': ['values', 'evaluate', 'globals', 'modules'],
  'src/extract/python': [
    'services',
    'standard',
    'files',
    'scope',
    'modules',
    'classes',
    'model',
    'run',
    'definitions',
  ],
  'src/domain': ['names', 'texts'],
  'src/log': ['tree', 'note', 'entries', 'witness', 'monitor'],
  'src/http': ['schemas', 'request', 'admission', 'run', 'pages', 'site', 'routes'],
  'src/site': ['markup', 'parts', 'pages'],
  'src/packs': ['format', 'publish', 'pull'],
  'src/names': ['stored', 'near', 'set', 'build', 'imports'],
  'src/registry': ['fetch', 'read'],
  'src/store': ['failures', 'library', 'beside'],
  'src/syntax': ['javascript', 'python'],
  'src/table': ['format'],
}

const FILES_MAX = 30

test('no folder has more files of its own than one can look through', () => {
  const counts = new Map<string, number>()
  for (const file of sources) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  expect([...counts].filter(([, count]) => count > FILES_MAX)).toEqual([])
})

describe('rooms of a folder import those before them', () => {
  test.each(Object.entries(ROOMS))('%s', (folder, rooms) => {
    const inside = sources.filter((file) => file.startsWith(`${folder}/`))
    const roomOf = (file: string) => relative(folder, dirname(file)).split(sep)[0] ?? ''
    const placeOf = (file: string) =>
      roomOf(file) === '' ? rooms.length : rooms.indexOf(roomOf(file))
    expect(inside.filter((file) => placeOf(file) < 0)).toEqual([])
    const wrong = inside.flatMap((file) =>
      importsOf(file)
        .filter((to) => to.startsWith(`${folder}/`) && placeOf(to) > placeOf(file))
        .map((to) => `${file} imports ${to}`),
    )
    expect(wrong).toEqual([])
  })
})

describe('no file imports itself through others', () => {
  const imports = new Map(sources.map((file) => [file, importsOf(file)]))

  /** All files that a file needs, those that these need included. */
  function reachedFrom(file: string): ReadonlySet<string> {
    const reached = new Set(imports.get(file))
    // A set grows while it is walked.
    for (const one of reached) for (const next of imports.get(one) ?? []) reached.add(next)
    return reached
  }

  test('types included', () => {
    expect(sources.filter((file) => reachedFrom(file).has(file))).toEqual([])
  })
})

describe('a signed answer depends on its inputs only', () => {
  const BANNED = [/process\.env/, /Date\.now\(/, /new Date\(\)/, /Math\.random/]
  const clean = sources.filter((file) => !['config', 'app'].includes(folderOf(file)))
  test.each(clean)('%s', (file) => {
    // Comments may speak of what the code must not do.
    const code = read(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    expect(BANNED.filter((banned) => banned.test(code))).toEqual([])
  })
})

describe('names and sizes', () => {
  test('no barrels, and no default exports to rename', () => {
    expect(sources.filter((file) => /\/index\.ts$/.test(file))).toEqual(['src/index.ts'])
    expect(sources.filter((file) => /^export default/m.test(read(file)))).toEqual([])
  })

  test('no folder or file is called after nothing in particular', () => {
    const vague = /(^|\/)(utils?|helpers?|common|misc|manager|service)(\/|\.ts$)/i
    expect(sources.filter((file) => vague.test(file))).toEqual([])
  })

  test('files stay readable', () => {
    const lengths = sources.map((file) => read(file).split('\n').length).sort((a, b) => a - b)
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(150)
  })
})

describe('what is committed', () => {
  const text = files.filter((file) => !/\.(png|gz|whl|tgz|zip)$/.test(file))

  test('names no registry host', () => {
    const npm = new URL(npmRegistry).hostname
    const pypi = ['pypi', 'npm'].flatMap((type) => {
      const purl = { type, name: 'x', version: '1' } as never
      const urls = [UrlConverter.toDownloadUrl(purl), UrlConverter.toRepositoryUrl(purl)]
      return urls.flatMap((found) => (found ? [new URL(found.url).hostname] : []))
    })
    const hosts = [...new Set([npm, npm.split('.').slice(-2).join('.'), ...pypi])]
    const naming = text.filter((file) => {
      const content = read(file)
      return hosts.some((host) => content.includes(host))
    })
    expect(naming).toEqual([])
  })

  test('names no path of a machine', () => {
    // Behind a host as well: a path that looks like one is taken for one.
    const home = /(^|[^\w.-])(?:127\.0\.0\.1:\d+|localhost)?\/(home|root|Users|work|tmp)\/[.\w]/m
    expect(text.filter((file) => home.test(read(file)))).toEqual([])
  })
})

describe('documents say what the tables say', () => {
  test('docs/reference/errors.md has a heading for every code, with its status', () => {
    const documented = [
      ...read('docs/reference/errors.md').matchAll(/^### `(\w+)`\nStatus (\d+)\. /gm),
    ]
    const expected = Object.entries(ERRORS).map(([code, { status }]) => `${code} ${status}`)
    expect(documented.map(([, code, status]) => `${code} ${status}`).sort()).toEqual(
      expected.sort(),
    )
  })

  test('docs/internals/diff.md has a row for every reason, in their order', () => {
    const rows = [...read('docs/internals/diff.md').matchAll(/^\| `(\w+)` \| (\w+) \| (.+) \|$/gm)]
    const expected = Object.entries(REASONS).map(([reason, [severity, text]]) => {
      return `${reason} ${severity} ${text}`
    })
    expect(rows.map(([, ...cells]) => cells.join(' '))).toEqual(expected)
  })

  test.each(['docs/internals/no-false-answers.md', 'docs/internals/fair-service.md'])(
    '%s names tests that are there',
    (page) => {
      const named = read(page).matchAll(/`(test\/[^`]+)`((?:,? \*[^*]+\*)+)/g)
      const missing = [...named].flatMap(([, file = '', titles = '']) => {
        const text = read(file)
        const all = [...titles.matchAll(/\*([^*]+)\*/g)].map(([, title = '']) => title)
        return all.filter((title) => !text.includes(title)).map((title) => `${file}: ${title}`)
      })
      expect(missing).toEqual([])
    },
  )

  test('docs/reference/settings.md has a row for every variable, with its default and meaning', () => {
    const rows = [
      ...read('docs/reference/settings.md').matchAll(/^\| `(ASSAY_\w+)` \| (.*?) \| (.*?) \|$/gm),
    ]
    const documented = rows.map(([, name, fallback, meaning]) => ({ name, fallback, meaning }))
    const expected = Object.entries(VARIABLES).map(([name, { fallback, meaning }]) => ({
      name,
      fallback: fallback === null || fallback === '' ? 'unset' : `\`${fallback}\``,
      meaning,
    }))
    expect(documented).toEqual(expected)
  })

  test('docs/internals/architecture.md has the import table that this test enforces', () => {
    const rows = [
      ...read('docs/internals/architecture.md').matchAll(/^\| `([\w/]+)` \|([^|]*)\|/gm),
    ]
    const documented = Object.fromEntries(
      rows.map(([, folder, may = '']) => [
        folder,
        [...may.matchAll(/`([\w/]+)`/g)].map((m) => m[1]),
      ]),
    )
    expect(documented).toEqual(MAY_IMPORT)
  })

  test('docs/internals/architecture.md names files that are there', () => {
    const [prose = ''] = read('docs/internals/architecture.md').split('## Who may import whom')
    const named = prose.matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)
    const places = [...named].map(([, place = '']) =>
      /^(src|test|docs)\//.test(place) ? place : `src/${place}`,
    )
    expect(places.length).toBeGreaterThan(20)
    expect(places.filter((place) => !files.some((file) => file.startsWith(place)))).toEqual([])
  })

  test('pages are written in the words of the examples', () => {
    const pages = files.filter((file) => /^(README|docs\/.*)\.md$/.test(file))
    const blocks = pages.flatMap((page) => [
      ...read(page).matchAll(/<!-- from (\S+) -->\n```\w*\n([\s\S]*?)```/g),
    ])
    expect(blocks.length).toBeGreaterThan(0)
    for (const [, file = '', block = ''] of blocks) expect(read(file)).toContain(block.trim())
  })

  test('CI can run what checks a change', () => {
    const mode = execFileSync('git', ['ls-files', '-s', '.ci/run'], { cwd: root }).toString()
    expect(mode).toMatch(/^100755 /)
  })

  test('the version is one', () => {
    const { version } = JSON.parse(read('package.json'))
    expect(read('CHANGELOG.md')).toContain(`## ${version}`)
  })
})
