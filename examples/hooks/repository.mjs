// What the hook reads of a repository, which may be anybody's: nothing that its settings name is run,
// nothing is fetched, and no file is read that is not of it.

import { execFileSync } from 'node:child_process'
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, posix, sep } from 'node:path'

/** There was something to check, and it could not be. */
export class UncheckedError extends Error {}

const FILES_MAX = 20_000
/** Larger ones `assay check` does not read, either. */
export const FILE_MAX_BYTES = 1024 ** 2
const MANIFEST_MAX_BYTES = 16 * 1024 ** 2
const PYTHON = /\.pyi?$/
const SCRIPT = /\.[cm]?[jt]sx?$/
export const isSource = (path) => PYTHON.test(path) || SCRIPT.test(path)

/** What `assay check` takes for a manifest, a lock file or the settings of a bundler. */
const MANIFEST =
  /(?:^|\/)(?:(?:requirements|constraints)[\w.-]*\.(?:txt|in)|[\w.-]*requirements\.(?:txt|in)|requirements\/[^/]+\.(?:txt|in)|pyproject\.toml|setup\.(?:cfg|py)|package(?:-lock)?\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|(?:poetry|uv|pdm)\.lock|pylock(?:\.[\w-]+)?\.toml|Pipfile(?:\.lock)?|environment(?:[-_.][\w.-]+)?\.ya?ml|uv\.toml|\.npmrc|\.yarnrc(?:\.yml)?|bunfig\.toml|[tj]sconfig(?:\.[\w-]+)*\.json|deno\.jsonc?|import[-_]?map\.json|[\w.]+\.config(?:\.[\w-]+)*\.(?:[cm]?[jt]s|json)|\.babelrc(?:\.json|\.[cm]?js)?|config-overrides\.js)$/
export const isManifest = (path) => MANIFEST.test(path)

/** Throws in a folder that is no repository. */
export function repositoryOf(folder) {
  let top
  try {
    top = git(folder, 'rev-parse', '--show-toplevel').toString().replace(/\n$/, '')
  } catch {
    throw new UncheckedError(`${folder} is in no git repository`)
  }
  return realpathSync(top)
}

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
export function textOf(place, top, maxBytes) {
  const real = realpathSync(place)
  if (!real.startsWith(top.endsWith(sep) ? top : `${top}${sep}`)) {
    throw new UncheckedError(`${place} leads out of the repository`)
  }
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW
  const file = openSync(real, flags)
  try {
    const found = fstatSync(file)
    if (!found.isFile()) throw new UncheckedError(`${place} is no file`)
    const buffer = Buffer.alloc(Math.min(found.size, maxBytes) + 1)
    let length = 0
    let count = -1
    while (count !== 0 && length < buffer.length) {
      count = readSync(file, buffer, length, buffer.length - length, null)
      length += count
    }
    return length > maxBytes ? null : buffer.toString('utf8', 0, length)
  } finally {
    closeSync(file)
  }
}

/**
 * The other files of a project that say what a name in this one means: manifests with their texts, and
 * modules of the same language, of which it is enough that they are there. Throws where they are not
 * known, in a folder that is no repository, or too many: then an import may be the project's own.
 */
export function filesAround(path, top) {
  const language = SCRIPT.test(path) ? SCRIPT : PYTHON
  const listed = git(top, 'ls-files', '-z', '-co', '--exclude-standard').toString().split('\0')
  const paths = listed
    .filter((other) => other !== '' && other !== path && !isSetting(other))
    .filter((other) => isManifest(other) || language.test(other))
    .filter((other) => existsSync(join(top, other)))
  if (paths.length > FILES_MAX) {
    throw new UncheckedError(`the repository has more than ${FILES_MAX} files`)
  }
  const around = paths.map((other) => [
    other,
    isManifest(other) ? wholeText(join(top, other), top) : '',
  ])
  return new Map([...around, ...settingsBeside([path, ...paths], top)])
}

/** Files that say where packages come from, by their names. */
const SETTINGS = ['.npmrc', '.yarnrc.yml', '.yarnrc', 'bunfig.toml', 'uv.toml']
const isSetting = (path) => SETTINGS.includes(basename(path))

/** Those at the top and beside manifests, whether git ignores them or not. */
function settingsBeside(paths, top) {
  const folders = paths.filter((path) => /(?:^|\/)(?:package\.json|pyproject\.toml)$/.test(path))
  return ['.', ...new Set(folders.map((path) => posix.dirname(path)))].flatMap((folder) =>
    SETTINGS.flatMap((name) => {
      const text = settingAt(join(top, folder, name))
      const path = posix.join(folder, name)
      return text === '' || path === paths[0] ? [] : [[path, text]]
    }),
  )
}

/** Without what a manifest pins findings may be wrong. */
function wholeText(place, top) {
  const text = textOf(place, top, MANIFEST_MAX_BYTES)
  if (text === null) throw new UncheckedError(`${place} is too large`)
  return text
}

export const normal = (name) => name.toLowerCase().replace(/[-_.]+/g, '-')

/** The packages that the project is itself; none outside of a repository. */
export function packagesOf(folder) {
  const own = new Set()
  try {
    const top = repositoryOf(realpathSync(folder))
    const paths = git(top, 'ls-files', '-z', '-co', '--exclude-standard', '--', ...OWN_FILES)
    for (const path of paths.toString().split('\0').filter(Boolean).slice(0, OWN_FILES_MAX)) {
      const text = textOf(join(top, path), top, MANIFEST_MAX_BYTES) ?? ''
      if (path.endsWith('.json')) own.add(nameIn(text))
      else own.add(normal(/^\s*name\s*=\s*["']([\w.-]+)["']/m.exec(text)?.[1] ?? ''))
    }
  } catch {
    // Then nothing is known of it.
  }
  return own
}

function nameIn(text) {
  try {
    return JSON.parse(text)?.name
  } catch {
    return undefined
  }
}

const INDEXES = /^\s*\[\[\s*(?:tool\.uv\.index|tool\.poetry\.source|source)\s*\]\]/m

/**
 * Files that say where packages come from, by their names, nearest to the folder: what another index may
 * have is not absent. Of manifests that name an index only that is told, in the words of uv. An `.npmrc`
 * adds to those above it, but for the user's own, which is read anyway.
 */
export function indexSettings(folder) {
  const found = new Map()
  const tell = (place) => {
    for (const name of SETTINGS) {
      const text = settingAt(join(place, name))
      if (text === '') continue
      if (name !== '.npmrc') found.set(name, found.get(name) ?? text)
      // The last line of several counts.
      else if (place !== homedir()) found.set(name, `${text}\n${found.get(name) ?? ''}`)
    }
    for (const name of ['pyproject.toml', 'Pipfile']) {
      const text = settingAt(join(place, name))
      const url = INDEXES.test(text)
        ? /^\s*url\s*=\s*["']([^"'\n]+)["']/m.exec(text)?.[1]
        : undefined
      if (url !== undefined && !found.has('uv.toml')) {
        found.set('uv.toml', `[[index]]\nurl = ${JSON.stringify(url)}\n`)
      }
    }
  }
  for (let place = folder, up = 0; up < 40; place = dirname(place), up += 1) {
    tell(place)
    if (dirname(place) === place || existsSync(join(place, '.git'))) break
  }
  return found
}

const OWN_FILES = ['*package.json', '*pyproject.toml']
const OWN_FILES_MAX = 500

/** As installers read it, which follow links; a pipe or a device keeps nobody waiting. */
function settingAt(path) {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      if (!fstatSync(file).isFile()) return ''
      const buffer = Buffer.alloc(SETTING_MAX_BYTES)
      return buffer.toString('utf8', 0, readSync(file, buffer, 0, SETTING_MAX_BYTES, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}

const SETTING_MAX_BYTES = 256 * 1024
