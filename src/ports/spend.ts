// What a check of a payee asks of the world.

/** A document that a service gave, parsed, with the digest of its bytes. */
export type ServiceDocument = Readonly<{ url: string; sha256: string; value: unknown }>

export type ServiceWords = Readonly<{
  /** `not_public`: it leads to an address that we do not talk to. */
  reached: 'yes' | 'no' | 'not_public'
  /** What it lists at its well-known place; null for nothing that can be read. */
  discovery: ServiceDocument | null
  /** What the resource itself asks for, when it wants to be paid. */
  challenge: ServiceDocument | null
}>

export interface ServiceDocuments {
  /** Never throws for what the service does; throws only when `signal` ends it. */
  ask(url: URL, signal: AbortSignal): Promise<ServiceWords>
}

/** What the watchtower last found of the service at an origin; null where it is not watched. */
export type WatchedVerdict = (
  origin: string,
) => Promise<'up' | 'degraded' | 'down' | 'unknown' | null>
