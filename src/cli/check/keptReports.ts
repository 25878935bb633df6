// The last report on each folder, kept in the data folder: while neither the code nor the releases
// that it uses have changed, there is nothing to read or to judge again.

import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CheckReport } from '../../check/checkCode.ts'
import type { CheckScope } from './checkFiles.ts'

/** Folders whose last report is kept, the latest ones. */
const REPORTS_MAX = 50
const REPORT_MAX_BYTES = 64 * 1024 ** 2

type KeptReport = Readonly<{
  /** Digest of the code and of the program. */
  code: string
  /** Digest of the packages that it uses. */
  world: string
  report: CheckReport
}>

type KeptReports = Readonly<{ load(): KeptReport | null; save(kept: KeptReport): void }>

export function keptReports(dataDir: string, workingDir: string): KeptReports {
  const folder = join(dataDir, 'checks')
  const file = join(folder, `${digestOf([workingDir])}.json`)
  return {
    load() {
      try {
        const kept: unknown = JSON.parse(fs.readFileSync(file, 'utf8'))
        // Written below, and by nothing else; what is damaged has another digest or is no JSON.
        return typeof kept === 'object' ? (kept as KeptReport | null) : null
      } catch {
        return null
      }
    },
    save(kept) {
      const text = JSON.stringify(kept)
      if (text.length > REPORT_MAX_BYTES) return
      try {
        fs.mkdirSync(folder, { recursive: true })
        fs.writeFileSync(`${file}.new`, text)
        fs.renameSync(`${file}.new`, file)
        dropOldest(folder)
      } catch {
        // A report that is not kept is only made again.
      }
    },
  }
}

const PROGRAM = fileURLToPath(new URL('../..', import.meta.url))
/** Of the files that are run, which a build has more beside. */
const PROGRAM_FILE = extname(import.meta.url) === '.ts' ? /\.ts$/ : /\.c?js$/

/** A build of the same version may judge otherwise, so its files are looked at; a package has no dates. */
function programOf(version: string): string {
  const files = fs
    .readdirSync(PROGRAM, { recursive: true, encoding: 'utf8' })
    .filter((path) => PROGRAM_FILE.test(path))
    .map((path) => fs.statSync(PROGRAM + path))
  const newestMs = files.reduce((ms, { mtimeMs }) => Math.max(ms, mtimeMs), 0)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return JSON.stringify([version, files.length, newestMs, bytes])
}

/** Digest of everything that is read, and of the program that reads it. */
export function codeDigest(scope: CheckScope, version: string): string {
  const { files, unread, paths, isAsked } = scope
  const program = programOf(version)
  const rows = files.map(({ path, content }) => [path, isAsked(path), digestOf([content])])
  const rest = [unread, [...paths].sort()]
  return digestOf([program, JSON.stringify(rows), JSON.stringify(rest)])
}

function dropOldest(folder: string): void {
  const files = fs.readdirSync(folder).map((name) => join(folder, name))
  if (files.length <= REPORTS_MAX) return
  const aged = files.map((file) => ({ file, ms: fs.statSync(file).mtimeMs }))
  for (const { file } of aged.sort((a, b) => b.ms - a.ms).slice(REPORTS_MAX)) fs.rmSync(file)
}

function digestOf(parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part)
  return hash.digest('hex')
}
