// What runs of `assay check` keep in the data folder for the next one: the last report on a folder, which
// holds while neither the code nor the releases that it uses have changed, and what was judged of each
// file, which holds for as long as what it rests on.

import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { KeptWords } from '../../answer/evidence/slipWords.ts'
import type { CheckReport } from '../../check/checkCode.ts'
import type { KeptLines } from '../../check/plan/memory/keptMemory.ts'
import { isMembers } from '../../domain/texts/jsonValue.ts'
import type { CheckScope } from './checkFiles.ts'
import { keptFolder } from './keptFolder.ts'

type KeptReport = Readonly<{
  /** Digest of the code and of the program. */
  code: string
  /** Digest of the packages that it uses. */
  world: string
  report: CheckReport
}>

/** `ground`: digest of the program and of all settings that it judges by. */
type KeptJudgements = Readonly<{ ground: string; lines: KeptLines }>

export type KeptChecks = ReturnType<typeof keptChecks>

const WORDS = 'names.words'

/** `of`: what tells this question from others about the same folder. */
export function keptChecks(dataDir: string, of: readonly string[]) {
  const folder = keptFolder(join(dataDir, 'checks'))
  const name = digestOf(of)
  return {
    report(): KeptReport | null {
      const kept = parsed(folder.read(`${name}.report`))
      // Written below, and by nothing else: another ground has another digest.
      return isMembers(kept) ? (kept as KeptReport) : null
    },
    saveReport: (kept: KeptReport) => folder.write(`${name}.report`, JSON.stringify(kept)),
    /** Null for what rests on another ground. */
    judgements(ground: string): KeptLines | null {
      const text = folder.read(`${name}.judged`)
      const [before, head, ...lines] = text?.split('\n') ?? []
      if (before !== ground || head === undefined) return null
      const files = new Map<string, string>()
      for (let index = 0; index + 1 < lines.length; index += 2) {
        files.set(String(parsed(lines[index] ?? null)), lines[index + 1] ?? '')
      }
      return { head, files }
    },
    /** What names look like, the same for all folders. */
    words(ground: string): KeptWords {
      const [before, words] = folder.read(WORDS)?.split('\n') ?? []
      const kept = before === ground && words !== undefined ? parsed(words) : []
      return Array.isArray(kept) ? (kept as KeptWords) : []
    },
    saveWords: (ground: string, words: KeptWords) =>
      folder.write(WORDS, [ground, JSON.stringify(words)].join('\n')),
    saveJudgements({ ground, lines }: KeptJudgements): void {
      const files = [...lines.files].flatMap(([path, line]) => [JSON.stringify(path), line])
      folder.write(`${name}.judged`, [ground, lines.head, ...files].join('\n'))
    },
  }
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

const PROGRAM = fileURLToPath(new URL('../..', import.meta.url))
const ASSETS = fileURLToPath(new URL('../../../assets', import.meta.url))

/** A build of the same version may judge otherwise, so its files are looked at; a package has no dates. */
export function programText(version: string): string {
  const seen = [programFiles(), filesIn(ASSETS, { ending: '', isDeep: true })].map((files) => {
    const newestMs = files.reduce((ms, { mtimeMs }) => Math.max(ms, mtimeMs), 0)
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    return [files.length, newestMs, bytes]
  })
  return JSON.stringify([version, seen])
}

/** Those that are run: bundles where there are any, else sources or what was compiled of them. */
function programFiles(): readonly fs.Stats[] {
  const bundles = filesIn(join(PROGRAM, 'cli'), { ending: '.cjs', isDeep: false })
  if (bundles.length > 0) return bundles
  return filesIn(PROGRAM, { ending: extname(import.meta.url), isDeep: true })
}

function filesIn(
  folder: string,
  { ending, isDeep }: Readonly<{ ending: string; isDeep: boolean }>,
): readonly fs.Stats[] {
  return fs
    .readdirSync(folder, { recursive: isDeep, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => fs.statSync(join(folder, path)))
}

/** Of everything that is read, by path. */
export function contentDigests({ files }: CheckScope): ReadonlyMap<string, string> {
  return new Map(files.map(({ path, content }) => [path, digestOf([content])]))
}

/** Digest of everything that is read, and of the program that reads it. */
export function codeDigest(
  { files, unread, paths, isAsked }: CheckScope,
  contents: ReadonlyMap<string, string>,
  program: string,
): string {
  const rows = files.map(({ path, isIncluded }) => [
    path,
    isAsked(path),
    isIncluded,
    contents.get(path),
  ])
  const rest = [unread, [...paths].sort()]
  return digestOf([program, JSON.stringify(rows), JSON.stringify(rest)])
}

export function digestOf(parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part)
  return hash.digest('hex')
}
