// What the user of this machine has told npm and pip about registries. Mirrors, private indexes and
// their credentials are already written down there; asking for them a second time would be wrong. What
// a project says of npm's registry is told apart from it: the project may be anybody's.

import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseIni } from './iniFile.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The machine as the configuration files see it. */
export type Machine = Readonly<{
  env: Environment
  homeDir: string
  /** Folder whose `.npmrc` is the project's. */
  projectDir: string
  /** Path of the node binary: npm's global configuration is beside it. */
  execPath: string
  platform: NodeJS.Platform
  /** Where the files of the whole system begin; the root of the disk unless a test says otherwise. */
  systemDir?: string
}>

type NpmConfig = Readonly<Record<string, string>>

/** npm's flat configuration of the user's own: the environment over the user's, the global .npmrc. */
export function npmConfig(machine: Machine): NpmConfig {
  const { files, env } = ownNpm(machine)
  return { ...files, ...env }
}

/**
 * The same with what the project's `.npmrc` says between them, and that alone. Whoever wrote the
 * project is a stranger: variables are not filled in, because their values would go to hosts of that
 * stranger's choice, and of all keys only those are taken that say where the registry is, and who the
 * project is there.
 */
export function npmConfigInProject(machine: Machine) {
  const { files, env } = ownNpm(machine)
  const lines = new Map(projectNpm(machine).filter(([key]) => OF_REGISTRIES.test(key)))
  const said = withoutVariables(lines)
  const unfilled = [...lines.keys()].filter((key) => !Object.hasOwn(said, key))
  return { all: { ...files, ...said, ...env } as NpmConfig, said, unfilled }
}

const OF_REGISTRIES =
  /^(?:(?:@[^:/]+:)?registry|scope|\/\/[^$]+:(?:_authToken|_auth|username|_password))$/

function ownNpm(machine: Machine): Readonly<{ files: NpmConfig; env: NpmConfig }> {
  const { env, homeDir } = machine
  const fromEnv = npmEnvironment(machine)
  const files = new Map<string, string>()
  for (const file of [
    fromEnv.get('globalconfig') ?? join(npmPrefix(machine, fromEnv), 'etc', 'npmrc'),
    fromEnv.get('userconfig') ?? join(homeDir, '.npmrc'),
  ]) {
    for (const [key, value] of linesOf(file)) files.set(expand(key, env), expand(value, env))
  }
  return { files: withoutVariables(files), env: withoutVariables(fromEnv) }
}

/**
 * npm tells the programs that it starts, by variables in small letters, all that it has read, the
 * project's file among it: which of them is the user's own word nobody can tell.
 */
function isStartedByNpm(env: Environment): boolean {
  return ['npm_execpath', 'npm_lifecycle_event', 'npm_command', 'npm_config_user_agent'].some(
    (name) => env[name],
  )
}

/** Every line of the project's file as it is written, of npm's own idea of the project's folder first. */
function projectNpm({ env, projectDir }: Machine): readonly (readonly [string, string])[] {
  const npms = isStartedByNpm(env) ? env['npm_config_local_prefix'] : undefined
  const folders = npms ? [npms, projectDir] : [projectDir]
  return folders.flatMap((folder) => linesOf(join(folder, '.npmrc')))
}

function linesOf(file: string): readonly (readonly [string, string])[] {
  return [...(parseIni(readText(file)).get('') ?? [])]
}

/** A variable that is not set leaves its name behind, which is no address and no token. */
function withoutVariables(config: ReadonlyMap<string, string>): NpmConfig {
  return Object.fromEntries([...config].filter(([, value]) => !value.includes('${')))
}

/** What npm repeats does not count; Windows does not tell it from what the user has set. */
function npmEnvironment({ env, platform }: Machine): Map<string, string> {
  const config = new Map<string, string>()
  const isRepeated = isStartedByNpm(env)
  if (isRepeated && platform === 'win32') return config
  const ofUser = isRepeated ? /^NPM_CONFIG_/ : /^npm_config_/i
  for (const [name, value] of Object.entries(env)) {
    if (!ofUser.test(name) || value === undefined || value === '') continue
    const key = name.slice('npm_config_'.length)
    // Keys that begin with // hold a host and a path; the rest are written with dashes.
    config.set(key.startsWith('//') ? key : key.toLowerCase().replace(/(?!^)_/g, '-'), value)
  }
  return config
}

function npmPrefix({ env, execPath, platform }: Machine, config: Map<string, string>): string {
  const given = config.get('prefix') ?? env['PREFIX']
  if (given !== undefined && given !== '') return given
  return platform === 'win32' ? dirname(execPath) : dirname(dirname(execPath))
}

/** `${NAME}` and `${NAME?}`, as npm reads them; the second is empty when NAME is not set. */
function expand(text: string, env: Environment): string {
  return text.replace(/\$\{([^${}?]+)(\?)?\}/g, (whole, name: string, optional?: string) => {
    return env[name] ?? (optional === undefined ? whole : '')
  })
}

/** pip's `index-url`, or null when the user has not set one. */
export function pipIndexUrl(machine: Machine): string | null {
  const { env } = machine
  const fromEnv = env['PIP_INDEX_URL']?.trim()
  if (fromEnv) return fromEnv
  let found: string | null = null
  for (const file of pipFiles(machine)) {
    const section = parseIni(readText(file), 'pip').get('global')
    const value = section?.get('index-url') ?? section?.get('index_url')
    if (value) found = value
  }
  return found
}

/** In the order in which pip reads them: a later one wins. */
export function pipFiles({ env, homeDir, platform, systemDir = '/' }: Machine): string[] {
  const named = env['PIP_CONFIG_FILE']
  // pip's own switch for "no configuration files at all".
  if (named === '/dev/null' || named === 'nul') return []
  const last = named ? [named] : []
  const windowsHome = env['APPDATA'] ?? join(homeDir, 'AppData', 'Roaming')
  if (platform === 'win32') {
    const shared = env['PROGRAMDATA'] ?? 'C:\\ProgramData'
    return [
      join(shared, 'pip', 'pip.ini'),
      join(homeDir, 'pip', 'pip.ini'),
      join(windowsHome, 'pip', 'pip.ini'),
      ...last,
    ]
  }
  const library = join('Library', 'Application Support', 'pip', 'pip.conf')
  const isMac = platform === 'darwin'
  const sharedDirs = (env['XDG_CONFIG_DIRS'] || join(systemDir, 'etc', 'xdg')).split(':')
  return [
    ...(isMac ? [join(systemDir, library)] : sharedDirs.map((dir) => join(dir, 'pip', 'pip.conf'))),
    join(systemDir, 'etc', 'pip.conf'),
    join(homeDir, '.pip', 'pip.conf'),
    join(env['XDG_CONFIG_HOME'] || join(homeDir, '.config'), 'pip', 'pip.conf'),
    ...(isMac ? [join(homeDir, library)] : []),
    ...(env['VIRTUAL_ENV'] ? [join(env['VIRTUAL_ENV'], 'pip.conf')] : []),
    ...last,
  ]
}

/** Empty for a file that is not there or may not be read, and for a pipe, which could keep us waiting. */
export function readText(path: string): string {
  try {
    return statSync(path).isFile() ? readFileSync(path, 'utf8') : ''
  } catch {
    return ''
  }
}
