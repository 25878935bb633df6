#!/usr/bin/env node
// A hook for coding agents: stops what installs or names packages, versions and symbols that do not
// exist. It reads the call that the agent is about to make as JSON on standard input (`tool_name`,
// `tool_input`, `cwd`) and ends with 0 to let it go on, or with 2 and the reason on standard error.
// Only errors stop a call: what cannot be decided, read or reached in time is let through, and
// standard error says so where there was something to check. There it also says of what is let through
// that a name looks like another, is held back, or that the registry marks the package.
// `assay hook` runs it; by itself it needs `assay` on the PATH and nothing else. docs/reference/mcp.md tells how to set it up.

import { execFile, execFileSync } from 'node:child_process'
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { text } from 'node:stream/consumers'
import { installsIn } from './installs.mjs'

/** Below the minute that agents allow a hook, so that it ends by itself. */
const TIMEOUT_MS = Number(process.env.HOOK_TIMEOUT_MS ?? 50_000)
const FILES_MAX = 5_000
const FILE_MAX_BYTES = 512 * 1024
/** Larger ones `assay check` leaves out, too. */
const MANIFEST_MAX_BYTES = 1024 * 1024
const SOURCE = /\.(?:pyi?|[cm]?[jt]sx?)$/
const MANIFEST =
  /(?:^|\/)(?:[\w.-]*requirements[\w.-]*\.(?:txt|in)|requirements\/[\w.-]+\.txt|pyproject\.toml|setup\.cfg|package(?:-lock)?\.json|(?:poetry|uv)\.lock|[tj]sconfig[\w.-]*\.json)$/

/** There was something to check, and it could not be. */
class UncheckedError extends Error {}

async function main() {
  const call = JSON.parse(await text(process.stdin))
  const input = Object(call.tool_input)
  const folder = typeof call.cwd === 'string' ? call.cwd : process.cwd()
  const question =
    typeof input.command === 'string' ? installed(input.command) : written(input, folder)
  if (question === null) return []
  const report = await check(question.files)
  const errors = report.findings.filter(
    ({ severity, path }) => severity === 'error' && (question.about ?? path) === path,
  )
  const { references = 0, requirements = 0, unread = 0 } = Object(report.counts)
  const isSomething = references + requirements + unread > 0
  const said = report.findings.filter(
    ({ code, path }) => SAID.has(code) && (question.about ?? path) === path,
  )
  if (errors.length === 0 && said.length > 0) {
    process.stderr.write(`Said by assay, and let through:\n${shown(said)}\n`)
  }
  if (errors.length === 0 && report.verdict === 'undetermined' && isSomething) {
    throw new UncheckedError('most of it could not be determined')
  }
  return errors
}

/** Of these a warning is worth a word before something is installed. */
const SAID = new Set(['package_confusable', 'registry_notice'])

function shown(findings) {
  return findings
    .slice(0, 20)
    .map(({ path, line, message }) => `${path}:${line}: ${message}`)
    .join('\n')
}

/** What a command installs, written down as manifests. */
function installed(command) {
  const { pypi, npm } = installsIn(command)
  const files = new Map()
  if (pypi.length > 0) files.set('requirements.txt', `${pypi.join('\n')}\n`)
  if (npm.length > 0) {
    files.set('package.json', JSON.stringify({ dependencies: Object.fromEntries(npm) }))
  }
  return files.size === 0 ? null : { files, about: null }
}

/** The file as it will be, among the names of the project's own modules and its manifests. */
function written(input, folder) {
  const place = input.file_path ?? input.path
  if (typeof place !== 'string') return null
  const here = realpathSync(folder)
  const top = repositoryOf(here)
  const full = resolve(here, place)
  const path = relative(top, full).split(sep).join('/')
  if (path.startsWith('..') || !(SOURCE.test(path) || MANIFEST.test(path))) return null
  const content = contentOf(input, full, top)
  if (content === null || content.length > FILE_MAX_BYTES) return null
  const files = new Map()
  for (const other of projectFiles(top)) {
    if (other === path) continue
    // Of a module it is enough that it is there: imports of it are the project's own.
    const text = MANIFEST.test(other) ? textOf(join(top, other), top, MANIFEST_MAX_BYTES) : ''
    if (text !== null) files.set(other, text)
  }
  files.set(path, content)
  return { files, about: path }
}

/** The whole text after a write or after edits; null when it cannot be told. */
function contentOf(input, full, top) {
  if (typeof input.content === 'string') return input.content
  const edits = Array.isArray(input.edits) ? input.edits : [input]
  let content = textOf(full, top, FILE_MAX_BYTES)
  if (content === null) return null
  for (const { old_string: from, new_string: to, replace_all: all } of edits) {
    if (typeof from !== 'string' || typeof to !== 'string' || !content.includes(from)) return null
    // A function, because a text would have its dollar signs read.
    content = all ? content.replaceAll(from, () => to) : content.replace(from, () => to)
  }
  return content
}

/** Throws in a folder that is no repository. */
function repositoryOf(folder) {
  return realpathSync(git(folder, 'rev-parse', '--show-toplevel').toString().replace(/\n$/, ''))
}

/** The repository may be anybody's: nothing that its settings name is run, and nothing is fetched. */
function git(folder, ...words) {
  return execFileSync('git', ['-C', folder, '-c', 'core.fsmonitor=false', ...words], {
    // Windows would look for git in the folder of the repository first.
    cwd: dirname(process.execPath),
    env: {
      ...process.env,
      GIT_ALLOW_PROTOCOL: 'none',
      GIT_NO_LAZY_FETCH: '1',
      GIT_OPTIONAL_LOCKS: '0',
    },
    maxBuffer: 64 * 1024 * 1024,
    stdio: 'pipe',
  })
}

/**
 * Null for what is too large. Throws for what is no file of the repository, such as a pipe that
 * nobody writes to, a device, or a link that leads out: without what it pins findings may be wrong.
 */
function textOf(place, top, maxBytes) {
  const real = realpathSync(place)
  if (!real.startsWith(top.endsWith(sep) ? top : `${top}${sep}`)) {
    throw new UncheckedError(`${place} leads out of the repository`)
  }
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW
  const file = openSync(real, flags)
  try {
    if (!fstatSync(file).isFile()) throw new UncheckedError(`${place} is no file`)
    const buffer = Buffer.alloc(maxBytes + 1)
    let length = 0
    let count = -1
    while (count !== 0 && length <= maxBytes) {
      count = readSync(file, buffer, length, buffer.length - length, null)
      length += count
    }
    return length > maxBytes ? null : buffer.toString('utf8', 0, length)
  } finally {
    closeSync(file)
  }
}

/**
 * Manifests and Python modules, without what is ignored. Throws where they are not known, in a folder
 * that is no repository, or too many: then an import may be the project's own, and nothing is said.
 */
function projectFiles(folder) {
  const files = git(folder, 'ls-files', '-z', '-co', '--exclude-standard')
    .toString()
    .split('\0')
    .filter((path) => MANIFEST.test(path) || /\.pyi?$/.test(path))
    .filter((path) => existsSync(join(folder, path)))
  if (files.length > FILES_MAX) throw new Error('too many files')
  return files
}

function check(files) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-hook-'))
  const env = { ASSAY_DATA_DIR: join(homedir(), '.cache', 'assay'), ...process.env }
  const options = { cwd: folder, env, timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 }
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  // What the manifests say to assay was said of the project, and this is a part of it.
  writeFileSync(join(folder, 'assay.toml'), '')
  const program = process.env.HOOK_PROGRAM
  const [file, words] = program ? [process.execPath, [program]] : ['assay', []]
  return new Promise((done, failed) => {
    execFile(file, [...words, 'check', '--json'], options, (status, output) => {
      rmSync(folder, { recursive: true, force: true })
      const report = parsed(output)
      if (Array.isArray(report?.findings)) return done(report)
      const why = status?.killed ? 'took too long' : 'gave no report'
      return failed(new UncheckedError(`assay check ${why}`))
    })
  })
}

/** Null for what is no JSON. */
function parsed(output) {
  try {
    return JSON.parse(output)
  } catch {
    return null
  }
}

const findings = await main().catch((error) => {
  if (error instanceof UncheckedError) {
    // Paths are the project's: what is in them must not look like lines of ours.
    const why = error.message.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 300)
    process.stderr.write(`Not checked by assay: ${why}.\n`)
  }
  return []
})
if (findings.length > 0) {
  process.stderr.write(`Stopped by assay: this does not exist.\n${shown(findings)}\n`)
  process.exitCode = 2
}
