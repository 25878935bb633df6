// Which settings of the user's own name other indexes than those that are asked: what the registries
// do not have may be there.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEndpoint } from './fetch/endpoint.ts'
import { parseIni } from './fetch/iniFile.ts'
import { type Machine, pipFiles, readText } from './fetch/userConfig.ts'

/** Variables that lead pip and uv to indexes besides the one that is asked, or in its place. */
const INDEX_VARIABLES = [
  ...['PIP_EXTRA_INDEX_URL', 'PIP_FIND_LINKS', 'PIP_NO_INDEX'],
  ...['UV_DEFAULT_INDEX', 'UV_INDEX_URL', 'UV_INDEX', 'UV_EXTRA_INDEX_URL', 'UV_FIND_LINKS'],
  ...['UV_NO_INDEX', 'PIPENV_PYPI_MIRROR', 'PDM_PYPI_URL'],
]
/** The same for those that install from npm. npm's own is the one that is asked. */
const REGISTRY_VARIABLES = ['YARN_NPM_REGISTRY_SERVER', 'YARN_REGISTRY', 'BUN_CONFIG_REGISTRY']

/** Every variable that says where packages come from. */
export const isIndexVariable = (name: string): boolean =>
  /^(?:PIP_INDEX_URL|npm_config_registry|POETRY_REPOSITORIES_\w+_URL)$/i.test(name) ||
  INDEX_VARIABLES.includes(name) ||
  REGISTRY_VARIABLES.includes(name)

export type AskedAddresses = Readonly<{ pypi: string; npm: string }>

/**
 * What of the user's settings names another index than those that are asked: a variable, or a file.
 * What the registries do not have may be there.
 */
export function otherIndexes(
  machine: Machine,
  asked: AskedAddresses,
): Readonly<Partial<Record<'pypi' | 'npm', string>>> {
  const { env, homeDir } = machine
  const named = (variables: readonly string[], address: string) =>
    variables.find((name) => {
      const value = env[name]?.trim() ?? ''
      if (value === '' || parseEndpoint(value)?.baseUrl === address) return false
      return !(name.endsWith('_FIND_LINKS') && findsNothing(value, homeDir))
    })
  const poetry = Object.keys(env).find(
    (name) => /^POETRY_REPOSITORIES_\w+_URL$/.test(name) && env[name],
  )
  const pypi = named(INDEX_VARIABLES, asked.pypi) ?? poetry ?? fileWithIndexes(machine)
  const npm = named(REGISTRY_VARIABLES, asked.npm)
  return { ...(pypi === undefined ? {} : { pypi }), ...(npm === undefined ? {} : { npm }) }
}

/** The user's settings of pip with further indexes. Those of uv are TOML; its keys begin lines. */
function fileWithIndexes(machine: Machine): string | undefined {
  const { env, homeDir } = machine
  const isBesides = (file: string) => {
    const sections = parseIni(readText(file), 'pip')
    return ['global', 'install', 'download'].some((section) =>
      ['extra-index-url', 'find-links', 'no-index'].some((key) => {
        const values = sections.get(section)
        const value = values?.get(key) ?? values?.get(key.replaceAll('-', '_'))
        return value !== undefined && !(key === 'find-links' && findsNothing(value, homeDir))
      }),
    )
  }
  const config = env['XDG_CONFIG_HOME'] || join(homeDir, '.config')
  const ofUv = env['UV_CONFIG_FILE'] || join(config, 'uv', 'uv.toml')
  const isOfUv = /^\s*(?:\[\[index\]\]|(?:extra-)?index(?:-url)?\s*=|find-links\s*=)/m
  if (isOfUv.test(readText(ofUv))) return "the user's uv.toml"
  return pipFiles(machine).some(isBesides) ? "the user's pip.conf" : undefined
}

/** What pip and uv take from a folder, pages with links among it. */
const INSTALLABLE = /\.(?:whl|egg|zip|tgz|tar(?:\.\w+)?|html?)$/i

/**
 * True where every place of the setting is a folder of this machine without anything to install: such
 * a folder is set for everybody on some build machines. What is an address, or depends on where the
 * installer runs, or cannot be read, may hold something.
 */
function findsNothing(setting: string, homeDir: string): boolean {
  const places = setting.split(/[\s,]+/).filter((place) => place !== '')
  return places.length > 0 && places.every((place) => isEmptyFolder(place, homeDir))
}

function isEmptyFolder(place: string, homeDir: string): boolean {
  try {
    const path = pathOf(place, homeDir)
    return path !== null && !readdirSync(path).some((name) => INSTALLABLE.test(name))
  } catch {
    return false
  }
}

function pathOf(place: string, homeDir: string): string | null {
  if (place.startsWith('file:')) return fileURLToPath(place)
  if (place.startsWith('~/')) return join(homeDir, place.slice(2))
  return place.startsWith('/') || /^[A-Za-z]:[\\/]/.test(place) ? place : null
}
