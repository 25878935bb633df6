// `--offline` as a person or a script uses it: the compiled program fills a folder from a registry, which
// is then gone.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { publishNpm, publishPython } from '../support/publish.ts'
import { type Run, runAssay } from '../support/runAssay.ts'

let registry: FakeRegistry
let folder: string
const DAY = /^\d{4}-\d\d-\d\d$/
const LINE = /\nOffline: as the registry was asked (?:on|from) \d{4}-\d\d-\d\d[^\n]*\.\n$/

type Question = Readonly<{ args: readonly string[]; status: number; says: RegExp }>

const QUESTIONS: readonly Question[] = [
  { args: ['package', 'pypi', 'lamp'], status: 0, says: /^exists {3}pypi lamp 1\.1\n/ },
  { args: ['symbol', 'pypi', 'lamp', 'glow'], status: 0, says: /^exists {3}lamp\.glow/ },
  { args: ['symbol', 'pypi', 'lamp', 'nothing'], status: 1, says: /^absent {3}nothing/ },
  { args: ['symbol', 'pypi', 'lamp@1.0', 'dim'], status: 0, says: /^exists {3}lamp\.dim/ },
  { args: ['symbol', 'npm', 'flashlight', 'on'], status: 0, says: /^exists {3}flashlight\.on/ },
  { args: ['diff', 'pypi', 'lamp', '1.0', '1.1'], status: 1, says: /^breaking {2}pypi lamp 1\.0/ },
  { args: ['history', 'pypi', 'lamp', 'dim'], status: 1, says: /absent/ },
  { args: ['import', 'lamp'], status: 0, says: /^lamp\n/ },
  { args: ['research', 'lamp', 'glow'], status: 0, says: /lamp\.glow/ },
  { args: ['check', 'a.py'], status: 1, says: /lamp\.nothing/ },
  { args: ['upgrade', 'pypi', 'lamp', '1.0', '1.1'], status: 1, says: /^affected {2}pypi lamp/ },
]

beforeAll(async () => {
  registry = await fakeRegistry()
  folder = await mkdtemp(join(tmpdir(), 'assay-offline-'))
  const lamp = (version: string, text: string) =>
    publishPython(registry, { name: 'lamp', version, files: `-- lamp/__init__.py --\n${text}` })
  lamp('1.0', 'def glow(strength): ...\ndef dim(level): ...\n')
  lamp('1.1', 'def glow(strength): ...\n')
  publishNpm(registry, {
    name: 'flashlight',
    version: '3.0.0',
    files: '-- index.js --\nexports.on = 1\n',
  })
  await mkdir(join(folder, 'app'))
  await writeFile(join(folder, 'app/a.py'), 'import lamp\nlamp.dim(1)\nlamp.nothing()\n')
  await writeFile(join(folder, 'app/requirements.txt'), 'lamp>=1\n')
  for (const { args, status } of QUESTIONS) {
    expect(await assay(args)).toMatchObject({
      status,
      stdout: expect.not.stringMatching(/Offline/),
    })
  }
  await assay(['table', 'pypi', 'lamp'])
  // A report that is kept, and says that a package is not there.
  await writeFile(join(folder, 'app/ghostly.js'), "import ghost from 'ghost'\n")
  expect(await assay(['check', 'ghostly.js'])).toMatchObject({ status: 1 })
  await registry.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function assay(args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  const folders = { HOME: folder, ASSAY_DATA_DIR: join(folder, 'data') }
  return runAssay(args, registry, { ...folders, ...env }, join(folder, 'app'))
}

describe('what the folder holds', () => {
  test.each(QUESTIONS)('$args.0 $args.1 $args.2 $args.3', async ({ args, status, says }) => {
    const run = await assay([...args, '--offline'])
    expect(run).toMatchObject({ status, stderr: '' })
    expect(run.stdout).toMatch(says)
    expect(run.stdout).toMatch(LINE)
  })

  test.each(QUESTIONS)('$args.0 $args.1 $args.2 $args.3 --json', async ({ args, status }) => {
    const run = await assay(['--offline', ...args, '--json'])
    expect(run).toMatchObject({ status, stderr: '' })
    const day = expect.stringMatching(DAY)
    expect(JSON.parse(run.stdout)).toMatchObject({ as_of: { from: day, until: day } })
  })

  test('table says it on standard error', async () => {
    const run = await assay(['table', 'pypi', 'lamp', '--json', '--offline'])
    expect(run.status).toBe(0)
    expect(run.stdout).not.toContain('Offline')
    expect(run.stderr).toMatch(LINE)
  })

  test('check --sarif has it among the notifications', async () => {
    const { stdout } = await assay(['check', '--sarif', '--offline'])
    const [invocation] = JSON.parse(stdout).runs[0].invocations
    expect(invocation.toolExecutionNotifications).toContainEqual({
      level: 'note',
      message: { text: expect.stringMatching(/^Offline: as the registry was asked /) },
    })
  })

  test('the setting is the same as the option', async () => {
    const { status, stdout } = await assay(['package', 'pypi', 'lamp'], { ASSAY_OFFLINE: 'on' })
    expect(status).toBe(0)
    expect(stdout).toMatch(LINE)
  })
})

describe('what the folder does not hold', () => {
  test.each([
    { args: ['package', 'pypi', 'ghost'] },
    { args: ['symbol', 'npm', 'ghost', 'a'] },
    { args: ['symbol', 'pypi', 'lamp@9.9', 'glow'] },
    { args: ['diff', 'pypi', 'lamp', '1.0', '9.9'] },
    { args: ['history', 'pypi', 'ghost', 'a'] },
    { args: ['upgrade', 'pypi', 'lamp', '1.0', '9.9'] },
    { args: ['research', 'how', 'do', 'I', 'retry', 'in', 'httpx'] },
    { args: ['table', 'npm', 'ghost'] },
  ])('$args.0 $args.1 $args.2 $args.3 is refused with status 3', async ({ args }) => {
    const { status, stdout, stderr } = await assay([...args, '--offline'])
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' })
    expect(stderr).toMatch(
      /^assay: \S+( 9\.9)? is not in the data folder, and --offline asks nobody \(not_held\)\n/,
    )
  })

  test('check is undetermined, and says why, whatever it said online', async () => {
    const { status, stdout } = await assay(['check', 'ghostly.js', '--offline'])
    expect(status).toBe(3)
    expect(stdout).toContain(
      'not looked up: ghost: ghost is not in the data folder, and --offline asks nobody',
    )
    expect(stdout).toContain('Offline: this rests on no answer of a registry.')
  })
})

describe('who cannot be asked so', () => {
  test.each(['serve', 'ingest', 'keys', 'verify'])('%s takes no --offline', async (command) => {
    const { status, stderr } = await assay([command, '--offline'])
    expect(status).toBe(2)
    expect(stderr).toContain(`assay: ${command} takes no --offline`)
  })

  test.each([
    { args: ['serve'] },
    { args: ['ingest', 'pypi', 'lamp'] },
    { args: ['index-history', 'pypi', 'lamp'] },
    { args: ['worker'] },
  ])('$args.0 does not start with ASSAY_OFFLINE', async ({ args }) => {
    const { status, stderr } = await assay(args, { ASSAY_OFFLINE: 'on' })
    expect(status).toBe(2)
    expect(stderr).toContain(`ASSAY_OFFLINE is on, and \`assay ${args[0]}\` is there to ask`)
  })

  test('mcp --url', async () => {
    const { status, stderr } = await assay([
      'mcp',
      '--url',
      'https://registry.example',
      '--offline',
    ])
    expect(status).toBe(2)
    expect(stderr).toContain('--url asks a service, and --offline asks nobody')
  })

  test.each([
    ['--offline=yes', '--offline takes no value'],
    ['--ofline', 'no option --ofline; did you mean --offline?'],
  ])('%s asks nobody by mistake', async (written, says) => {
    const { status, stderr } = await assay(['package', 'pypi', 'lamp', written])
    expect(status).toBe(2)
    expect(stderr).toContain(says)
  })

  test('behind -- it is no option', async () => {
    const { status, stderr } = await assay(['package', 'pypi', '--', '--offline'])
    expect(status).toBe(2)
    expect(stderr).toContain('no pypi package can be named "--offline"')
  })
})
