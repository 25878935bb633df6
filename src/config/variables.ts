// Every setting of the service, with what it means. docs/reference/settings.md has the same table,
// and a test compares the two.

import * as is from './parseSetting.ts'
import { evmNetwork, paymentAsset } from './paymentSettings.ts'

export type Variable<T> = Readonly<{
  /** The text used when the variable is unset; null: the setting is then absent. */
  fallback: string | null
  meaning: string
  parse: is.Parse<T>
}>

/** `fallback`: its text where the variable is unset. */
function setting<T>(fallback: string, parse: is.Parse<T>, meaning: string) {
  return { fallback, parse, meaning } as const
}

/** One that is absent where the variable is unset. */
function optional<T>(parse: is.Parse<T>, meaning: string) {
  return { fallback: null, parse, meaning } as const
}

/** Every setting of the service. */
export const VARIABLES = {
  ASSAY_HOST: setting('127.0.0.1', is.text, 'Address to listen on.'),
  ASSAY_PORT: setting('8402', is.integer(0, 65_535), 'Port to listen on; 0 takes a free one.'),
  ASSAY_BASE_URL: optional(
    is.http,
    'Public address of the service, as its documents name it. Unset: where it listens.',
  ),
  ASSAY_SECURITY_CONTACT: optional(
    is.contact,
    'Whom to tell about a weakness (`mailto:…` or `https://…`), as `/.well-known/security.txt` says. Unset: there is no such file.',
  ),
  ASSAY_DATA_DIR: setting(
    './data',
    is.path,
    'Folder of the embedded store and the verifier key; made when missing. Unset, only `serve` makes it, and questions without one use `~/.cache/assay`.',
  ),
  ASSAY_DATABASE_URL: optional(
    is.url('postgres:', 'postgresql:'),
    'PostgreSQL (`postgres://…`), shared by many nodes. Unset: the embedded store.',
  ),
  ASSAY_VERIFIER_KEY: optional((value: string) => {
    if (/^(0x)?[0-9a-fA-F]{64}$/.test(value)) return value
    throw new is.Mistake('must be a private key: 64 hex digits')
  }, 'Private key that signs answers, 64 hex digits. Secret.'),
  ASSAY_VERIFIER_KEY_FILE: optional(
    is.path,
    'File with that key, readable by its owner only. Neither set: `verifier.key` in the data folder, made at first start.',
  ),
  ASSAY_LOG: setting(
    'on',
    is.oneOf('on', 'off'),
    'Whether `assay serve` keeps [a log](../formats/log.md) of every answer that it signs, which anyone can audit: `on`, or `off`; the same on all nodes.',
  ),
  ASSAY_LOG_KEY_FILE: optional(
    is.path,
    'File with the key of [the log](../formats/log.md), 64 hex digits, readable by its owner only; the same on all nodes. Unset: `log.key` in the data folder, made at first start.',
  ),
  ASSAY_LOG_WITNESSES: optional(
    is.path,
    'File after C2SP tlog-policy with the witnesses, and their addresses, that are [asked to cosign](../formats/log.md#witnesses) the checkpoints of the log; the same on all nodes. Unset: nobody is asked.',
  ),
  ASSAY_RETIRED_KEYS: setting(
    '',
    is.list(is.address),
    'Addresses of earlier verifier keys that this store does not know, split by commas.',
  ),
  ASSAY_CONFIG: optional(
    is.path,
    'File with settings, and the only one that counts, as with `--config`. Unset: `assay.toml` in `~/.config/assay`, and the file of a project.',
  ),
  ASSAY_OFFLINE: setting(
    'off',
    is.oneOf('on', 'off'),
    '`on`: questions are answered from the data folder alone, as with `--offline`; nothing is asked of a registry.',
  ),
  ASSAY_NPM_REGISTRY: optional(
    is.http,
    "npm registry to ask. Unset: the user's npm configuration, else npm's own default.",
  ),
  ASSAY_PYPI_INDEX: optional(
    is.http,
    "Root of the simple index of PyPI to ask. Unset: the user's pip configuration, else PyPI.",
  ),
  ASSAY_REGISTRY_TIMEOUT_MS: setting(
    '30000',
    is.integer(50, 600_000),
    'Total time for one request to a registry, retries included.',
  ),
  ASSAY_REQUEST_DEADLINE_MS: setting(
    '25000',
    is.integer(50, 600_000),
    'Time after which a question is answered 503; what it set off goes on.',
  ),
  ASSAY_LATEST_WINDOW_S: setting(
    '600',
    is.integer(1, 86_400),
    "How long a registry's latest release is taken as such before it is asked again.",
  ),
  ASSAY_ABSENCE_WINDOW_S: setting(
    '60',
    is.integer(1, 3_600),
    'How long an absence is remembered; part of the attestation.',
  ),
  ASSAY_DEMO_DAILY_LIMIT: setting(
    '25',
    is.integer(0, 1_000_000_000),
    'Free demo calls a day for each client; 0: no limit.',
  ),
  ASSAY_SITE: setting(
    'on',
    is.oneOf('on', 'off'),
    'The pages about packages, releases and symbols: `on`, or `off`.',
  ),
  ASSAY_SITE_PAGES_PER_MINUTE: setting(
    '240',
    is.integer(0, 1_000_000_000),
    'Such pages a minute for each client on one node; 0: no limit.',
  ),
  ASSAY_TRUSTED_PROXIES: setting(
    '',
    is.list(is.addressRange),
    'Addresses or ranges whose `X-Forwarded-For` is believed, split by commas.',
  ),
  ASSAY_BLOB_CACHE_MB: setting(
    '4096',
    is.integer(64, 10_000_000),
    'Size of the cache of downloaded files in the data folder, in MiB.',
  ),
  ASSAY_IN_FLIGHT_MAX: setting(
    '1000',
    is.integer(1, 1_000_000),
    'Requests under way at once; one more is answered 503.',
  ),
  ASSAY_LOG_LEVEL: setting(
    'info',
    is.oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'Least level that is logged.',
  ),
  ASSAY_RESIDENT: setting(
    'on',
    is.oneOf('on', 'off'),
    'Whether a question on the command line leaves a process behind that is warm for the next one, for a minute: `on`, or `off`.',
  ),
  ASSAY_NAMES: setting(
    'auto',
    is.oneOf('auto', 'off'),
    'Every name of the registries: `auto` fetches and updates them in the background, `off` does not.',
  ),
  ASSAY_NAMES_REFRESH_H: setting(
    '24',
    is.integer(1, 8_760),
    'Hours after which the names are looked up again.',
  ),
  ASSAY_KEY_CALLS_PER_MINUTE: setting(
    '6000',
    is.integer(0, 1_000_000_000),
    'Paid calls a minute for each prepaid key on one node; 0: no limit.',
  ),
  ASSAY_UNPAID_CALLS_PER_MINUTE: setting(
    '6000',
    is.integer(0, 1_000_000_000),
    'Unpaid or refused calls of paid routes a minute for each client on one node; 0: no limit.',
  ),
  ASSAY_PAY_TO: optional(is.address, 'Address that x402 payments go to. Unset: x402 is off.'),
  ASSAY_X402_NETWORK: optional(
    evmNetwork,
    '`base`, `base-sepolia` or another EVM network by CAIP-2 (`eip155:10`).',
  ),
  ASSAY_X402_ASSET: optional(
    is.list(paymentAsset),
    'Tokens that are taken for dollars (EIP-3009), split by commas, each `address:name:version:decimals`. Unset: USDC, on the named networks.',
  ),
  ASSAY_FACILITATOR_URL: optional(
    is.plainHttp,
    'x402 facilitator that verifies and settles payments.',
  ),
  ASSAY_RPC_URL: optional(
    is.http,
    'JSON-RPC node of that network, to see what became of a payment. May be secret.',
  ),
  ASSAY_SPEND_DENYLIST: optional(
    is.path,
    'File with payees to deny besides the bundled list; `docs/reference/spend.md` has its form.',
  ),
  ASSAY_SPEND_REVIEW_USD: setting(
    '100',
    is.integer(1, 1_000_000_000),
    'Payments of more than so many dollars are never allowed without a review.',
  ),
  ASSAY_WATCH: setting(
    'auto',
    is.oneOf('auto', 'off'),
    'Watched services: `auto` probes them, `off` only shows what was seen before.',
  ),
  ASSAY_WATCH_FILE: optional(
    is.path,
    'Services to watch besides this one, as JSON or, with the ending `.toml`, TOML.',
  ),
  ASSAY_WATCH_KEEP_DAYS: setting(
    '90',
    is.integer(2, 3_650),
    'Days after which raw probes are removed; reports and daily sums stay.',
  ),
  ASSAY_JUDGE_URL: optional(
    is.http,
    'Base of an OpenAI-compatible endpoint that `/judge` asks about criteria outside of its grammar. Unset: nobody is asked.',
  ),
  ASSAY_JUDGE_MODEL: optional(is.text, 'Name of the model there.'),
  ASSAY_JUDGE_KEY: optional(is.text, 'Key for that endpoint. Secret.'),
  ASSAY_API_KEY: optional((value: string) => {
    if (/^[\x21-\x7e]+$/.test(value)) return value
    throw new is.Mistake('must be a key, as it was given out')
  }, 'Prepaid key that `assay mcp --url` pays with. Secret.'),
} as const satisfies Record<string, Variable<unknown>>

type Variables = typeof VARIABLES

/** What nobody else is to see. */
export const SECRETS: ReadonlySet<string> = new Set<keyof Variables>([
  'ASSAY_DATABASE_URL',
  'ASSAY_VERIFIER_KEY',
  'ASSAY_RPC_URL',
  'ASSAY_JUDGE_KEY',
  'ASSAY_API_KEY',
])

export type Parsed = {
  [N in keyof Variables]:
    | ReturnType<Variables[N]['parse']>
    | Extract<Variables[N]['fallback'], null>
}
