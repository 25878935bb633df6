// assay publish and assay pull, from one data folder into another, and questions afterwards.

import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeRegistry, fakeRegistry } from '../../fake/registry.ts'
import { startAssay } from '../../queue/startAssay.ts'
import { publishNpm, publishPython } from '../../support/publish.ts'

let registry: FakeRegistry
let folder: string
let index: string
let maker: string

beforeAll(async () => {
  registry = await fakeRegistry()
  publishPython(registry, {
    name: 'parcel',
    version: '1.0',
    files: '-- parcel.py --\ndef fold(): ...\n',
  })
  publishPython(registry, {
    name: 'parcel',
    version: '2.0',
    files: '-- parcel.py --\ndef unfold(): ...\n',
  })
  publishNpm(registry, {
    name: 'box',
    version: '1.0.0',
    types: 'index.d.ts',
    main: 'index.js',
    files:
      '-- index.d.ts --\nexport declare function open(): void\n-- index.js --\nexports.open = () => {}\n',
  })
  folder = await mkdtemp(join(tmpdir(), 'assay-pull-'))
  index = join(folder, 'index')
  await assay('maker', 'ingest', 'pypi', 'parcel', 'parcel@1.0')
  await assay('maker', 'ingest', 'npm', 'box')
  const { status, stdout } = await assay('maker', 'publish', index, '--private', '--json')
  expect(status).toBe(0)
  maker = JSON.parse(stdout).maker
})
afterAll(async () => {
  await registry.close()
  await rm(folder, { recursive: true, force: true })
})

function assay(data: string, ...words: readonly string[]) {
  return assayWith({}, data, ...words)
}

function assayWith(
  env: Readonly<Record<string, string>>,
  data: string,
  ...words: readonly string[]
) {
  return startAssay(words, {
    HOME: folder,
    ASSAY_DATA_DIR: join(folder, data),
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_NAMES: 'off',
    ...env,
  }).ended
}

/** Files of packages that were asked for. */
const downloads = () =>
  [...registry.requests]
    .filter(([path]) => /\.(whl|tgz|tar\.gz)(\?|$)/.test(path))
    .reduce((sum, [, count]) => sum + count, 0)

describe('assay publish', () => {
  test('says what is in the index', async () => {
    const { status, stdout } = await assay('maker', 'publish', index, '--private')
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^maker {4}0x[0-9a-f]{40}\nindex {4}3 releases, \d+ definitions; 0 new\npacks {4}1, .*\nshards {3}1, .*\nnames {4}none\n$/,
      ),
    ])
  })

  test('what was read of private registries is published on purpose only', async () => {
    const ended = await assay('maker', 'publish', join(folder, 'none'))
    expect([ended.status, ended.stderr]).toEqual([2, expect.stringContaining('--private')])
  })

  test.each([
    ['publish'],
    ['publish one two'],
    ['publish folder --since yesterday'],
    ['publish folder --ecosystem cargo'],
    ['pull'],
    ['pull one two'],
    ['pull folder --maker me'],
    ['pull no-such-folder --maker 0x8ba1f109551bd432803012645ac136ddd64dba72'],
    ['pull folder --for no-such-file.txt'],
  ])('assay %s: the command line is wrong', async (line) => {
    const ended = await assay('mistakes', ...line.split(' '))
    expect([ended.status, ended.stdout]).toEqual([2, ''])
    expect(ended.stderr).not.toContain('    at ')
  })
})

describe('assay pull', () => {
  test('refuses as long as nobody says whom to trust, and says how to go on', async () => {
    const ended = await assay('distrustful', 'pull', index)
    expect(ended.status).toBe(2)
    expect(ended.stderr).toContain(`assay pull ${index} --maker ${maker}`)
    const other = `0x${'1'.repeat(40)}`
    const refused = await assay('distrustful', 'pull', index, '--maker', other)
    expect([refused.status, refused.stderr]).toEqual([3, expect.stringContaining(maker)])
  })

  test('then brings everything, and later pulls need no maker', async () => {
    const first = await assay('puller', 'pull', index, '--maker', maker)
    expect([first.status, first.stdout]).toEqual([
      0,
      expect.stringContaining('tables   3 taken, 0 there before'),
    ])
    const second = await assay('puller', 'pull', index, '--json')
    expect(JSON.parse(second.stdout)).toMatchObject({ maker, taken: 0, there: 3, requests: 1 })
  })

  test('forgets whom an address was trusted for', async () => {
    await assay('forgetful', 'pull', index, '--maker', maker)
    expect((await assay('forgetful', 'pull', '--forget', index)).stdout).toBe(
      `forgotten  ${maker}\ntables     3 went\n`,
    )
    expect((await assay('forgetful', 'pull', index)).status).toBe(2)
    expect((await assay('forgetful', 'pull', '--forget', index)).status).toBe(1)
  })

  test('what is no file is not read, and no password is repeated', async () => {
    const broken = join(folder, 'broken')
    await mkdir(join(broken, 'index.json'), { recursive: true })
    const piped = join(folder, 'piped')
    await mkdir(piped)
    execFileSync('mkfifo', [join(piped, 'index.json'), join(piped, 'requirements.txt')])
    for (const [words, status, says] of [
      [['pull', broken, '--maker', maker], 3, 'index.json: is no file'],
      [['pull', piped, '--maker', maker], 3, 'index.json: is no file'],
      [['pull', index, '--for', join(piped, 'requirements.txt')], 2, 'txt: is no file'],
      [['pull', 'http://me:hunter2@127.0.0.1:99999/'], 2, 'that is no http(s) address'],
    ] as const) {
      const ended = await assay('wary', ...words)
      expect([ended.status, ended.stderr]).toEqual([status, expect.stringContaining(says)])
      expect(ended.stderr).not.toMatch(/hunter2|\n {4}at /)
    }
  })

  test('what was pulled from a forgotten maker answers nothing any more', async () => {
    await assay('regretful', 'pull', index, '--maker', maker)
    const questions = [
      'symbol pypi parcel unfold',
      'symbol pypi parcel@1.0 fold',
      'package npm box',
    ]
    const ask = (line: string, ...more: readonly string[]) =>
      assay('regretful', ...line.split(' '), ...more)
    for (const line of questions) expect((await ask(line)).stdout).toContain(`read by  ${maker}`)
    await assay('regretful', 'pull', '--forget', index)
    for (const line of questions) expect((await ask(line, '--offline')).status).toBe(3)
    const before = downloads()
    for (const line of questions) {
      const { status, stdout } = await ask(line, '--json')
      expect([status, stdout]).toEqual([0, expect.not.stringMatching(/read_elsewhere|read_by/)])
    }
    expect(downloads()).toBeGreaterThanOrEqual(before + 3)
    const settled = downloads()
    for (const line of questions) expect((await ask(line)).stdout).not.toContain('read by')
    expect(downloads()).toBe(settled)
  })

  test('brings what a manifest names, and says what the index lacks', async () => {
    const project = join(folder, 'project')
    await mkdir(project)
    await writeFile(join(project, 'requirements.txt'), '-r more.txt\nabsent-thing==1\n')
    await writeFile(join(project, 'more.txt'), 'parcel==1.0\n')
    await writeFile(join(project, 'package.json'), '{"dependencies": {"box": "^1.0.0"}}')
    const forFiles = ['requirements.txt', 'package.json'].flatMap((file) => [
      '--for',
      join(project, file),
    ])
    const { status, stdout } = await assay('some', 'pull', index, '--maker', maker, ...forFiles)
    expect(stdout).toContain('tables   3 taken')
    expect(stdout).toContain('missing  absent-thing 1')
    expect(status).toBe(1)
  })
})

describe('questions after a pull', () => {
  beforeAll(async () => {
    await assay('asking', 'pull', index, '--maker', maker)
  })

  test.each([
    ['symbol pypi parcel unfold', 0, 'exists   parcel.unfold'],
    ['symbol pypi parcel fold', 1, 'absent   fold'],
    ['symbol pypi parcel@1.0 fold', 0, 'exists   '],
    ['symbol npm box open', 0, 'exists   '],
    ['symbol npm box close', 1, 'absent   close'],
    ['diff pypi parcel 1.0 2.0', 1, ''],
    ['package npm box', 0, 'exists'],
  ])('assay %s downloads nothing', async (line, status, first) => {
    const before = downloads()
    const ended = await assay('asking', ...line.split(' '))
    expect([ended.status, ended.stdout]).toEqual([status, expect.stringContaining(first)])
    expect(ended.stdout).toContain(`read by  ${maker}, whose index was pulled`)
    expect(downloads()).toBe(before)
  })

  test('assay check downloads nothing either', async () => {
    const project = join(folder, 'checked')
    await mkdir(project)
    await writeFile(join(project, 'app.py'), 'import parcel\nparcel.fold()\nparcel.unfold()\n')
    await writeFile(join(project, 'requirements.txt'), 'parcel==2.0\n')
    const before = downloads()
    const ended = await assay('asking', 'check', project, '--json')
    expect([ended.status, ended.stderr]).toEqual([1, expect.anything()])
    expect(ended.stdout).toContain('parcel.fold')
    expect(ended.stdout).not.toContain('parcel.unfold')
    expect(downloads()).toBe(before)
  })

  test('a signed answer says that the file was not opened here, and by whom it was', async () => {
    const { stdout } = await assay('asking', 'symbol', 'npm', 'box', 'open', '--json')
    const answer = JSON.parse(stdout)
    expect(answer.proof).toMatchObject({ digest: 'declared', remarks: ['read_elsewhere'] })
    expect(answer.attestation.evidence.artifacts).toEqual([
      expect.objectContaining({ package: 'box', read_by: maker }),
    ])
    const own = JSON.parse((await assay('maker', 'symbol', 'npm', 'box', 'open', '--json')).stdout)
    expect(own.proof).toMatchObject({ digest: 'computed' })
    expect(own.proof.artifact_sha256).toBe(answer.proof.artifact_sha256)
    expect(own.attestation.evidence.artifacts[0]).not.toHaveProperty('read_by')
  })

  test.each(['pypi parcel', 'pypi parcel@1.0', 'npm box'])(
    'assay audit %s derives the same table from the file',
    async (target) => {
      const before = downloads()
      const ended = await assay('asking', 'audit', ...target.split(' '), '--json')
      expect(ended.status).toBe(0)
      expect(JSON.parse(ended.stdout)).toMatchObject({ match: true, read_by: maker })
      expect(downloads()).toBeGreaterThan(before)
    },
  )

  test('an audit fetches the file, and says so offline', async () => {
    const ended = await assayWith({ ASSAY_OFFLINE: 'on' }, 'asking', 'audit', 'pypi', 'parcel')
    expect([ended.status, ended.stderr]).toEqual([
      2,
      expect.stringContaining('ASSAY_OFFLINE is on'),
    ])
  })

  test('offline, no index of the network is pulled', async () => {
    const before = registry.requests.size
    const words = ['pull', `${registry.origin}/index/`, '--maker', maker] as const
    const { status, stderr } = await assayWith({ ASSAY_OFFLINE: 'on' }, 'closed', ...words)
    expect([status, stderr]).toEqual([2, expect.stringContaining('ASSAY_OFFLINE is on')])
    expect(registry.requests.size).toBe(before)
  })

  test('what a maker got wrong is answered from until it is audited, and no longer', async () => {
    await assay('liar', 'ingest', 'pypi', 'parcel', 'parcel@1.0')
    const database = new DatabaseSync(join(folder, 'liar', 'assay.db'))
    const [one, two] = database
      .prepare('SELECT opening_id, encoded FROM symbol_table ORDER BY opening_id')
      .all() as { opening_id: string; encoded: Uint8Array }[]
    const swap = database.prepare('UPDATE symbol_table SET encoded = ? WHERE opening_id = ?')
    swap.run(two?.encoded ?? null, one?.opening_id ?? '')
    swap.run(one?.encoded ?? null, two?.opening_id ?? '')
    database.close()
    const lies = join(folder, 'lies')
    const published = await assay('liar', 'publish', lies, '--private', '--json')
    const { maker: liar } = JSON.parse(published.stdout)
    await assay('believer', 'pull', lies, '--maker', liar)
    const ask = ['symbol', 'pypi', 'parcel@2.0', 'unfold'] as const
    expect((await assay('believer', ...ask)).status).toBe(1)
    const audit = await assay('believer', 'audit', 'pypi', 'parcel@2.0')
    expect([audit.status, audit.stdout]).toEqual([1, expect.stringContaining('replaced by')])
    expect((await assay('believer', ...ask)).status).toBe(0)
  })

  test('a file that is not the one of the index is read here', async () => {
    publishPython(registry, {
      name: 'parcel',
      version: '3.0',
      files: '-- parcel.py --\ndef refold(): ...\n',
    })
    const before = downloads()
    const ended = await assay('later', 'pull', index, '--maker', maker)
    expect(ended.status).toBe(0)
    const { stdout } = await assay('later', 'symbol', 'pypi', 'parcel', 'refold', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ exists: true, proof: { digest: 'computed' } })
    expect(downloads()).toBe(before + 1)
  })

  test.each([
    ['symbol pypi parcel fold', 1, 'absent   fold'],
    ['symbol pypi parcel@1.0 fold', 0, 'exists   '],
    ['symbol npm box open', 0, 'exists   '],
    ['diff pypi parcel 1.0 2.0', 1, ''],
  ])('assay %s --offline asks nobody, and names the maker', async (line, status, first) => {
    const before = [...registry.requests.values()].reduce((sum, count) => sum + count, 0)
    await assay('offline', 'pull', index, '--maker', maker)
    const ended = await assay('offline', ...line.split(' '), '--offline')
    expect([ended.status, ended.stdout]).toEqual([status, expect.stringContaining(first)])
    expect([...registry.requests.values()].reduce((sum, count) => sum + count, 0)).toBe(before)
    const { stdout } = await assay('offline', ...line.split(' '), '--offline', '--json')
    const { artifacts } = JSON.parse(stdout).attestation.evidence
    expect(artifacts[0]).toMatchObject({ read_by: maker })
    expect(JSON.parse(stdout)).toMatchObject({ as_of: { from: expect.any(String) } })
  })

  test('an index of another registry: nothing of it is taken', async () => {
    const replaced = await fakeRegistry()
    publishPython(replaced, {
      name: 'parcel',
      version: '2.0',
      files: '-- parcel.py --\ndef other(): ...\n',
    })
    try {
      const ask = (...words: readonly string[]) =>
        startAssay(words, {
          HOME: folder,
          ASSAY_DATA_DIR: join(folder, 'replaced'),
          ASSAY_NPM_REGISTRY: replaced.npmUrl,
          ASSAY_PYPI_INDEX: replaced.pypiIndexUrl,
          ASSAY_NAMES: 'off',
        }).ended
      const pulled = await ask('pull', index, '--maker', maker, '--json')
      expect(JSON.parse(pulled.stdout)).toMatchObject({ taken: 0, left_out: { registry: 3 } })
      expect((await ask('symbol', 'pypi', 'parcel', 'other')).status).toBe(0)
    } finally {
      await replaced.close()
    }
  })

  test('the index names no path and no credentials', async () => {
    const root = JSON.parse(await readFile(join(index, 'index.json'), 'utf8'))
    expect(Object.keys(root).sort()).toEqual([
      'extractors',
      'format',
      'made_at',
      'maker',
      'names',
      'registries',
      'releases',
      'shards',
      'signature',
      'symbols',
    ])
  })
})
