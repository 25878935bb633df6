// Draws popular packages of PyPI by a seed and lays out what their sdists hold of tests, examples
// and documentation, for measure.ts: `<folder>/pypi/<name>@<version>/…`. Names that served for
// tuning are left out, so that what is measured was not looked at before.
//
//   npx tsx scripts/truth/check/draw.ts <folder> [--seed 8] [--count 24] [--top 600]

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { openArtifact } from '../../../src/artifact/openArtifact.ts'
import { loadConfig } from '../../../src/config.ts'
import { type PackageName, parsePackageName } from '../../../src/domain/names/packageName.ts'
import { loadBundledNames } from '../../../src/names/set/bundledNames.ts'
import { pypiAddress } from '../../../src/registry/addresses.ts'
import { latestRelease } from '../../../src/registry/read/pypiProject.ts'
import { readSimpleHtml } from '../../../src/registry/read/simpleHtml.ts'
import { seededRandom } from '../../../test/fake/seededRandom.ts'

/** What was read while the check was written; see docs/internals/check.md. */
const TUNED: ReadonlySet<string> = new Set(
  'uvicorn tenacity networkx attrs more-itertools beautifulsoup4 h11 starlette gunicorn psutil tqdm httpx fastapi urllib3 cachetools click anyio werkzeug typer celery redis packaging tomlkit scrapy pyparsing marshmallow arrow trio requests pytest sqlalchemy pydantic flask jinja2'.split(
    ' ',
  ),
)
const FOLDERS =
  /(?:^|\/)(?:tests?|testing|examples?|samples?|demos?|docs|docs_src|doc|benchmarks?)\//
const FILES_MIN = 5
const FILES_MAX = 250
const FILE_MAX_BYTES = 300_000

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '8' },
    count: { type: 'string', default: '24' },
    top: { type: 'string', default: '600' },
  },
})
const [folder] = positionals
if (folder === undefined) {
  console.error('usage: draw.ts <folder> [--seed 8] [--count 24] [--top 600]')
  process.exit(2)
}

const config = loadConfig(process.env)
const machine = {
  env: config.environment(),
  homeDir: config.homeDir,
  projectDir: config.workingDir,
  execPath: process.execPath,
  platform: process.platform,
}
const { index } = pypiAddress(machine, config.pypiIndex())

/** The sdist of the latest release, or why there is none. */
async function sdistOf(name: PackageName) {
  const url = new URL(`${index.baseUrl}${name}/`)
  const reply = await fetch(url, { headers: { accept: 'text/html' } })
  if (!reply.ok) return `status ${reply.status}`
  const project = readSimpleHtml(await reply.text(), name, url)
  const version = latestRelease(project)?.version ?? ''
  const files = project.releases.get(version) ?? []
  const file = files.find(({ filename }) => filename.endsWith('.tar.gz'))
  if (file === undefined) return 'no sdist'
  const { url: address, filename } = file.read()
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer())
  return { version, filename, bytes }
}

/** How many files were laid out, or why none. */
async function layOut(into: string, name: PackageName): Promise<string | number> {
  const sdist = await sdistOf(name)
  if (typeof sdist === 'string') return sdist
  const { version, filename, bytes } = sdist
  const root = join(into, 'pypi', `${name}@${version}`)
  const input = { kind: 'sdist', filename, bytes } as const
  const { tree } = await openArtifact(input, new AbortController().signal)
  const paths = tree.entries
    .filter(
      ({ path, kept, sizeBytes }) =>
        kept && path.endsWith('.py') && FOLDERS.test(path) && sizeBytes <= FILE_MAX_BYTES,
    )
    .map(({ path }) => path)
    .slice(0, FILES_MAX)
  if (paths.length < FILES_MIN) return `${paths.length} files`
  if (existsSync(root)) return paths.length
  for (const path of paths) {
    const bytes = tree.read(path)
    if (bytes === null) continue
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), bytes)
  }
  return paths.length
}

const random = seededRandom(Number(values.seed))
const names = loadBundledNames().pypi.names.slice(0, Number(values.top))
let taken = 0
while (taken < Number(values.count) && names.length > 0) {
  const [written = ''] = names.splice(random.below(names.length), 1)
  const name = parsePackageName('pypi', written)
  if (name === null || TUNED.has(name)) continue
  const outcome = await layOut(folder, name).catch((error: unknown) => String(error))
  console.log(`${name}: ${outcome}`)
  if (typeof outcome === 'number') taken += 1
}
