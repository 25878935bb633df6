// Prepaid credit keys. Those that are made here are 256 random bits, shown once; whoever buys credit
// makes one as they like. The store knows hashes only.

import { createHash } from 'node:crypto'
import type { MicroUsd } from '../domain/money.ts'
import { recentlyUsed } from '../domain/recentlyUsed.ts'
import { CALLS_PLENTY, KEY_BELIEVED_MS, KEYS_BELIEVED_MAX } from '../limits.ts'
import type { CreditKey, CreditStore } from '../ports/credits.ts'

/** In words, for whoever makes one. */
export const KEY_RULE = '32 to 200 printable ASCII characters, no space at either end'

const KEY_FORM = /^[\x21-\x7e][\x20-\x7e]{30,198}[\x21-\x7e]$/

/** The key for 32 random bytes. */
function renderKey(random: Uint8Array): string {
  return `assay_${Buffer.from(random).toString('base64url')}`
}

export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** Digits of a key's hash by which people name it. */
export const KEY_ID_LENGTH = 12

export type CreditKeys = Readonly<ReturnType<typeof creditKeys>>

type Admitted = Readonly<{ keyHash: string; short: boolean }> | null

export function creditKeys(parts: {
  credits: CreditStore
  now: () => Date
  randomBytes: (size: number) => Uint8Array
}) {
  const { credits, now } = parts
  /** When keys with plenty of credit were last seen, by their hash. */
  const plenty = recentlyUsed<string, number>(KEYS_BELIEVED_MAX)

  /** Null for a key that is unknown, revoked or not of the form of a key. */
  async function find(key: string): Promise<CreditKey | null> {
    if (!KEY_FORM.test(key)) return null
    const found = await credits.load(hashKey(key))
    return found === null || found.revokedAt !== null ? null : found
  }

  async function look(key: string, amountMicroUsd: MicroUsd): Promise<Admitted> {
    const found = await find(key)
    if (found === null) return null
    const { keyHash, balanceMicroUsd } = found
    if (balanceMicroUsd >= CALLS_PLENTY * amountMicroUsd) plenty.set(keyHash, now().getTime())
    return { keyHash, short: balanceMicroUsd < amountMicroUsd }
  }

  return {
    idOf: (key: string) => hashKey(key).slice(0, KEY_ID_LENGTH),
    /** A key with this credit; the only moment at which its text exists here. */
    async issue(label: string, balanceMicroUsd: MicroUsd): Promise<string> {
      const key = renderKey(parts.randomBytes(32))
      const at = now().toISOString()
      await credits.issue({ keyHash: hashKey(key), label, balanceMicroUsd, at })
      return key
    },
    revoke: (key: string) => credits.revoke(hashKey(key), now().toISOString()),
    find,
    /**
     * Its hash, when it may be asked to pay this; `short`: it cannot. A key with plenty of credit is
     * believed for a moment without a look: the charge itself looks, and has the last word.
     */
    admit(key: string, amountMicroUsd: MicroUsd): Promise<Admitted> | Admitted {
      if (plenty.size > 0 && KEY_FORM.test(key)) {
        const keyHash = hashKey(key)
        const ageMs = now().getTime() - (plenty.get(keyHash) ?? Number.NEGATIVE_INFINITY)
        if (ageMs >= 0 && ageMs < KEY_BELIEVED_MS) return { keyHash, short: false }
      }
      return look(key, amountMicroUsd)
    },
  }
}
