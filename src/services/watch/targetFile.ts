// The file of targets: JSON, or TOML when its name ends in .toml.

import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { parse as parseToml, stringify, TomlError } from 'smol-toml'
import { fileFault } from '../../domain/fileFault.ts'
import { WATCH_FILE_MAX_BYTES } from '../../limits.ts'
import { parseTargets, type TargetFile, TargetFileError } from './target.ts'

/** A target as it is written; judged when the whole file is. */
type WrittenTarget = Readonly<Record<string, unknown>>

/** Throws `TargetFileError`, also when the file cannot be read. */
export async function loadTargets(path: string): Promise<TargetFile> {
  return parseTargets(parseText(await readText(path), path))
}

/** Changes when the file does; null while it cannot be read. */
export async function fileMark(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null)
  return found === null ? null : `${found.ino}/${found.mtimeMs}/${found.size}`
}

/**
 * Adds a target behind the others and puts the new file in the place of the old one at once; comments
 * of TOML stay. A file that is missing is made. Throws `TargetFileError` and then changes nothing.
 */
export async function addTarget(path: string, target: WrittenTarget): Promise<void> {
  const before = await readText(path).catch((error: unknown) => {
    if (error instanceof TargetFileError && error.cause === 'ENOENT') return ''
    throw error
  })
  if (before !== '') parseTargets(parseText(before, path))
  const after = isToml(path) ? withToml(before, target) : withJson(before, target)
  const written = parseText(after, path)
  parseTargets(written)
  if (!isDeepStrictEqual(writtenTargets(written).at(-1), JSON.parse(JSON.stringify(target)))) {
    throw unreadable('TOML cannot hold this target (it has no null): use a file in JSON')
  }
  await replaceFile(path, after)
}

/**
 * Takes a target out of the file, which is then put in place at once; comments of TOML outside of it
 * stay. False when the file has none of that id. Throws `TargetFileError` and then changes nothing.
 */
export async function removeTarget(path: string, id: string): Promise<boolean> {
  const before = await readText(path)
  const document = parseText(before, path)
  parseTargets(document)
  const targets = writtenTargets(document)
  const at = targets.findIndex((target) => target['id'] === id)
  if (at < 0) return false
  const left = targets.filter((_, index) => index !== at)
  const after = isToml(path)
    ? withoutTable(before, at)
    : `${JSON.stringify({ ...JSON.parse(before), targets: left }, null, 2)}\n`
  const written = parseText(after, path)
  parseTargets(written)
  if (!isDeepStrictEqual(writtenTargets(written), left)) {
    throw unreadable(`${path}: ${id} is not written as a [[targets]] of its own: edit the file`)
  }
  await replaceFile(path, after)
  return true
}

/** As plain JSON, so that they compare. */
function writtenTargets(document: unknown): readonly WrittenTarget[] {
  return JSON.parse(JSON.stringify(document)).targets ?? []
}

/** Without the lines of one `[[targets]]`, up to the next table that is not below it. */
function withoutTable(text: string, index: number): string {
  let at = -1
  const lines = text.split(/(?<=\n)/).filter((line) => {
    const [, header = ''] = /^\s*\[\[?\s*([\w."'-]+)/.exec(line) ?? []
    if (header === 'targets') at += 1
    else if (header !== '' && !header.startsWith('targets.') && at === index) at = Infinity
    return at !== index
  })
  return lines.join('')
}

function withToml(before: string, target: WrittenTarget): string {
  const gap = before === '' || before.endsWith('\n') ? '' : '\n'
  return `${before}${gap}${before === '' ? '' : '\n'}${stringify({ targets: [target] })}\n`
}

function withJson(before: string, target: WrittenTarget): string {
  const document = before === '' ? {} : JSON.parse(before)
  const targets = [...(document.targets ?? []), target]
  return `${JSON.stringify({ ...document, targets }, null, 2)}\n`
}

function isToml(path: string): boolean {
  return path.endsWith('.toml')
}

async function readText(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
    throw unreadable(`${path}: ${fileFault(error) ?? `it cannot be read (${code})`}`, code)
  })
  if (bytes.length > WATCH_FILE_MAX_BYTES) {
    throw unreadable(`the file is over ${WATCH_FILE_MAX_BYTES} bytes`)
  }
  return bytes.toString('utf8')
}

function parseText(text: string, path: string): unknown {
  try {
    return isToml(path) ? parseToml(text) : JSON.parse(text)
  } catch (error) {
    if (error instanceof TomlError) {
      throw unreadable(`line ${error.line}, column ${error.column}: not TOML`)
    }
    if (error instanceof SyntaxError) throw unreadable('the file is not JSON')
    throw error
  }
}

function unreadable(mistake: string, cause?: string): TargetFileError {
  return Object.assign(new TargetFileError([mistake]), { cause })
}

async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(4).toString('hex')}.tmp`
  try {
    const mode = (await stat(path).catch(() => null))?.mode ?? 0o644
    const file = await open(draft, 'wx', mode)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    const fault = fileFault(error)
    throw fault === null ? error : unreadable(`${path}: ${fault}`)
  }
}
