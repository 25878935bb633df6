import { createHash } from 'node:crypto'
import { diskPackage, installedDependencies } from './truth/npm/diskPackage.ts'

const dist = process.argv[2]
const { extractNpm } = await import(dist + '/extract/npm/extractNpm.js')
const { encodeTable } = await import(dist + '/table/format/encodeTable.js')
for (const name of process.argv.slice(4)) {
  const a = process.cpuUsage()
  const { table } = extractNpm(
    diskPackage(process.argv[3] + '/node_modules/' + name),
    installedDependencies,
    { withJavaScript: true },
  )
  const b = process.cpuUsage(a)
  console.log(
    name,
    createHash('sha256').update(encodeTable(table)).digest('hex').slice(0, 16),
    Math.round((b.user + b.system) / 1e3),
  )
}
