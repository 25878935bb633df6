// Tarballs from the registry that npm is set up to use, each downloaded once into a folder.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { maxSatisfying } from 'semver'
import { openArtifact } from '../../../src/artifact/openArtifact.ts'
import type { OpenedDependency } from '../../../src/extract/extractor.ts'

const FETCH_MAX_MS = 60_000
const ABBREVIATED = 'application/vnd.npm.install-v1+json'

type Document = Readonly<{
  'dist-tags'?: Readonly<Record<string, string>>
  versions?: Readonly<Record<string, Readonly<{ dist: Readonly<{ tarball: string }> }>>>
}>

export class RegistryFiles {
  readonly #folder: string
  readonly #registry: string
  readonly #documents = new Map<string, Promise<Document | null>>()

  constructor(folder: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true })
    const said = execFileSync('npm', ['config', 'get', 'registry'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    this.#registry = said.toString().trim().replace(/\/$/, '')
  }

  /** The newest release that one of the ranges allows, the first range first; null for none. */
  async open(name: string, ranges: readonly string[]): Promise<OpenedDependency | null> {
    const document = await this.#document(name)
    const versions = Object.keys(document?.versions ?? {})
    for (const range of ranges) {
      const version =
        document?.['dist-tags']?.[range] ?? maxSatisfying(versions, range, { loose: true })
      const url = version === null ? undefined : document?.versions?.[version]?.dist.tarball
      if (version !== null && url !== undefined) return this.#open(name, version, url)
    }
    return null
  }

  async #open(name: string, version: string, url: string): Promise<OpenedDependency> {
    const filename = `${name.replace('/', '+')}@${version}.tgz`
    const file = join(this.#folder, filename)
    if (!existsSync(file)) writeFileSync(file, await bytesOf(await fetchWell(url)))
    const bytes = readFileSync(file)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const input = { kind: 'tarball', filename, bytes } as const
    const { tree, wheel, said } = await openArtifact(input, AbortSignal.timeout(FETCH_MAX_MS))
    return { kind: 'tarball', filename, sha256, tree, wheel, said, name, version }
  }

  #document(name: string): Promise<Document | null> {
    const there = this.#documents.get(name) ?? this.#fetchDocument(name)
    this.#documents.set(name, there)
    return there
  }

  async #fetchDocument(name: string): Promise<Document | null> {
    const url = `${this.#registry}/${name.replace('/', '%2f')}`
    const response = await fetchWell(url, { accept: ABBREVIATED })
    return response.status === 404 ? null : ((await response.json()) as Document)
  }
}

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer())
}

async function fetchWell(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(FETCH_MAX_MS) })
  if (!response.ok && response.status !== 404)
    throw new Error(`the registry said ${response.status}`)
  return response
}
