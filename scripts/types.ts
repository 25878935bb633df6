// Puts the types of the library's entries beside their code (lib/): the declarations that an entry leads
// to and no others, once for programs that import it and once for those that require it. They name each
// other the way that every release of TypeScript follows.
//
//   npx tsx scripts/types.ts <folder that src/ was compiled to>

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const ENTRIES = ['index', 'client', 'lookup']
const IMPORT = /(\bfrom |\bimport\()'([^']+)'/g

const [given] = process.argv.slice(2)
if (given === undefined) throw new Error('usage: types.ts <folder>')
const folder = resolve(given)
const seen = new Set<string>()
for (const entry of ENTRIES) copy(join(folder, `${entry}.ts`))

/** `source`: what a declaration calls the file. */
function copy(source: string): void {
  if (seen.has(source)) return
  seen.add(source)
  const text = readFileSync(source.replace(/\.ts$/, '.d.ts'), 'utf8')
  const target = join(folder, 'lib', relative(folder, source))
  mkdirSync(dirname(target), { recursive: true })
  for (const kind of ['', 'c']) {
    const named = text.replace(IMPORT, (whole, before: string, name: string) => {
      if (name.startsWith('node:')) return whole
      // A package whose types are named would have to be installed.
      if (!name.startsWith('.')) throw new Error(`${source} needs the types of ${name}`)
      return `${before}'${name.replace(/\.ts$/, `.${kind}js`)}'`
    })
    const withoutMap = named.replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n')
    writeFileSync(target.replace(/\.ts$/, `.d.${kind}ts`), withoutMap)
  }
  for (const [, , name = ''] of text.matchAll(IMPORT)) {
    if (name.startsWith('.')) copy(resolve(dirname(source), name))
  }
}
