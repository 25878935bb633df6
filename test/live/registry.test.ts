// The clients against the real registries, as this machine reaches them. What is asserted here has
// held for years; versions are compared with a lower bound, because they move.

import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { gte } from '@renovatebot/pep440'
import { gte as semverGte } from 'semver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWheel } from '../../src/artifact/openArtifact.ts'
import {
  type Ecosystem,
  type PackageName,
  parsePackageName,
} from '../../src/domain/names/packageName.ts'
import type { ProjectLookup } from '../../src/ports/registry.ts'
import { openRegistries } from '../../src/registry/openRegistries.ts'

let registries: ReturnType<typeof openRegistries>

beforeAll(() => {
  registries = openRegistries({
    machine: {
      env: process.env,
      homeDir: homedir(),
      projectDir: process.cwd(),
      execPath: process.execPath,
      platform: process.platform,
    },
    npmRegistry: null,
    pypiIndex: null,
    timeoutMs: 60_000,
    userAgent: 'assay live test',
    now: () => new Date(),
    random: Math.random,
  })
})

afterAll(() => registries.close())

const never = () => new AbortController().signal

function named(ecosystem: Ecosystem, written: string): PackageName {
  const name = parsePackageName(ecosystem, written)
  if (name === null) throw new Error(`${written} is no name`)
  return name
}

function lookup(ecosystem: Ecosystem, written: string): Promise<ProjectLookup> {
  return registries[ecosystem].lookup(named(ecosystem, written), never())
}

describe('packages that exist', () => {
  const ROWS = [
    { ecosystem: 'npm', name: 'express', atLeast: '5.0.0', filename: /^express-5\.\d+\.\d+\.tgz$/ },
    {
      ecosystem: 'npm',
      name: '@types/node',
      atLeast: '24.0.0',
      filename: /^node-\d+\.\d+\.\d+\.tgz$/,
    },
    {
      ecosystem: 'npm',
      name: 'JSONStream',
      atLeast: '1.3.5',
      filename: /^JSONStream-1\.\d+\.\d+\.tgz$/,
    },
    { ecosystem: 'npm', name: 'left-pad', atLeast: '1.3.0', filename: /^left-pad-1\.3\.0\.tgz$/ },
    {
      ecosystem: 'pypi',
      name: 'requests',
      atLeast: '2.32',
      filename: /^requests-.*-py3-none-any\.whl$/,
    },
    { ecosystem: 'pypi', name: 'PyYAML', atLeast: '6.0', filename: /manylinux.*x86_64.*\.whl$/i },
    {
      ecosystem: 'pypi',
      name: 'zope.interface',
      atLeast: '7.0',
      filename: /^zope_interface-.*\.whl$/,
    },
    { ecosystem: 'pypi', name: 'docopt', atLeast: '0.6.2', filename: /^docopt-0\.6\.2\.tar\.gz$/ },
  ] as const
  test.each(ROWS)('$ecosystem $name', async ({ ecosystem, name, atLeast, filename }) => {
    const found = await lookup(ecosystem, name)
    if (!found.found || !found.latest?.artifact) throw new Error(JSON.stringify(found))
    const { version, artifact } = found.latest
    const isNewEnough = ecosystem === 'npm' ? semverGte(version, atLeast) : gte(version, atLeast)
    expect([found.status, isNewEnough]).toEqual([null, true])
    expect(artifact.filename).toMatch(filename)
    const fetched = await registries[ecosystem].fetchArtifact(artifact, never())
    expect(fetched.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(fetched.digest).toBe('computed')
    if (artifact.sizeBytes !== null) expect(fetched.sizeBytes).toBe(artifact.sizeBytes)
  })

  test('a known release has the digest that it always had', async () => {
    const found = await lookup('npm', 'left-pad')
    if (!found.found || !found.latest?.artifact) throw new Error(JSON.stringify(found))
    expect(found.latest.artifact.digests.sha1).toBe('5b8a3a7765dfe001261dde915589e782f8c94d1e')
  })

  test('torch: half a gigabyte is described and not downloaded', async () => {
    const found = await lookup('pypi', 'torch')
    if (!found.found || !found.latest?.artifact) throw new Error(JSON.stringify(found))
    const { artifact } = found.latest
    expect(artifact.filename).toMatch(/-cp3\d+-cp3\d+-manylinux.*_x86_64\.whl$/)
    const fetched = await registries.pypi.fetchArtifact(artifact, never())
    expect(fetched).toMatchObject({ digest: 'declared', sha256: artifact.digests.sha256 })
    expect(fetched.sizeBytes).toBeGreaterThan(100_000_000)
  })
})

describe('large wheels in parts', () => {
  test.each(['torch', 'tensorflow'])('%s: under a tenth of its bytes', async (name) => {
    const found = await lookup('pypi', name)
    if (!found.found || !found.latest?.artifact) throw new Error(JSON.stringify(found))
    const { artifact } = found.latest
    const source = await registries.pypi.openRanges(artifact, never())
    if (source === null) throw new Error('the file host serves no parts')
    const { filename } = artifact
    const { tree } = await openWheel({ filename, source, localHeaders: 'kept' }, never())
    const { requests, bytes } = source.fetched()
    source.close()
    const share = bytes / source.sizeBytes
    const { files, keptFiles, keptBytes } = tree.counts
    console.info({ filename, sizeBytes: source.sizeBytes, requests, bytes, share })
    console.info({ files, keptFiles, keptBytes })
    expect(source.artifact).toMatchObject({ digest: 'declared', sha256: artifact.digests.sha256 })
    expect(source.sizeBytes).toBeGreaterThan(100_000_000)
    expect(tree.read(`${name}/__init__.py`)?.length).toBeGreaterThan(1_000)
    expect(share).toBeLessThan(0.1)
  })
})

describe('one version', () => {
  const ROWS = [
    ['pypi', 'requests', '2.31', '2.31.0 requests-2.31.0-py3-none-any.whl'],
    ['pypi', 'requests', '2.32.0', '2.32.0 requests-2.32.0-py3-none-any.whl yanked'],
    ['pypi', 'zope.interface', 'v6', '6.0 zope.interface-6.0'],
    ['pypi', 'requests', '99.0', 'no version'],
    ['npm', 'left-pad', 'v1.3.0', '1.3.0 left-pad-1.3.0.tgz'],
    ['npm', '@types/node', '20.0.0', '20.0.0 node-20.0.0.tgz'],
    ['npm', 'express', '99.0.0', 'no version'],
    ['npm', 'express', 'latest', 'no version'],
  ] as const
  test.each(ROWS)('%s %s %s: %s', async (ecosystem, name, version, expected) => {
    const found = await registries[ecosystem].release(named(ecosystem, name), version, never())
    const told = found.found
      ? [
          found.release.version,
          found.release.artifact?.filename,
          found.release.yanked !== undefined && 'yanked',
          found.release.deprecation !== undefined && 'deprecated',
        ]
      : ['no', found.missing]
    const text = told.filter(Boolean).join(' ')
    expect(text.startsWith(expected), text).toBe(true)
  })
})

describe('names that the registry holds back', () => {
  test.each(['crossenv', 'babelcli'])('npm %s is a security placeholder', async (name) => {
    expect(await lookup('npm', name)).toMatchObject({ found: true, status: 'security_placeholder' })
  })
})

function facts<T>(file: string): T[] {
  const text = readFileSync(new URL(`../facts/${file}`, import.meta.url), 'utf8')
  // The files are kept by hand and described in the README beside them.
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}

type Invented = Readonly<{ ecosystem: Ecosystem; name: string; expect: 'absent' }>

test('names that models invent are absent', async () => {
  const present: string[] = []
  const rows = facts<Invented>('hallucinated_names_sample_vdb.jsonl')
  for (const { ecosystem, name } of rows) {
    const answer = await lookup(ecosystem, name)
    if (answer.found) present.push(`${ecosystem}:${name}`)
  }
  expect(rows).toHaveLength(34)
  // Anybody may register one of them; more than a few would mean that we see what is not there.
  expect(present.length, present.join(' ')).toBeLessThanOrEqual(3)
})

type Placeholder = Readonly<{
  ecosystem: Ecosystem
  name: string
  expect: 'security_placeholder' | 'deprecated_points_elsewhere'
}>

test('placeholders never look like ordinary packages; deprecated ones are there', async () => {
  const wrong: string[] = []
  for (const { ecosystem, name, expect: kind } of facts<Placeholder>(
    'npm_placeholders_and_redirects.jsonl',
  )) {
    const answer = await lookup(ecosystem, name)
    const isOrdinary = answer.found && answer.status === null && answer.latest !== null
    // Mirrors may leave a placeholder's release out, or the whole name.
    if (isOrdinary !== (kind === 'deprecated_points_elsewhere')) wrong.push(name)
  }
  expect(wrong).toEqual([])
})
