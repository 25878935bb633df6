// Whom a payment would go to, by the form of what was written. Nothing is guessed: what is none of
// the forms is no payee.

/** Keccak-256, which checksums of addresses are made with. */
export type Keccak256 = (bytes: Uint8Array) => Uint8Array

export type Payee =
  | Readonly<{
      form: 'address'
      /** In lower case. */
      address: string
      /** CAIP-2, where an account was written; null: the address alone. */
      network: string | null
      /** Whether its capitals are those of EIP-55; null where it has none to go by. */
      checksumOk: boolean | null
    }>
  | Readonly<{ form: 'account'; network: string }>
  | Readonly<{ form: 'url'; url: URL }>
  /** A name that a contract would resolve (`vitalik.eth`). */
  | Readonly<{ form: 'name' }>
  | Readonly<{ form: 'none' }>

const ADDRESS = /^0[xX]([0-9a-fA-F]{40})$/
const ACCOUNT = /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}):([-.%a-zA-Z0-9]{1,128})$/
const NAME = /^(?:[^\s./:]{1,63}\.)+eth$/iu

export function parsePayee(written: string, keccak256: Keccak256): Payee {
  const text = written.trim()
  const address = parseAddress(text, keccak256)
  if (address !== null) return { form: 'address', network: null, ...address }
  const [, network, account] = ACCOUNT.exec(text) ?? []
  if (network !== undefined && account !== undefined) {
    if (!network.startsWith('eip155:')) return { form: 'account', network }
    const inside = /^eip155:[1-9]\d{0,31}$/.test(network) ? parseAddress(account, keccak256) : null
    return inside === null ? { form: 'none' } : { form: 'address', network, ...inside }
  }
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return { form: 'url', url: plainUrl(text) }
  return NAME.test(text) ? { form: 'name' } : { form: 'none' }
}

/** Without what is nobody's business: credentials and the fragment. */
function plainUrl(text: string): URL {
  const url = new URL(text)
  url.username = ''
  url.password = ''
  url.hash = ''
  return url
}

function parseAddress(
  text: string,
  keccak256: Keccak256,
): Readonly<{ address: string; checksumOk: boolean | null }> | null {
  const [, digits] = ADDRESS.exec(text) ?? []
  if (digits === undefined) return null
  const lower = digits.toLowerCase()
  const hasNoCapitals = digits === lower || digits === digits.toUpperCase()
  const checksumOk = hasNoCapitals ? null : digits === checksummed(lower, keccak256)
  return { address: `0x${lower}`, checksumOk }
}

/** EIP-55: a letter is a capital where the digest of the digits has 8 or more. */
function checksummed(lower: string, keccak256: Keccak256): string {
  const digest = Buffer.from(keccak256(Buffer.from(lower, 'ascii'))).toString('hex')
  return [...lower]
    .map((digit, place) =>
      Number.parseInt(digest[place] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
    )
    .join('')
}
