// An SBOM (CycloneDX 1.5) of an installation, on standard output: the packages that lie there, and those
// that are bundled into ours, which the list of licences names.
//   node scripts/sbom.mjs <node_modules>

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const modules = process.argv[2] ?? 'node_modules'
const own = join(modules, 'assay')
const { version } = manifestOf(own)

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/** Folders of packages, those of scopes too. */
function* packagesIn(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (name.startsWith('@')) yield* packagesIn(path)
    else if (existsSync(join(path, 'package.json'))) yield path
  }
}

const installed = [...packagesIn(modules)]
  .filter((folder) => folder !== own)
  .map((folder) => manifestOf(folder))
const licences = readFileSync(join(own, 'dist', 'THIRD-PARTY-LICENSES.txt'), 'utf8')
const bundled = [...licences.matchAll(/^((?:@[\w.-]+\/)?[\w.-]+) (\d[\w.+-]*) \((.+)\)$/gm)].map(
  ([, name, version, license]) => ({ name, version, license }),
)
if (bundled.length === 0) throw new Error('the list of licences names no package')

const component = ({ name, version, license }) => {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const licenses = license === undefined ? [] : [{ expression: license }]
  return { type: 'library', 'bom-ref': purl, name, version, purl, licenses }
}
const byRef = new Map([...installed, ...bundled].map(component).map((one) => [one['bom-ref'], one]))
const sbom = {
  $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: {
    component: {
      type: 'application',
      'bom-ref': `pkg:npm/assay@${version}`,
      name: 'assay',
      version,
    },
  },
  components: [...byRef.values()].sort((one, other) => (one.purl < other.purl ? -1 : 1)),
}
process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`)
