// Which settings of the user's own name other indexes than those that are asked: what the registries
// do not have may be there.

import { join } from 'node:path'
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
  const { env } = machine
  const named = (variables: readonly string[], address: string) =>
    variables.find((name) => {
      const value = env[name]?.trim() ?? ''
      return value !== '' && parseEndpoint(value)?.baseUrl !== address
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
  const isBesides = (file: string) => {
    const sections = parseIni(readText(file))
    return ['global', 'install', 'download'].some((section) =>
      ['extra-index-url', 'find-links', 'no-index'].some((key) => {
        const values = sections.get(section)
        return (values?.get(key) ?? values?.get(key.replaceAll('-', '_'))) !== undefined
      }),
    )
  }
  const { env, homeDir } = machine
  const config = env['XDG_CONFIG_HOME'] || join(homeDir, '.config')
  const ofUv = env['UV_CONFIG_FILE'] || join(config, 'uv', 'uv.toml')
  const isOfUv = /^\s*(?:\[\[index\]\]|(?:extra-)?index(?:-url)?\s*=|find-links\s*=)/m
  if (isOfUv.test(readText(ofUv))) return "the user's uv.toml"
  return pipFiles(machine).some(isBesides) ? "the user's pip.conf" : undefined
}
