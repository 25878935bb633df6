// How often a check is wrong about Node's own modules in code that works. Every folder is looked through,
// and each package in it is one question; nothing is asked of a registry.
//
//   npx tsx scripts/truth/check/nodeRight.ts <folder>... [--single]
//
// `--single`: each file is a question of its own, as in Node's tests.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { checkCode } from '../../../src/check/checkCode.ts'
import {
  loadBundledImports,
  loadNodeNames,
  loadStandardModules,
} from '../../../src/names/imports/bundledImports.ts'
import { importNames } from '../../../src/names/imports/importNames.ts'

const FILES_MAX = 400
const LENGTH_MAX = 400_000
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { single: { type: 'boolean', default: false } },
})
const parts = {
  tables: () => Promise.resolve({ state: 'undetermined', reason: 'is not asked for' } as const),
  imports: importNames({
    list: loadBundledImports(),
    popular: [],
    standardModules: loadStandardModules,
    nodeNames: loadNodeNames,
  }),
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
    const path = join(folder, one.name)
    if (one.isDirectory()) return sourcesIn(path)
    const isSource = /(?<!\.d|\.min)\.[cm]?[jt]sx?$/.test(one.name) && one.isFile()
    return isSource && statSync(path).size <= LENGTH_MAX ? [path] : []
  })
}

/** The folder of its manifest. */
function packageOf(path: string, root: string): string {
  let folder = dirname(path)
  while (folder !== root && !existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

const totals = { files: 0, references: 0, errors: 0 }
for (const root of positionals) {
  const questions = new Map<string, string[]>()
  for (const path of sourcesIn(root)) {
    // Node's own tests of what is not for others.
    if (/expose-internals|internalBinding/.test(readFileSync(path, 'utf8'))) continue
    const key = values.single ? path : packageOf(path, root)
    questions.set(key, [...(questions.get(key) ?? []), path])
  }
  for (const [key, paths] of questions) {
    const folder = values.single ? root : key
    const manifest = join(folder, 'package.json')
    const all = [...paths.slice(0, FILES_MAX), ...(existsSync(manifest) ? [manifest] : [])]
    const files = all.map((path) => ({
      path: relative(folder, path),
      content: readFileSync(path, 'utf8'),
    }))
    const { findings, counts } = await checkCode({ files }, parts)
    totals.files += files.length
    totals.references += counts.determined
    for (const { path, line, column, code, severity, message, package: of } of findings) {
      if (severity !== 'error' || of !== null) continue
      totals.errors += 1
      console.log(`${join(folder, path)}:${line}:${column} ${code}: ${message}`)
    }
  }
}
console.log(
  `${totals.files} files, ${totals.references} references to Node, ${totals.errors} errors`,
)
