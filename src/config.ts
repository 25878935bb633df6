// The environment, read once. This is the only reader of process.env; every mistake is reported
// together, and no value is ever echoed, because a value may be a secret.

import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { Mistake } from './config/parseSetting.ts'
import { USDC } from './config/paymentSettings.ts'
import { type Parsed, VARIABLES, type Variable } from './config/variables.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** What comes from more than one variable, or from the machine. */
type Surroundings = Readonly<{
  /** Null: x402 is off. */
  x402: ReturnType<typeof x402Of>
  /** Null: no model has a say. */
  judge: ReturnType<typeof judgeOf>
  /** What the registry clients read: the user's own npm and pip settings, proxies, authorities. */
  environment: () => Environment
  homeDir: string
  workingDir: string
}>

export type Config = ReturnType<typeof freeze>

/** What is wrong with the environment, every mistake on a line of its own; holds no value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads the environment and reports every mistake together. Throws `ConfigError`. */
export function loadConfig(
  environment: Environment = process.env,
  homeDir: string = homedir(),
  workingDir: string = process.cwd(),
): Config {
  const mistakes: string[] = []
  const values = new Map<string, unknown>()
  for (const [name, variable] of Object.entries<Variable<unknown>>(VARIABLES)) {
    // An empty variable is an unset one: that is what `NAME= command` and compose files mean.
    const written = environment[name] || variable.fallback
    try {
      values.set(name, written === null ? null : variable.parse(written))
    } catch (error) {
      if (!(error instanceof Mistake)) throw error
      mistakes.push(`${name} ${error.message}`)
    }
  }
  for (const name of Object.keys(environment)) {
    if (name.startsWith('ASSAY_') && !Object.hasOwn(VARIABLES, name)) {
      mistakes.push(`${name} is no setting of this version (see docs/reference/settings.md)`)
    }
  }
  if (values.get('ASSAY_VERIFIER_KEY') && values.get('ASSAY_VERIFIER_KEY_FILE')) {
    mistakes.push('ASSAY_VERIFIER_KEY and ASSAY_VERIFIER_KEY_FILE are both set: keep one')
  }
  // The loop above put a value of the declared type under every name that had no mistake.
  const parsed = Object.fromEntries(values) as Parsed
  const judge = mistakes.length === 0 ? judgeOf(parsed, mistakes) : null
  const x402 = mistakes.length === 0 ? x402Of(parsed, mistakes) : null
  if (mistakes.length > 0) {
    throw new ConfigError(`Invalid environment:\n${mistakes.map((m) => `  ${m}`).join('\n')}`)
  }
  return freeze(parsed, { judge, x402, environment: () => environment, homeDir, workingDir })
}

function judgeOf(parsed: Parsed, mistakes: string[]) {
  const { ASSAY_JUDGE_URL: url, ASSAY_JUDGE_MODEL: model, ASSAY_JUDGE_KEY: key } = parsed
  if (url === null && model === null) return null
  if (url === null || model === null) {
    mistakes.push('the judge needs ASSAY_JUDGE_URL and ASSAY_JUDGE_MODEL')
    return null
  }
  return { url: () => url, model, key: () => key }
}

/** All of it or nothing: half a configuration would take money that nobody could account for. */
function x402Of(parsed: Parsed, mistakes: string[]) {
  const {
    ASSAY_PAY_TO: payTo,
    ASSAY_X402_NETWORK: network,
    ASSAY_X402_ASSET: assets,
    ASSAY_FACILITATOR_URL: facilitatorUrl,
    ASSAY_RPC_URL: rpcUrl,
  } = parsed
  if ([payTo, network, assets, facilitatorUrl].every((value) => value === null)) return null
  if (payTo === null || network === null || facilitatorUrl === null || rpcUrl === null) {
    mistakes.push(
      'x402 needs ASSAY_PAY_TO, ASSAY_X402_NETWORK, ASSAY_FACILITATOR_URL and ASSAY_RPC_URL',
    )
    return null
  }
  const usdc = USDC[network]
  const taken = assets ?? (usdc === undefined ? [] : [usdc])
  if (taken.length === 0) {
    mistakes.push('ASSAY_X402_ASSET must name a token: none is known on this network')
    return null
  }
  const endpoints = { facilitatorUrl: () => facilitatorUrl, rpcUrl: () => rpcUrl }
  return { network, payTo, assets: taken, ...endpoints }
}

function freeze(parsed: Parsed, surroundings: Surroundings) {
  const { workingDir } = surroundings
  return Object.freeze({
    host: parsed.ASSAY_HOST,
    port: parsed.ASSAY_PORT,
    baseUrl: parsed.ASSAY_BASE_URL?.replace(/\/+$/, '') ?? null,
    securityContact: parsed.ASSAY_SECURITY_CONTACT,
    dataDir: resolve(workingDir, parsed.ASSAY_DATA_DIR),
    /** Functions, so that logging or serialising the config cannot print a secret. */
    databaseUrl: () => parsed.ASSAY_DATABASE_URL,
    verifierKey: () => parsed.ASSAY_VERIFIER_KEY,
    verifierKeyFile: parsed.ASSAY_VERIFIER_KEY_FILE,
    isLogged: parsed.ASSAY_LOG === 'on',
    logKeyFile: parsed.ASSAY_LOG_KEY_FILE,
    logWitnesses: parsed.ASSAY_LOG_WITNESSES,
    retiredKeys: parsed.ASSAY_RETIRED_KEYS.map((retired) => retired.toLowerCase()),
    /** Nothing is asked of any network: what the data folder holds is all there is. */
    isOffline: parsed.ASSAY_OFFLINE === 'on',
    npmRegistry: () => parsed.ASSAY_NPM_REGISTRY,
    pypiIndex: () => parsed.ASSAY_PYPI_INDEX,
    registryTimeoutMs: parsed.ASSAY_REGISTRY_TIMEOUT_MS,
    requestDeadlineMs: parsed.ASSAY_REQUEST_DEADLINE_MS,
    latestWindowMs: parsed.ASSAY_LATEST_WINDOW_S * 1_000,
    absenceWindowMs: parsed.ASSAY_ABSENCE_WINDOW_S * 1_000,
    demoDailyLimit: parsed.ASSAY_DEMO_DAILY_LIMIT,
    hasSite: parsed.ASSAY_SITE === 'on',
    /** 0: no limit. */
    pagesPerMinute: parsed.ASSAY_SITE_PAGES_PER_MINUTE,
    trustedProxies: parsed.ASSAY_TRUSTED_PROXIES,
    blobCacheBytes: parsed.ASSAY_BLOB_CACHE_MB * 1024 * 1024,
    inFlightMax: parsed.ASSAY_IN_FLIGHT_MAX,
    logLevel: parsed.ASSAY_LOG_LEVEL,
    /** Null: names are not fetched. */
    namesRefreshMs:
      parsed.ASSAY_NAMES === 'off' ? null : parsed.ASSAY_NAMES_REFRESH_H * 60 * 60 * 1_000,
    /** 0: no limit. */
    keyCallsPerMinute: parsed.ASSAY_KEY_CALLS_PER_MINUTE,
    unpaidCallsPerMinute: parsed.ASSAY_UNPAID_CALLS_PER_MINUTE,
    spendDenylist: parsed.ASSAY_SPEND_DENYLIST,
    spendReviewMicroUsd: parsed.ASSAY_SPEND_REVIEW_USD * 1_000_000,
    apiKey: () => parsed.ASSAY_API_KEY,
    watch: {
      isOn: parsed.ASSAY_WATCH === 'auto',
      file: parsed.ASSAY_WATCH_FILE && resolve(workingDir, parsed.ASSAY_WATCH_FILE),
      keepMs: parsed.ASSAY_WATCH_KEEP_DAYS * 24 * 60 * 60 * 1_000,
    },
    /** The npm registry that the project alone names, for whoever keeps what it says apart (`app/inProject.ts`). */
    projectRegistry: (): Readonly<{ baseUrl: string; authorization: string | null }> | null => null,
    /** Whether processes that read packages let others go first: not where somebody waits for them alone. */
    childrenStepBack: true as boolean,
    ...surroundings,
  })
}

/**
 * The environment of whatever is no service: what it keeps belongs to the user, not between the files
 * of the folder that it is run in. The folder of a service, or one that is named, is used all the same.
 */
export function forQuestions(
  isDataFolder: (folder: string, caches: string) => boolean,
  environment: Environment = process.env,
  homeDir: string = homedir(),
  workingDir: string = process.cwd(),
): Environment {
  const caches = cachesOf(environment, homeDir)
  const unnamed = unnamedFolder(environment, workingDir)
  if (unnamed === null || isDataFolder(unnamed, caches)) return environment
  return { ...environment, ASSAY_DATA_DIR: caches }
}

/** Where the user's own things are kept. */
export function cachesOf(environment: Environment = process.env, homeDir: string = homedir()) {
  return resolve(environment['XDG_CACHE_HOME'] || resolve(homeDir, '.cache'), 'assay')
}

/** The data folder of a service that is started here; null where a setting names one. */
export function unnamedFolder(
  environment: Environment = process.env,
  workingDir: string = process.cwd(),
): string | null {
  const isNamed = (environment['ASSAY_DATA_DIR'] ?? '') !== ''
  return isNamed ? null : resolve(workingDir, VARIABLES.ASSAY_DATA_DIR.fallback)
}

/** What a command is run in. */
export const surroundings = () => ({
  environment: process.env as Environment,
  homeDir: homedir(),
  workingDir: process.cwd(),
})

/** `npm start` and `npx assay …`: whoever ends npm means the program that it started. */
export function isStartedByNpm(environment: Environment = process.env): boolean {
  return /^(?:start|npx)$/.test(environment['npm_lifecycle_event'] ?? '')
}

/**
 * What the environment says of colours: never (no-color.org), always (force-color.org), or null. Where
 * both are said, never.
 */
export function colorWish(environment: Environment = process.env): 'always' | 'never' | null {
  const forced = environment['FORCE_COLOR'] ?? ''
  if ((environment['NO_COLOR'] ?? '') !== '' || ['0', 'false'].includes(forced)) return 'never'
  return forced === '' ? null : 'always'
}

/** Whether the environment says that registries may be asked, whatever a file says. */
export function isOnline(environment: Environment = process.env): boolean {
  return environment['ASSAY_OFFLINE'] === 'off'
}

/** The environment, with what a file says where it says nothing. An empty variable is an unset one. */
export function withFallbacks(
  fallbacks: Readonly<Record<string, string>>,
  environment: Environment = process.env,
): Environment {
  const unset = Object.entries(fallbacks).filter(([name]) => !environment[name])
  return unset.length === 0 ? environment : { ...environment, ...Object.fromEntries(unset) }
}
