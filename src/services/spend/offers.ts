// What a service says it wants to be paid, read from its x402 discovery document and from the
// challenge of one of its resources. Both are a stranger's words: what does not have the form is
// passed over.

import type { MicroUsd } from '../../domain/money.ts'
import { isMembers } from '../../domain/texts/jsonValue.ts'

export type Offer = Readonly<{
  /** The address of the resource; null: of the document that has the offer. */
  resource: string | null
  /** In lower case. */
  payTo: string
  /** Null where the token is not one that we know the worth of. */
  amountMicroUsd: MicroUsd | null
}>

/** A token that is taken for dollars. */
export type KnownAsset = Readonly<{ network: string; address: string; decimals: number }>

const OFFERS_MAX = 1_000
/** 10^15 micro-dollars: past any price, and exact. */
const ATOMIC_DIGITS_MAX = 40

/** The offers in a discovery document or in a challenge, of version 1 or 2. */
export function offersIn(document: unknown, assets: readonly KnownAsset[]): readonly Offer[] {
  if (!isMembers(document)) return []
  const groups = [document['resources'], document['items'], document['endpoints']]
    .flatMap((group) => (Array.isArray(group) ? (group as readonly unknown[]) : []))
    .filter(isMembers)
  const found: Offer[] = []
  for (const holder of [document, ...groups]) {
    const accepts = holder['accepts']
    if (!Array.isArray(accepts)) continue
    for (const accept of accepts as readonly unknown[]) {
      const offer = isMembers(accept) ? readOffer(accept, resourceOf(holder), assets) : null
      if (offer !== null) found.push(offer)
      if (found.length >= OFFERS_MAX) return found
    }
  }
  return found
}

/** Version 1 writes an address, version 2 an object that has it as `url`. */
function resourceOf({ resource }: Readonly<Record<string, unknown>>): string | null {
  if (typeof resource === 'string') return resource
  return isMembers(resource) && typeof resource['url'] === 'string' ? resource['url'] : null
}

function readOffer(
  accept: Readonly<Record<string, unknown>>,
  holder: string | null,
  assets: readonly KnownAsset[],
): Offer | null {
  const payTo = accept['payTo']
  if (typeof payTo !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(payTo)) return null
  const resource = resourceOf(accept) ?? holder
  return { resource, payTo: payTo.toLowerCase(), amountMicroUsd: worth(accept, assets) }
}

function worth(
  accept: Readonly<Record<string, unknown>>,
  assets: readonly KnownAsset[],
): MicroUsd | null {
  const { network, asset } = accept
  const atomic = accept['amount'] ?? accept['maxAmountRequired']
  if (typeof atomic !== 'string' || typeof asset !== 'string') return null
  if (!/^\d+$/.test(atomic) || atomic.length > ATOMIC_DIGITS_MAX) return null
  const known = assets.find(
    (one) => one.address.toLowerCase() === asset.toLowerCase() && one.network === network,
  )
  if (known === undefined || known.decimals < 6) return null
  // Rounded up: a price is never said to be lower than it is.
  const unit = 10n ** BigInt(known.decimals - 6)
  const micro = (BigInt(atomic) + unit - 1n) / unit
  return micro <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(micro) : null
}

/** Offers for this very resource, where the document tells them apart. */
export function offersFor(url: URL, offers: readonly Offer[]): readonly Offer[] {
  const asked = placeOf(url)
  return offers.filter(
    ({ resource }) =>
      resource === null || (URL.canParse(resource) && placeOf(new URL(resource)) === asked),
  )
}

/** Queries choose what is asked for, not what it costs. */
function placeOf({ origin, pathname }: URL): string {
  return `${origin}${pathname.replace(/\/+$/, '')}`
}
