// Every setting of the service, with what it means. docs/reference/settings.md has the same table,
// and a test compares the two.

import {
  address,
  addressRange,
  contact,
  http,
  integer,
  list,
  Mistake,
  oneOf,
  type Parse,
  plainHttp,
  text,
  url,
} from './parseSetting.ts'
import { evmNetwork, paymentAsset } from './paymentSettings.ts'

export type Variable<T> = Readonly<{
  /** The text used when the variable is unset; null: the setting is then absent. */
  fallback: string | null
  meaning: string
  parse: Parse<T>
}>

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
  ASSAY_SECURITY_CONTACT: {
    fallback: null,
    meaning:
      'Whom to tell about a weakness (`mailto:…` or `https://…`), as `/.well-known/security.txt` says. Unset: there is no such file.',
    parse: contact,
  },
  ASSAY_DATA_DIR: {
    fallback: './data',
    meaning:
      'Folder of the embedded store and the verifier key; made when missing. Unset, only `serve` makes it, and questions without one use `~/.cache/assay`.',
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
    meaning:
      'File with payees to deny besides the bundled list; `docs/reference/spend.md` has its form.',
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

type VariableName = keyof typeof VARIABLES

export type Parsed = {
  [N in VariableName]: (typeof VARIABLES)[N] extends { fallback: null; parse: Parse<infer T> }
    ? T | null
    : ReturnType<(typeof VARIABLES)[N]['parse']>
}
