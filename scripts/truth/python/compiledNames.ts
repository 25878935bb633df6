// Names that compiled modules have, against what their files spell: a name that a file does not spell
// and the module has would be told to be absent.
//
//   python scripts/truth/python/compiledNames.py > rows.json
//   npx tsx scripts/truth/python/compiledNames.ts rows.json

import { readFileSync } from 'node:fs'
import { spelledNames } from '../../../src/extract/python/files/spelledNames.ts'
import { isLookedFor, mayBeIn } from '../../../src/table/spelledNowhere.ts'

type Row = Readonly<{ module: string; file: string; names: readonly string[] }>

const [, , path] = process.argv
if (path === undefined) throw new Error('usage: compiledNames.ts <rows.json>')
// The rows are those of compiledNames.py.
const rows = JSON.parse(readFileSync(path, 'utf8')) as readonly Row[]
const counts = { modules: rows.length, thatProve: 0, names: 0, wrong: 0, wordsBytes: 0 }
for (const { module, file, names } of rows) {
  const words = spelledNames(readFileSync(file))
  if (words === null) continue
  const asked = names.filter(isLookedFor)
  const wrong = asked.filter((name) => !mayBeIn(Buffer.from(words), name))
  counts.thatProve += 1
  counts.names += asked.length
  counts.wrong += wrong.length
  counts.wordsBytes += words.length
  if (wrong.length > 0) console.log(`${module}: ${wrong.join(', ')}`)
}
console.log(counts)
