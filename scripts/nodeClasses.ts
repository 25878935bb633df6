// Writes assets/node-classes.json: the names that objects of Node's own classes have, as the pinned
// declarations of Node tell them. Types of packages come from these. `npx tsx scripts/nodeClasses.ts`

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import ts from 'typescript-6'

const require = createRequire(import.meta.url)
const manifest = require.resolve('@types/node/package.json')
const folder = dirname(manifest)
const files = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.d.ts') && !name.startsWith('ts5'))
const program = ts.createProgram(
  files.map((name) => join(folder, name)),
  { types: [], lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'], skipLibCheck: true },
)
const checker = program.getTypeChecker()

const found: Record<string, Record<string, string>> = {}
for (const module of checker.getAmbientModules()) {
  const name = module.name.slice(1, -1).replace(/^node:/, '')
  if (!isBuiltin(name)) continue
  const of = found[name] ?? {}
  found[name] = of
  for (const symbol of checker.getExportsOfModule(module)) {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    if (!(target.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface))) continue
    const type = checker.getDeclaredTypeOfSymbol(target)
    // What may have any name has no list of them.
    if (checker.getIndexInfosOfType(type).length > 0) continue
    const names = checker
      .getPropertiesOfType(type)
      .map((one) => one.name)
      .filter((one) => /^[A-Za-z_$][\w$]*$/.test(one))
    of[symbol.name] = [...new Set(names)].sort().join(' ')
  }
  if (Object.keys(of).length === 0) delete found[name]
}
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
const sorted = Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)))
const path = new URL('../assets/node-classes.json', import.meta.url)
writeFileSync(path, `${JSON.stringify({ declarations: version, classes: sorted })}\n`)
console.log(`${Object.keys(sorted).length} modules`)
