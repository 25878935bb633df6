// The environment, read once. This is the only reader of process.env; every mistake is reported
// together, and no value is ever echoed, because a value may be a secret.
// docs/operations.md has the same table, and a test compares the two.

import { isIP } from 'node:net'
import { homedir } from 'node:os'
import { resolve } from 'node:path'

export type Environment = Readonly<Record<string, string | undefined>>

/** Turns the text of a variable into its value, or throws a sentence that says what it must be. */
type Parse<T> = (text: string) => T

type Variable<T> = Readonly<{
  /** The text used when the variable is unset; null: the setting is then absent. */
  fallback: string | null
  meaning: string
  parse: Parse<T>
}>

class Mistake extends Error {}

const text: Parse<string> = (value) => value

function integer(min: number, max: number): Parse<number> {
  return (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    throw new Mistake(`must be a whole number from ${min} to ${max}`)
  }
}

function oneOf<const T extends string>(...choices: T[]): Parse<T> {
  return (value) => {
    const found = choices.find((choice) => choice === value)
    if (found !== undefined) return found
    throw new Mistake(`must be one of: ${choices.join(', ')}`)
  }
}

function url(...protocols: string[]): Parse<string> {
  return (value) => {
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
    throw new Mistake(
      `must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    )
  }
}

const address: Parse<string> = (value) => {
  if (/^0x[0-9a-fA-F]{40}$/.test(value)) return value
  throw new Mistake('must be an address: 0x and 40 hex digits')
}

function list<T>(item: Parse<T>): Parse<readonly T[]> {
  return (value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(item)
}

const addressRange: Parse<string> = (value) => {
  const [ip = '', bits, ...rest] = value.split('/')
  const family = isIP(ip)
  const most = family === 4 ? 32 : 128
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
  if (family !== 0 && fits && rest.length === 0) return value
  throw new Mistake('must be a list of IP addresses or ranges (10.0.0.0/8), split by commas')
}

const NAMED_NETWORKS: Readonly<Record<string, `eip155:${number}`>> = {
  base: 'eip155:8453',
  'base-sepolia': 'eip155:84532',
}

const evmNetwork: Parse<`eip155:${number}`> = (value) => {
  const named = Object.hasOwn(NAMED_NETWORKS, value) ? NAMED_NETWORKS[value] : undefined
  if (named !== undefined) return named
  const [, id] = /^eip155:([1-9]\d{0,14})$/.exec(value) ?? []
  if (id !== undefined) return `eip155:${Number(id)}`
  throw new Mistake('must be base, base-sepolia or an EVM network such as eip155:8453')
}

export type PaymentAsset = Readonly<{
  address: string
  /** Of the domain that its contract checks signatures by. */
  name: string
  version: string
  decimals: number
}>

export const USDC: Readonly<Record<string, PaymentAsset>> = {
  'eip155:8453': {
    address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    name: 'USD Coin',
    version: '2',
    decimals: 6,
  },
  'eip155:84532': {
    address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    name: 'USDC',
    version: '2',
    decimals: 6,
  },
}

const paymentAsset: Parse<PaymentAsset> = (value) => {
  const known = Object.values(USDC).find(
    (asset) => asset.address.toLowerCase() === value.toLowerCase(),
  )
  if (known !== undefined) return known
  const [written = '', name = '', version = '', decimals = ''] = value.split(':')
  if (name === '' || version === '' || !/^(?:[6-9]|[12]\d|30)$/.test(decimals)) {
    throw new Mistake('must be address:name:version:decimals, with 6 to 30 decimals')
  }
  return { address: address(written), name, version, decimals: Number(decimals) }
}

const http = url('http:', 'https:')

/** Paths are put behind it, and the words of its errors name it. */
const plainHttp: Parse<string> = (value) => {
  const { username, password, search, hash } = new URL(http(value))
  if (`${username}${password}${search}${hash}` === '') return value
  throw new Mistake('must be a URL without credentials, query or fragment')
}

/** Every setting of the service. */
export const VARIABLES = {
  ASSAY_HOST: { fallback: '127.0.0.1', meaning: 'Address to listen on.', parse: text },
  ASSAY_PORT: {
    fallback: '8402',
    meaning: 'Port to listen on; 0 takes a free one.',
    parse: integer(0, 65_535),
  },
  ASSAY_BASE_URL: {
    fallback: null,
    meaning: 'Public address of the service, as its documents name it. Unset: where it listens.',
    parse: http,
  },
  ASSAY_DATA_DIR: {
    fallback: './data',
    meaning: 'Folder of the embedded store and the verifier key; made when missing.',
    parse: text,
  },
  ASSAY_DATABASE_URL: {
    fallback: null,
    meaning: 'PostgreSQL (`postgres://…`), shared by many nodes. Unset: the embedded store.',
    parse: url('postgres:', 'postgresql:'),
  },
  ASSAY_VERIFIER_KEY: {
    fallback: null,
    meaning: 'Private key that signs answers, 64 hex digits. Secret.',
    parse: (value: string) => {
      if (/^(0x)?[0-9a-fA-F]{64}$/.test(value)) return value
      throw new Mistake('must be a private key: 64 hex digits')
    },
  },
  ASSAY_VERIFIER_KEY_FILE: {
    fallback: null,
    meaning:
      'File with that key, readable by its owner only. Neither set: `verifier.key` in the data folder, made at first start.',
    parse: text,
  },
  ASSAY_RETIRED_KEYS: {
    fallback: '',
    meaning: 'Addresses of earlier verifier keys that this store does not know, split by commas.',
    parse: list(address),
  },
  ASSAY_NPM_REGISTRY: {
    fallback: null,
    meaning: "npm registry to ask. Unset: the user's npm configuration, else npm's own default.",
    parse: http,
  },
  ASSAY_PYPI_INDEX: {
    fallback: null,
    meaning:
      "Root of the simple index of PyPI to ask. Unset: the user's pip configuration, else PyPI.",
    parse: http,
  },
  ASSAY_REGISTRY_TIMEOUT_MS: {
    fallback: '30000',
    meaning: 'Total time for one request to a registry, retries included.',
    parse: integer(50, 600_000),
  },
  ASSAY_REQUEST_DEADLINE_MS: {
    fallback: '25000',
    meaning: 'Time after which a question is answered 503; what it set off goes on.',
    parse: integer(50, 600_000),
  },
  ASSAY_LATEST_WINDOW_S: {
    fallback: '600',
    meaning: "How long a registry's latest release is taken as such before it is asked again.",
    parse: integer(1, 86_400),
  },
  ASSAY_ABSENCE_WINDOW_S: {
    fallback: '60',
    meaning: 'How long an absence is remembered; part of the attestation.',
    parse: integer(1, 3_600),
  },
  ASSAY_DEMO_DAILY_LIMIT: {
    fallback: '25',
    meaning: 'Free demo calls a day for each client; 0: no limit.',
    parse: integer(0, 1_000_000_000),
  },
  ASSAY_TRUSTED_PROXIES: {
    fallback: '',
    meaning: 'Addresses or ranges whose `X-Forwarded-For` is believed, split by commas.',
    parse: list(addressRange),
  },
  ASSAY_BLOB_CACHE_MB: {
    fallback: '4096',
    meaning: 'Size of the cache of downloaded files in the data folder, in MiB.',
    parse: integer(64, 10_000_000),
  },
  ASSAY_IN_FLIGHT_MAX: {
    fallback: '1000',
    meaning: 'Requests under way at once; one more is answered 503.',
    parse: integer(1, 1_000_000),
  },
  ASSAY_LOG_LEVEL: {
    fallback: 'info',
    meaning: 'Least level that is logged.',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  },
  ASSAY_NAMES: {
    fallback: 'auto',
    meaning:
      'Every name of the registries: `auto` fetches and updates them in the background, `off` does not.',
    parse: oneOf('auto', 'off'),
  },
  ASSAY_NAMES_REFRESH_H: {
    fallback: '24',
    meaning: 'Hours after which the names are looked up again.',
    parse: integer(1, 8_760),
  },
  ASSAY_KEY_CALLS_PER_MINUTE: {
    fallback: '6000',
    meaning: 'Paid calls a minute for each prepaid key on one node; 0: no limit.',
    parse: integer(0, 1_000_000_000),
  },
  ASSAY_UNPAID_CALLS_PER_MINUTE: {
    fallback: '6000',
    meaning:
      'Unpaid or refused calls of paid routes a minute for each client on one node; 0: no limit.',
    parse: integer(0, 1_000_000_000),
  },
  ASSAY_PAY_TO: {
    fallback: null,
    meaning: 'Address that x402 payments go to. Unset: x402 is off.',
    parse: address,
  },
  ASSAY_X402_NETWORK: {
    fallback: null,
    meaning: '`base`, `base-sepolia` or another EVM network by CAIP-2 (`eip155:10`).',
    parse: evmNetwork,
  },
  ASSAY_X402_ASSET: {
    fallback: null,
    meaning:
      'Tokens that are taken for dollars (EIP-3009), split by commas, each `address:name:version:decimals`. Unset: USDC, on the named networks.',
    parse: list(paymentAsset),
  },
  ASSAY_FACILITATOR_URL: {
    fallback: null,
    meaning: 'x402 facilitator that verifies and settles payments.',
    parse: plainHttp,
  },
  ASSAY_RPC_URL: {
    fallback: null,
    meaning: 'JSON-RPC node of that network, to see what became of a payment. May be secret.',
    parse: http,
  },
  ASSAY_SPEND_DENYLIST: {
    fallback: null,
    meaning: 'File with payees to deny besides the bundled list; `docs/spend.md` has its form.',
    parse: text,
  },
  ASSAY_SPEND_REVIEW_USD: {
    fallback: '100',
    meaning: 'Payments of more than so many dollars are never allowed without a review.',
    parse: integer(1, 1_000_000_000),
  },
  ASSAY_WATCH: {
    fallback: 'auto',
    meaning: 'Watched services: `auto` probes them, `off` only shows what was seen before.',
    parse: oneOf('auto', 'off'),
  },
  ASSAY_WATCH_FILE: {
    fallback: null,
    meaning: 'Services to watch besides this one, as JSON or, with the ending `.toml`, TOML.',
    parse: text,
  },
  ASSAY_WATCH_KEEP_DAYS: {
    fallback: '90',
    meaning: 'Days after which raw probes are removed; reports and daily sums stay.',
    parse: integer(2, 3_650),
  },
  ASSAY_JUDGE_URL: {
    fallback: null,
    meaning:
      'Base of an OpenAI-compatible endpoint that `/judge` asks about criteria outside of its grammar. Unset: nobody is asked.',
    parse: http,
  },
  ASSAY_JUDGE_MODEL: {
    fallback: null,
    meaning: 'Name of the model there.',
    parse: text,
  },
  ASSAY_JUDGE_KEY: {
    fallback: null,
    meaning: 'Key for that endpoint. Secret.',
    parse: text,
  },
  ASSAY_API_KEY: {
    fallback: null,
    meaning: 'Prepaid key that `assay mcp --url` pays with. Secret.',
    parse: (value: string) => {
      if (/^[\x21-\x7e]+$/.test(value)) return value
      throw new Mistake('must be a key, as it was given out')
    },
  },
} as const satisfies Record<string, Variable<unknown>>

export type VariableName = keyof typeof VARIABLES

type Parsed = {
  [N in VariableName]: (typeof VARIABLES)[N] extends { fallback: null; parse: Parse<infer T> }
    ? T | null
    : ReturnType<(typeof VARIABLES)[N]['parse']>
}

export type X402Config = Readonly<{
  network: `eip155:${number}`
  payTo: string
  assets: readonly PaymentAsset[]
  facilitatorUrl: () => string
  rpcUrl: () => string
}>

export type JudgeConfig = Readonly<{
  url: () => string
  model: string
  key: () => string | null
}>

export type Config = Readonly<{
  host: string
  port: number
  baseUrl: string | null
  dataDir: string
  /** Functions, so that logging or serialising the config cannot print a secret. */
  databaseUrl: () => string | null
  verifierKey: () => string | null
  verifierKeyFile: string | null
  retiredKeys: readonly string[]
  npmRegistry: () => string | null
  pypiIndex: () => string | null
  registryTimeoutMs: number
  requestDeadlineMs: number
  latestWindowMs: number
  absenceWindowMs: number
  demoDailyLimit: number
  trustedProxies: readonly string[]
  blobCacheBytes: number
  inFlightMax: number
  logLevel: Parsed['ASSAY_LOG_LEVEL']
  /** Null: names are not fetched. */
  namesRefreshMs: number | null
  /** 0: no limit. */
  keyCallsPerMinute: number
  unpaidCallsPerMinute: number
  apiKey: () => string | null
  watch: Readonly<{ isOn: boolean; file: string | null; keepMs: number }>
  /** Null: x402 is off. */
  x402: X402Config | null
  /** Null: no model has a say. */
  judge: JudgeConfig | null
  spendDenylist: string | null
  spendReviewMicroUsd: number
  /** What the registry clients read: the user's own npm and pip settings, proxies, authorities. */
  environment: () => Environment
  homeDir: string
  workingDir: string
}>

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
      mistakes.push(`${name} is no setting of this version (see docs/operations.md)`)
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
  return freeze(parsed, {
    judge,
    x402,
    environment: () => environment,
    homeDir,
    workingDir,
  })
}

function judgeOf(parsed: Parsed, mistakes: string[]): JudgeConfig | null {
  const { ASSAY_JUDGE_URL: url, ASSAY_JUDGE_MODEL: model, ASSAY_JUDGE_KEY: key } = parsed
  if (url === null && model === null) return null
  if (url === null || model === null) {
    mistakes.push('the judge needs ASSAY_JUDGE_URL and ASSAY_JUDGE_MODEL')
    return null
  }
  return { url: () => url, model, key: () => key }
}

/** All of it or nothing: half a configuration would take money that nobody could account for. */
function x402Of(parsed: Parsed, mistakes: string[]): X402Config | null {
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
  return {
    network,
    payTo,
    assets: taken,
    facilitatorUrl: () => facilitatorUrl,
    rpcUrl: () => rpcUrl,
  }
}

function freeze(
  parsed: Parsed,
  machine: Pick<Config, 'environment' | 'homeDir' | 'judge' | 'workingDir' | 'x402'>,
): Config {
  return Object.freeze({
    host: parsed.ASSAY_HOST,
    port: parsed.ASSAY_PORT,
    baseUrl: parsed.ASSAY_BASE_URL?.replace(/\/+$/, '') ?? null,
    dataDir: resolve(machine.workingDir, parsed.ASSAY_DATA_DIR),
    databaseUrl: () => parsed.ASSAY_DATABASE_URL,
    verifierKey: () => parsed.ASSAY_VERIFIER_KEY,
    verifierKeyFile: parsed.ASSAY_VERIFIER_KEY_FILE,
    retiredKeys: parsed.ASSAY_RETIRED_KEYS.map((retired) => retired.toLowerCase()),
    npmRegistry: () => parsed.ASSAY_NPM_REGISTRY,
    pypiIndex: () => parsed.ASSAY_PYPI_INDEX,
    registryTimeoutMs: parsed.ASSAY_REGISTRY_TIMEOUT_MS,
    requestDeadlineMs: parsed.ASSAY_REQUEST_DEADLINE_MS,
    latestWindowMs: parsed.ASSAY_LATEST_WINDOW_S * 1_000,
    absenceWindowMs: parsed.ASSAY_ABSENCE_WINDOW_S * 1_000,
    demoDailyLimit: parsed.ASSAY_DEMO_DAILY_LIMIT,
    trustedProxies: parsed.ASSAY_TRUSTED_PROXIES,
    blobCacheBytes: parsed.ASSAY_BLOB_CACHE_MB * 1024 * 1024,
    inFlightMax: parsed.ASSAY_IN_FLIGHT_MAX,
    logLevel: parsed.ASSAY_LOG_LEVEL,
    namesRefreshMs:
      parsed.ASSAY_NAMES === 'off' ? null : parsed.ASSAY_NAMES_REFRESH_H * 60 * 60 * 1_000,
    keyCallsPerMinute: parsed.ASSAY_KEY_CALLS_PER_MINUTE,
    unpaidCallsPerMinute: parsed.ASSAY_UNPAID_CALLS_PER_MINUTE,
    spendDenylist: parsed.ASSAY_SPEND_DENYLIST,
    spendReviewMicroUsd: parsed.ASSAY_SPEND_REVIEW_USD * 1_000_000,
    apiKey: () => parsed.ASSAY_API_KEY,
    watch: {
      isOn: parsed.ASSAY_WATCH === 'auto',
      file: parsed.ASSAY_WATCH_FILE && resolve(machine.workingDir, parsed.ASSAY_WATCH_FILE),
      keepMs: parsed.ASSAY_WATCH_KEEP_DAYS * 24 * 60 * 60 * 1_000,
    },
    ...machine,
  })
}

/**
 * The environment of a command that is run inside of somebody's repository: what it keeps belongs to
 * the user, not between the files there. A store that is in the folder already, or one that is named,
 * is used all the same.
 */
export function inRepository(
  hasOwnStore: (folder: string) => boolean,
  environment: Environment = process.env,
  homeDir: string = homedir(),
  workingDir: string = process.cwd(),
): Environment {
  const isNamed = (environment['ASSAY_DATA_DIR'] ?? '') !== ''
  const own = resolve(workingDir, VARIABLES.ASSAY_DATA_DIR.fallback)
  if (isNamed || (environment['ASSAY_DATABASE_URL'] ?? '') !== '' || hasOwnStore(own)) {
    return environment
  }
  const caches = environment['XDG_CACHE_HOME'] || resolve(homeDir, '.cache')
  return { ...environment, ASSAY_DATA_DIR: resolve(caches, 'assay') }
}

/** Whether the user asked for output without colours (no-color.org). */
export function isColorless(environment: Environment = process.env): boolean {
  return (environment['NO_COLOR'] ?? '') !== ''
}
