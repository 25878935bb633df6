// Checks pieces of code in the way that models write them: `npx tsx scripts/truth/check/snippets.ts
// <data folder>`. snippets/*.py hold pieces, each after a line `#: name`; lines that end with
// `# wrong` are mistakes, and nothing else may be a finding. `# wrong: text` says what should be
// suggested first.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkCode } from '../../../src/check/checkCode.ts'
import type { Finding } from '../../../src/check/report/finding.ts'
import { localTables } from './localTables.ts'

const [, , dataDir, only = ''] = process.argv
if (dataDir === undefined) throw new Error('usage: snippets.ts <data folder> [<part of a name>]')
const folder = join(dirname(fileURLToPath(import.meta.url)), 'snippets')

type Piece = Readonly<{ name: string; code: string }>

function piecesOf(text: string): readonly Piece[] {
  return text
    .split(/^#: /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n')
      return { name: part.slice(0, end).trim(), code: part.slice(end + 1) }
    })
}

const { tables, imports, close } = await localTables(dataDir)
const said = ({ line, code, message }: Finding) => `    ${line} ${code}: ${message}`
for (const file of readdirSync(folder).sort()) {
  const pieces = piecesOf(readFileSync(join(folder, file), 'utf8'))
  let [mistakes, found, meant, suggested, wrong, lines] = [0, 0, 0, 0, 0, 0]
  for (const { name, code } of pieces.filter((piece) => piece.name.includes(only))) {
    const report = await checkCode(
      { files: [{ path: 'piece.py', content: code }] },
      { tables, imports },
    )
    const errors = report.findings.filter(({ severity }) => severity === 'error')
    const marked = code
      .split('\n')
      .map((line, index) => ({ line: index + 1, mark: /# wrong(?:: (\S+))?$/.exec(line) }))
      .filter(({ mark }) => mark !== null)
    lines += code.split('\n').filter((line) => line.trim() !== '').length
    for (const { line, mark } of marked) {
      mistakes += 1
      const finding = errors.find((one) => one.line === line)
      if (finding === undefined) {
        const why = report.undetermined.filter((one) => one.line === line)
        console.log(
          `${file} ${name}:${line} not found`,
          why.map(({ name: of, reason }) => [of, reason]),
        )
        continue
      }
      found += 1
      if (process.env['SHOWN'] !== undefined) console.log(name, said(finding))
      if (mark?.[1] === undefined) continue
      meant += 1
      const first = finding.suggestion?.replace?.to ?? finding.suggestion?.meant[0] ?? null
      if (first === mark[1]) suggested += 1
      else console.log(`${file} ${name}:${line} suggests ${first} and not ${mark[1]}`)
    }
    const others = errors.filter((one) => marked.every(({ line }) => line !== one.line))
    wrong += others.length
    if (others.length > 0) console.log(`${file} ${name} is right\n${others.map(said).join('\n')}`)
  }
  console.log(
    `${file}: ${pieces.length} pieces, ${lines} lines, ${found} of ${mistakes} mistakes found, ` +
      `${suggested} of ${meant} suggestions right, ${wrong} findings on right code`,
  )
}
await close()
