// What the service keeps. Everything here is small and exact; each group is one concern, and the
// contract suite in test/contract runs against every adapter.

import type { Ecosystem, PackageKey, PackageName } from '../domain/names/packageName.ts'
import type { ProofRow } from '../domain/proofChain.ts'
import type { Following, IngestedRelease, ModuleCounts, TableKey } from '../domain/release.ts'
import type { ChargeStore, CreditStore, LedgerStore } from './credits.ts'
import type { ExtractionStore } from './extraction.ts'
import type { LeafForm, LogStore } from './log.ts'
import type { PaymentStore } from './payments.ts'
import type { PendingStore } from './pending.ts'
import type { PulledStore } from './pulled.ts'
import type { RetractionStore } from './retractions.ts'
import type { WatchStore } from './watch.ts'

export type IndexedPackage = Readonly<{
  /** Head of the latest-version chain: the release that answers speak of. */
  head: ProofRow
  /** When the registry last confirmed that this is its latest release (ISO 8601, UTC). */
  checkedAt: string
}>

export type SavedLatest =
  | Readonly<{ change: 'same' | 'append'; indexed: IndexedPackage }>
  /**
   * A proof that is kept, of the chain or pinned, has other bytes under this name: an alarm row was
   * appended and the indexed release stands as it was. Null: there is no chain to append it to.
   */
  | Readonly<{ change: 'alarm'; indexed: IndexedPackage | null }>

/** A symbol table as it is kept: encoded, counted, and with what it was made from. */
export type EncodedTable = Readonly<{
  key: TableKey
  bytes: Uint8Array
  symbols: number
  /** Left out where nobody counted them. */
  modules?: ModuleCounts
  /** The files whose digests are in the key, and what could not be had. */
  following: Following
  /** ISO 8601, UTC. */
  madeAt: string
}>

/** Which other files the table of a file rests on. */
export type TableBasis = Following &
  Readonly<{
    /** How often it was tried to have all that is wanted, from 1. */
    tries: number
    /** Of the last try; ISO 8601, UTC. */
    triedAt: string
    /** The maker of the index that the table was pulled from; left out for one that was made here. */
    readBy?: string
  }>

export interface TableStore {
  /** Null as long as there is no table of the file. */
  basis(of: Omit<TableKey, 'dependencies'>): Promise<TableBasis | null>
  has(key: TableKey): Promise<boolean>
  load(key: TableKey): Promise<Uint8Array | null>
  /**
   * The first one of a file and an extractor fixes what was followed, and stands; every other one
   * is dropped. Only where something could not be had for a passing reason does a later one take
   * its place, if it lacks nothing like that or follows more files; else it counts as a try.
   */
  save(table: EncodedTable): Promise<void>
  /** Drops the table of a file and what was chosen for it: both are made anew by whoever asks next. */
  drop(of: Omit<TableKey, 'dependencies'>): Promise<void>
}

export interface PackageStore {
  load(key: PackageKey): Promise<IndexedPackage | null>
  /**
   * Appends to the chain when the release differs from its head, and keeps the table of the release
   * that is then indexed; all or nothing.
   */
  saveLatest(
    release: IngestedRelease,
    checkedAt: string,
    table?: EncodedTable | null,
  ): Promise<SavedLatest>
  /**
   * A pinned ingest: a per-version proof row, never a row of the chain, and its table. The first
   * write of an extractor wins; another extractor's takes its place, and so does a file where there
   * was none. `alarm`: as in `SavedLatest`; nothing of the release was kept.
   */
  savePinned(
    release: IngestedRelease,
    table?: EncodedTable | null,
  ): Promise<Readonly<{ change: 'pinned' | 'alarm' }>>
  loadPinned(key: PackageKey, version: string): Promise<IngestedRelease | null>
  /** Every release that is indexed, pinned or of the chain; of one version, the chain's newest. */
  releases(key: PackageKey): Promise<readonly IngestedRelease[]>
  /** Packages of which some release was read, in the order of ecosystem and name, after `after`. */
  known(page: Readonly<{ after: PackageKey | null; limit: number }>): Promise<readonly PackageKey[]>
  /** Heads of chains, in the order of ecosystem and name, from the package after `after` on. */
  heads(page: Readonly<{ after: PackageKey | null; limit: number }>): Promise<readonly ProofRow[]>
  /** Rows of the chain with `seq` above `afterSeq`, oldest first. */
  loadChain(
    key: PackageKey,
    page: Readonly<{ afterSeq: number; limit: number }>,
  ): Promise<readonly ProofRow[]>
  /**
   * Every package with a chain or with the head of one, in the order of ecosystem and name, after
   * `after`. `headSeq`: the row that answers rest on; null where there is none. Nothing is checked.
   */
  chains(
    page: Readonly<{ after: PackageKey | null; limit: number }>,
  ): Promise<readonly Readonly<{ key: PackageKey; headSeq: number | null }>[]>
  /** Size of the index. Symbols: definitions in all tables that are kept. */
  size(): Promise<Readonly<{ packages: number; releases: number; symbols: number }>>
  /** Of all tables whose modules were counted. */
  modules(): Promise<ModuleCounts>
}

/** A signed answer, kept so that it can be replayed, audited and retracted. */
export type SignedAnswer = Readonly<{
  attestationHash: string
  type: string
  verdict: string
  /** Canonical JSON: the signed bytes. */
  attestation: string
  signature: string
  /** The answer that `answer_sha256` speaks of, as canonical JSON. */
  answer: string
  signedAt: string
}>

export interface AnswerStore {
  /**
   * Idempotent: the same attestation is one row. Returns its index in the log, which it is given with
   * its row; the leaf that it was first given stands. Null where no log is kept: it has no index then.
   */
  save(answer: SignedAnswer, form: LeafForm | null): Promise<number | null>
  load(attestationHash: string): Promise<SignedAnswer | null>
  count(): Promise<number>
  /** Answers of these types whose hash comes after `afterHash`, in the order of hashes. */
  list(
    page: Readonly<{ types: readonly string[]; afterHash: string; limit: number }>,
  ): Promise<readonly SignedAnswer[]>
}

export interface QuotaStore {
  /** Takes one unit if fewer than `limit` are used; atomic over every node. */
  take(
    unit: Readonly<{ client: string; day: string; limit: number }>,
  ): Promise<Readonly<{ granted: boolean; used: number }>>
  /** Returns a unit whose call did not end in an answer. Never goes below zero. */
  giveBack(unit: Readonly<{ client: string; day: string }>): Promise<void>
  /** Forgets the counters of days before `day`. */
  purge(day: string): Promise<void>
}

export type PublishedVerifier = Readonly<{
  /** Signing address, lower case. */
  address: string
  validFrom: string
  /** Null while the key signs. */
  validUntil: string | null
}>

export interface VerifierStore {
  /** Makes `address` the current key; keys that were current until now end their validity. */
  publish(address: string, at: string): Promise<void>
  list(): Promise<readonly PublishedVerifier[]>
}

/** A file of a package that was fetched from its registry, and the digest that its bytes had. */
type FetchedFile = Readonly<{
  ecosystem: Ecosystem
  name: PackageName
  filename: string
  sha256: string
}>

export interface ProvenanceStore {
  /** The registry that the index of this ecosystem belongs to: the first one that was ever bound. */
  bindRegistry(ecosystem: Ecosystem, registry: string): Promise<string>
  /** A digest that the registry declared for the file with this sha256, such as `sha512:…`. */
  saveDeclared(sha256: string, declared: string): Promise<void>
  isDeclared(sha256: string, declared: string): Promise<boolean>
  /** All that were declared for the file, sorted. */
  declaredOf(sha256: string): Promise<readonly string[]>
  saveFetched(file: FetchedFile): Promise<void>
  isFetched(file: FetchedFile): Promise<boolean>
}

export interface LeaseStore {
  /**
   * True when the lease is ours now: it was free, its time was over, or it was ours already. Time
   * is the store's, not the caller's. One that ends more than two `leaseMs` ahead is over as well.
   */
  take(lease: Readonly<{ key: string; owner: string; leaseMs: number }>): Promise<boolean>
  /** Ends our lease early. Somebody else's stays. */
  giveUp(lease: Readonly<{ key: string; owner: string }>): Promise<void>
  /** Removes leases that are over, at most `limit`; returns how many. `leaseMs`: their length. */
  sweep(bounds: Readonly<{ leaseMs: number; limit: number }>): Promise<number>
}

export interface Store {
  /** `sqlite` or `postgres`, for people to read. */
  readonly kind: string
  readonly packages: PackageStore
  readonly answers: AnswerStore
  readonly log: LogStore
  readonly retractions: RetractionStore
  readonly quota: QuotaStore
  readonly credits: CreditStore
  readonly charges: ChargeStore
  readonly payments: PaymentStore
  readonly pending: PendingStore
  readonly ledger: LedgerStore
  readonly verifiers: VerifierStore
  readonly leases: LeaseStore
  readonly provenance: ProvenanceStore
  readonly extractions: ExtractionStore
  readonly tables: TableStore
  readonly pulled: PulledStore
  readonly watch: WatchStore
  /** Throws when the store cannot answer, or cannot be written to. */
  ping(): Promise<void>
  close(): Promise<void>
}
