// Where settings stand in files: one of the user, which may say all that there is, and one of the
// project in whose folder a command is run, which may be anybody's and may say little
// (docs/internals/decisions/0024-settings-in-files.md). Looked for here, read in readSettings.ts.

import { readFileSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { ConfigError, type Environment } from '../../config.ts'
import { fileFault } from '../../domain/fileFault.ts'
import { isMembers, jsonIn } from '../../domain/texts/jsonValue.ts'
import { repositoryRoot } from './repositoryRoot.ts'

/** A file that counts. */
export type SettingsFile = Readonly<{
  path: string
  text: string
  /** Whose word it is: that of whoever started the command, or of whoever wrote the project. */
  whose: 'user' | 'project'
  /** A project's file may name no file outside of this folder. */
  root: string
  /** Nobody but its owner can read it. */
  isPrivate: boolean
}>

const NAME = 'assay.toml'
const MAX_BYTES = 1024 ** 2
const OTHERS = 0o077

/** In a folder the first that has settings counts; the two others mostly are there for something else. */
const NAMES = [
  { name: NAME, has: () => true },
  { name: 'pyproject.toml', has: (text: string) => /^\s*\[+tool\b[\s"'.\]]*assay\b/m.test(text) },
  { name: 'package.json', has: hasKey },
] as const

function hasKey(text: string): boolean {
  if (!/"assay"\s*:/.test(text)) return false
  const root = jsonIn(text)
  return isMembers(root) && Object.hasOwn(root, 'assay')
}

/** The files that count, the weaker first. `named`: by an option, or null. Throws `ConfigError`. */
export function settingsFiles(
  named: string | null,
  {
    environment,
    homeDir,
    workingDir,
  }: Readonly<{
    environment: Environment
    homeDir: string
    workingDir: string
  }>,
): readonly SettingsFile[] {
  const only = named ?? environment['ASSAY_CONFIG'] ?? ''
  if (only !== '') {
    const path = resolve(workingDir, only)
    const file = fileAt(path, 'user', dirname(path))
    if (file === null) throw new ConfigError(`${path}: there is no such file`)
    return [file]
  }
  const own = userFile(environment, homeDir)
  return [fileAt(own, 'user', dirname(own)), projectFile(workingDir)].filter(
    (file) => file !== null,
  )
}

export function userFile(environment: Environment, homeDir: string): string {
  return join(environment['XDG_CONFIG_HOME'] || join(homeDir, '.config'), 'assay', NAME)
}

/** From the folder upwards, to the root of its repository. */
function projectFile(workingDir: string): SettingsFile | null {
  const root = repositoryRoot(workingDir)
  for (let folder = resolve(workingDir); ; folder = dirname(folder)) {
    for (const { name, has } of NAMES) {
      const file = fileAt(join(folder, name), 'project', root)
      if (file !== null && has(file.text)) return file
    }
    if (folder === resolve(root) || dirname(folder) === folder) return null
  }
}

/** Null where there is none, or none can be seen. Throws `ConfigError` for one that cannot be read. */
function fileAt(path: string, whose: SettingsFile['whose'], root: string): SettingsFile | null {
  const found = statsOf(path)
  if (found === null) return null
  const isElsewhere = whose === 'project' && !isInside(root, path)
  if (isElsewhere || !found.isFile() || found.size > MAX_BYTES) {
    // Of manifests the check itself says what is wrong with them.
    if (whose === 'project' && basename(path) !== NAME) return null
    const fault = isElsewhere ? 'it leads out of the project' : 'this is no file with settings'
    throw new ConfigError(`${path}: ${fault}`)
  }
  const isPrivate = process.platform === 'win32' || (found.mode & OTHERS) === 0
  try {
    return { path, text: readFileSync(path, 'utf8'), whose, root, isPrivate }
  } catch (error) {
    const fault = fileFault(error)
    if (fault === null) throw error
    throw new ConfigError(`${path}: ${fault}`)
  }
}

/** Of a folder that this user may not look into nothing is known: a service may have no home. */
function statsOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null
  } catch (error) {
    if (fileFault(error) === null) throw error
    return null
  }
}

/**
 * Where it leads, and not where it stands. What is not there yet is where its folder leads, or the link
 * that it is: whoever writes there would follow it.
 */
export function isInside(root: string, path: string): boolean {
  const inside = relative(realpathSync(root), leadsTo(path))
  return inside !== '..' && !inside.startsWith(`..${sep}`) && resolve(inside) !== inside
}

function leadsTo(path: string, links = LINKS_MAX): string {
  try {
    return realpathSync(path)
  } catch {
    if (dirname(path) === path) return path
    const folder = leadsTo(dirname(path), links)
    const place = join(folder, basename(path))
    const target = links > 0 ? linkAt(place) : null
    return target === null ? place : leadsTo(resolve(folder, target), links - 1)
  }
}

/** As many as systems follow. */
const LINKS_MAX = 40

function linkAt(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}
