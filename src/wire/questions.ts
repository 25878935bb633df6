// The questions as they go over the wire, for TypeScript.

import type { Ecosystem } from './signed.ts'

export type PackageQuestion = Readonly<{ ecosystem: Ecosystem; name: string }>

export type SymbolQuestion = Readonly<{
  ecosystem: Ecosystem
  package: string
  symbol: string
  version?: string | null
}>

/** Symbols, or a question in words, or both. The files are sent, and neither stored nor logged. */
export type CardQuestion = Readonly<{
  ecosystem: Ecosystem
  package: string
  version?: string | null
  /** Manifests and lock files of the project: the release that they mean, where no version is said. */
  files?: readonly Readonly<{ path: string; content: string }>[] | null
  symbols?: readonly string[] | null
  question?: string | null
}>

export type DiffQuestion = Readonly<{
  ecosystem: Ecosystem
  package: string
  from_version: string
  to_version: string
}>

export type CheckQuestion = Readonly<{
  files: readonly Readonly<{ path: string; content: string }>[]
  /** Versions by name; `pypi:` or `npm:` before a name tells the two apart. */
  pins?: Readonly<Record<string, string>> | null
}>

export type CreditPackQuestion = Readonly<{ pack: '5' | '20' | '100'; key_sha256: string }>

/** The files are sent, and neither stored nor logged. */
export type UpgradeQuestion = DiffQuestion &
  Readonly<{ files: readonly Readonly<{ path: string; content: string }>[] }>

export type HistoryQuestion = Omit<SymbolQuestion, 'version'>

export type ImportQuestion = Readonly<{ ecosystem: Ecosystem; import: string }>
