#!/usr/bin/env node
// A hook for coding agents: stops what installs or names packages, versions and symbols that do not
// exist. It reads the call that the agent is about to make as JSON on standard input (`tool_name`,
// `tool_input`, `cwd`) and ends with 0 to let it go on, or with 2 and the reason on standard error.
// Only errors stop a call: what cannot be decided, read or reached in time is let through, and that is
// said: on standard error, and as JSON on standard output, where agents look for it (`systemMessage` for
// the person, `additionalContext` for the agent). There it also says of what is let through that a name
// looks like another, is held back, or that the registry marks the package.
// `assay hook` runs it; by itself it needs `assay` on the PATH and nothing else. docs/reference/mcp.md tells how to set it up.

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, parse, relative, resolve, sep } from 'node:path'
import { text } from 'node:stream/consumers'
import { installsIn } from './installs.mjs'
import { listedIn } from './listed.mjs'
import {
  FILE_MAX_BYTES,
  filesAround,
  indexSettings,
  isManifest,
  isSource,
  normal,
  packagesOf,
  repositoryOf,
  textOf,
  UncheckedError,
} from './repository.mjs'
import { scriptIn } from './scripts.mjs'

/** Below the minute that agents allow a hook, so that it ends by itself. */
const TIMEOUT_MS = Number(process.env.HOOK_TIMEOUT_MS ?? 50_000)
const endMs = Date.now() + TIMEOUT_MS

/** `errors` stop the call; `notes` are said of what is let through. */
async function judged(call) {
  const input = Object(call.tool_input)
  const folder = typeof call.cwd === 'string' ? call.cwd : process.cwd()
  const command = commandOf(input)
  if (command === null) return answered(() => written(input, folder))
  const question = installed(command, folder)
  const all = [await answered(() => question)]
  for (const { path, folders, isMore, text } of (question?.writes ?? []).slice(0, WRITES_MAX)) {
    const place = resolve(folder, ...folders, path)
    all.push(await answered(() => written({ file_path: place, content: text, isMore }, folder)))
  }
  const left = (question?.writes ?? []).slice(WRITES_MAX).map(({ path }) => path)
  if (left.length > 0) all.push({ errors: [], notes: ['Not looked at by assay:', ...shown(left)] })
  return {
    errors: all.flatMap(({ errors }) => errors),
    notes: all.flatMap(({ notes }) => notes),
  }
}

/** Files that one command writes. */
const WRITES_MAX = 5

/** The text that a shell is to run: some agents hand over the words, `["bash", "-lc", "npm i x"]`. */
function commandOf({ command }) {
  if (typeof command === 'string') return command
  const isWords = Array.isArray(command) && command.every((word) => typeof word === 'string')
  if (!isWords || command.length === 0) return null
  return command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
}

/** `ask` gives null where there is nothing to look at, and throws where it cannot be looked at. */
async function answered(ask) {
  let notes = []
  try {
    const question = ask()
    if (question === null) return { errors: [], notes }
    const { files, unseen = [] } = question
    notes = unseen.length === 0 ? [] : ['Not looked at by assay:', ...shown(unseen)]
    if (files.size === 0) return { errors: [], notes }
    const { errors, said } = await found(files, question)
    return { errors, notes: [...said, ...notes] }
  } catch (error) {
    return { errors: [], notes: [...notes, notChecked(error)] }
  }
}

async function found(files, { about, before = null, isDoubted = false, names = new Map() }) {
  const report = await check(files)
  const isAbout = ({ path }) => (about ?? path) === path
  const all = report.findings.filter(isAbout)
  const isTold = (one) => isError(one) || SAID.has(one.code) || isOpen(one)
  const old =
    before === null || !all.some(isTold) ? [] : (await check(before)).findings.filter(isAbout)
  const told = broughtOf(all, old)
  // A command has no lines: its manifests were made up to ask about it.
  const lineOf = ({ path, line, message }) =>
    about === null && !names.has(path) ? message : `${names.get(path) ?? path}:${line}: ${message}`
  const mayBeElsewhere = ({ path }) => isDoubted || (about === null && path.startsWith(BESIDES))
  const errors = told.filter((one) => isError(one) && !mayBeElsewhere(one)).map(lineOf)
  if (errors.length > 0) return { errors, said: [] }
  const warned = told.flatMap((one) => {
    if (isError(one)) return [`${lineOf(one)} ${isDoubted ? OF_IMAGE : NAMED_BESIDES}`]
    return SAID.has(one.code) ? [lineOf(one)] : []
  })
  return {
    errors,
    said: [
      ...(warned.length === 0 ? [] : ['Said by assay, and let through:', ...shown(warned)]),
      ...untold(report, told, lineOf),
    ],
  }
}

const NAMED_BESIDES =
  'Another index or folder is named besides (in the command, or in a variable such as PIP_FIND_LINKS), and may have it.'
const OF_IMAGE = 'The image that it is installed in may ask another index.'

const isError = ({ severity }) => severity === 'error'
/** A line of a manifest of which nothing could be determined, and why. */
const isOpen = ({ code }) => code === 'undetermined'

/** What is found after an edit and was not before it, wherever the lines went. */
function broughtOf(all, old) {
  const left = new Map()
  const keyOf = ({ code, package: name, message }) => JSON.stringify([code, name, message])
  for (const one of old) left.set(keyOf(one), (left.get(keyOf(one)) ?? 0) + 1)
  return all.filter((one) => {
    const count = left.get(keyOf(one)) ?? 0
    left.set(keyOf(one), count - 1)
    return count <= 0
  })
}

/** What was asked and could not be determined, but for that of which something is said. */
function untold({ verdict, counts, packages }, told, lineOf) {
  const open = told.filter(isOpen).map(lineOf)
  const said = open.length === 0 ? [] : ['Not determined by assay:', ...shown(open)]
  const { references = 0, requirements = 0, unread = 0 } = Object(counts)
  if (verdict !== 'undetermined' || references + requirements + unread === 0) return said
  const isSaid = (name) =>
    told.some((one) => (SAID.has(one.code) || isOpen(one)) && one.package === name)
  const names = (Array.isArray(packages) ? packages : [])
    .filter((one) => one.state === 'undetermined')
    .map((one) => one.package)
  const others = names.filter((name) => !isSaid(name))
  if (names.length > 0 && others.length === 0 && references + unread === 0) return said
  const what = references + unread > 0 || others.length === 0 ? 'most of it' : listOf(others)
  return [...said, notChecked(new UncheckedError(`${what} could not be determined`))]
}

const NAMES_MAX = 5

function listOf(names) {
  const more = names.length - NAMES_MAX
  return `${names.slice(0, NAMES_MAX).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Of these a warning is worth a word before something is installed. */
const SAID = new Set(['package_confusable', 'registry_notice'])

const LINES_MAX = 20

/** Paths and words are the project's: what is in them must not look like lines of ours. */
const oneLine = (words) => words.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 300)

function shown(lines) {
  const more = lines.length - LINES_MAX
  const first = lines.slice(0, LINES_MAX).map(oneLine)
  return more > 0 ? [...first, `and ${more} more`] : first
}

function notChecked(error) {
  const why = error instanceof UncheckedError ? error.message : `the hook failed: ${error?.message}`
  return `Not checked by assay: ${oneLine(why)}.`
}

/** What a command installs, written down as manifests. */
function installed(command, folder, old = null) {
  const own = packagesOf(folder)
  const settings = indexSettings(folder)
  const read = (script) => installsIn(script, process.env, askedAddresses(settings))
  const found = old === null ? read(command) : broughtBy(read(command), read(old))
  const { packages, writes, unseen } = found
  const listed = found.files.map((one) => ({ ...one, ...listedIn(one, folder) }))
  unseen.push(...listed.flatMap(({ problems }) => problems))
  if (packages.length + listed.length === 0) {
    return unseen.length + writes.length === 0 ? null : { files: new Map(), writes, unseen }
  }
  const asked = packages.filter((one) => {
    const why = whyUnseen(one, folder, own)
    if (why !== null && why !== '') unseen.push(`${one.written}: ${why}`)
    return why === null
  })
  const files = new Map()
  // Two manifests where a package is named twice.
  for (const { registry, name, spec, besides } of asked) {
    const paths = pathsOf(registry === 'pypi' ? 'requirements.txt' : 'package.json', besides)
    const path = paths.find((place) => !files.get(place)?.has(name)) ?? paths[0]
    files.set(path, new Map(files.get(path)).set(name, spec))
  }
  const texts = [...files].map(([path, specs]) => [path, manifestOf(path, specs)])
  if (texts.length > 0) texts.push(...settings)
  const names = new Map()
  for (const { texts: all, besides } of listed) {
    for (const [name, text] of all) {
      const path = `${besides === undefined ? '' : BESIDES}listed/${names.size}/requirements.txt`
      names.set(path, name)
      texts.push([path, text])
    }
  }
  return { files: new Map(texts), about: null, writes, unseen, names }
}

/** What a script installs that it did not install before. What it writes is not looked at. */
function broughtBy(found, old) {
  const of = (list) => new Set(list.map((one) => JSON.stringify(one)))
  const [packages, files, unseen] = [of(old.packages), of(old.files), new Set(old.unseen)]
  return {
    packages: found.packages.filter((one) => !packages.has(JSON.stringify(one))),
    files: found.files.filter((one) => !files.has(JSON.stringify(one))),
    writes: [],
    unseen: found.unseen.filter((one) => !unseen.has(one)),
  }
}

/** The addresses that assay asks: by itself the script knows them where variables say so. */
function askedAddresses(settings) {
  const {
    HOOK_PYPI_INDEX: index,
    HOOK_NPM_REGISTRY: registry,
    ASSAY_PYPI_INDEX: pypi,
    ASSAY_NPM_REGISTRY: npm,
    PIP_INDEX_URL: pip,
  } = process.env
  const ofProject = [...(settings.get('.npmrc') ?? '').matchAll(/^\s*registry\s*=\s*(\S+)/gm)].at(
    -1,
  )?.[1]
  return {
    pypi: [pypi || index || pip].filter(Boolean),
    npm: [npm || ofProject || registry].filter(Boolean),
  }
}

/** The folder of what may come from another index as well. */
const BESIDES = 'besides/'

function pathsOf(file, besides) {
  const folder = besides === undefined ? '' : BESIDES
  return Array.from(
    { length: 20 },
    (_, index) => `${folder}${index === 0 ? '' : `${index}/`}${file}`,
  )
}

function manifestOf(path, specs) {
  if (path.endsWith('.txt')) return `${[...specs.values()].join('\n')}\n`
  return JSON.stringify({ dependencies: Object.fromEntries(specs) })
}

/** Null for what the registries are asked about, a text for what is said instead, '' for nothing. */
function whyUnseen({ registry, name, isRun, folders }, folder, own) {
  if (own.has(registry === 'pypi' ? normal(name) : name)) return ''
  if (!isRun) return null
  if (folders === null) return 'it may be a program of the project'
  if (isInstalled(name, resolve(folder, ...folders))) return ''
  const isOnPath = (process.env.PATH ?? '')
    .split(delimiter)
    .some((dir) => isProgram(join(dir, name)))
  return isOnPath ? 'a program of this name is on the path' : null
}

const isProgram = (path) => ['', '.cmd', '.exe'].some((ending) => existsSync(`${path}${ending}`))

function isInstalled(name, folder) {
  const above = dirname(folder)
  if (isProgram(join(folder, 'node_modules', '.bin', name))) return true
  return above !== folder && isInstalled(name, above)
}

/** The file as it will be, among the names of the project's own modules and its manifests. */
function written(input, folder) {
  const place = input.file_path ?? input.path ?? input.notebook_path
  if (typeof place !== 'string') return null
  if (/\.ipynb$/.test(place))
    throw new UncheckedError(`${basename(place)} is a notebook, which is not read`)
  const isJudged = isSource(place) || isManifest(resolve(folder, place).split(sep).join('/'))
  if (!isJudged) return writtenScript(input, place, folder)
  const here = realpathSync(folder)
  const top = repositoryOf(here)
  const full = resolve(here, place)
  const path = relative(top, full).split(sep).join('/')
  if (path.startsWith('..')) throw new UncheckedError(`${full} is outside of the repository`)
  const content = contentOf(input, full, top)
  if (content === null) return null
  if (content.length > FILE_MAX_BYTES) throw new UncheckedError(`${path} is too large`)
  const around = filesAround(path, top)
  const old = oldText(full, top)
  return {
    files: new Map(around).set(path, content),
    // What was wrong before is not the doing of this call.
    before: old === null ? null : new Map(around).set(path, old),
    about: path,
  }
}

/** What a script, a Makefile or a Dockerfile comes to install by what is written into it. */
function writtenScript(input, place, folder) {
  const full = resolve(folder, place)
  const { root } = parse(full)
  const old = oldText(full, root) ?? ''
  const content = contentOf(input, full, root)
  const script = content === null ? null : scriptIn(place, content.slice(0, FILE_MAX_BYTES))
  if (script === null) return null
  const before = scriptIn(place, old)?.script ?? ''
  const question = installed(script.script, folder, before)
  return question === null ? null : { ...question, isDoubted: script.isOfImage }
}

/** Null where there is none that a check would read. */
function oldText(full, top) {
  try {
    return existsSync(full) ? textOf(full, top, FILE_MAX_BYTES) : null
  } catch {
    return null
  }
}

/** The whole text after a write or after edits; null for an edit that will fail. */
function contentOf(input, full, top) {
  if (typeof input.content === 'string') {
    return input.isMore ? `${oldText(full, top) ?? ''}${input.content}` : input.content
  }
  const edits = Array.isArray(input.edits) ? input.edits : [input]
  if (!existsSync(full)) return null
  let content = textOf(full, top, FILE_MAX_BYTES)
  if (content === null) throw new UncheckedError(`${basename(full)} is too large`)
  for (const edit of edits) {
    const { old_string: from, new_string: to, replace_all: all } = Object(edit)
    if (content.length > FILE_MAX_BYTES) throw new UncheckedError(`${basename(full)} is too large`)
    if (typeof from !== 'string' || typeof to !== 'string' || !content.includes(from)) return null
    // A function, because a text would have its dollar signs read.
    content = all ? content.replaceAll(from, () => to) : content.replace(from, () => to)
  }
  return content
}

function check(files) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-hook-'))
  const env = { ASSAY_DATA_DIR: join(homedir(), '.cache', 'assay'), ...process.env }
  const timeout = Math.max(1, endMs - Date.now())
  const options = { cwd: folder, env, timeout, maxBuffer: 64 * 1024 * 1024 }
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  // What the manifests say to assay was said of the project, and this is a part of it.
  writeFileSync(join(folder, 'assay.toml'), '')
  const program = process.env.HOOK_PROGRAM
  const [file, words] = program ? [process.execPath, [program]] : ['assay', []]
  return new Promise((done, failed) => {
    execFile(file, [...words, 'check', '--json'], options, (status, output, said) => {
      rmSync(folder, { recursive: true, force: true })
      const report = parsed(output)
      if (Array.isArray(report?.findings)) return done(report)
      const [first = ''] = said.trim().split('\n')
      const isThere = status?.code !== 'ENOENT'
      const why = status?.killed
        ? 'took too long'
        : isThere
          ? 'gave no report'
          : 'could not be started: there is no assay on the path'
      return failed(new UncheckedError(`assay check ${why}${first === '' ? '' : ` (${first})`}`))
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

function callIn(text) {
  const call = parsed(text)
  if (call !== null && typeof call === 'object') return call
  throw new UncheckedError('standard input was no call of a tool in JSON')
}

async function main() {
  let event
  try {
    const call = callIn(await text(process.stdin))
    event = call.hook_event_name
    return { event, ...(await judged(call)) }
  } catch (error) {
    return { event, errors: [], notes: [notChecked(error)] }
  }
}

const { event, errors, notes } = await main()
if (errors.length > 0) {
  const lines = ['Stopped by assay: this does not exist.', ...shown(errors), ...notes]
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exitCode = 2
} else if (notes.length > 0) {
  const said = notes.join('\n')
  process.stderr.write(`${said}\n`)
  // Of a call that goes on, agents show what standard output has in this form, and nothing else.
  const forAgent =
    event === 'PreToolUse'
      ? { hookSpecificOutput: { hookEventName: event, additionalContext: said } }
      : {}
  process.stdout.write(`${JSON.stringify({ systemMessage: said, ...forAgent })}\n`)
}
