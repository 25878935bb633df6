// Damaged archives that open must look the same to another reader: here to Python's, which is what
// installs wheels and sdists. What we refuse, it may read as it likes.

import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { ARCHIVE_LIMITS } from '../../src/artifact/bytes/archiveLimits.ts'
import { type FileTree, fileTree } from '../../src/artifact/bytes/fileTree.ts'
import { memorySource } from '../../src/artifact/bytes/randomAccess.ts'
import { ArchiveRefusal } from '../../src/artifact/bytes/refusal.ts'
import { openArtifact } from '../../src/artifact/openArtifact.ts'
import { readZip } from '../../src/artifact/zip/zip.ts'
import { mutatedTarball, mutatedWheel } from './mutatedArchives.ts'
import { randomFrom } from './mutations.ts'

const COUNT = Number(process.env['ASSAY_MUTATIONS'] ?? 1_000)
const SEED = Number(process.env['ASSAY_SEED'] ?? Date.now() % 1_000_000_007)
const NEVER = new AbortController().signal
const keep = () => true

// One archive a line in base64; one line of {path: base64} back, without the top folder of a tar.
const PYTHON = `
import base64, io, json, sys, tarfile, zipfile
for line in sys.stdin:
    kind, text = line.split()
    data = io.BytesIO(base64.b64decode(text))
    files = {}
    try:
        if kind == 'wheel':
            with zipfile.ZipFile(data) as z:
                for info in z.infolist():
                    if not info.is_dir():
                        files[info.filename] = z.read(info)
        else:
            with tarfile.open(fileobj=data, mode='r:gz') as t:
                for member in t:
                    if member.isfile():
                        # As pip does: the first component goes, whatever it is.
                        parts = [p for p in member.name.split('/')[1:] if p != '.']
                        files['/'.join(parts)] = t.extractfile(member).read()
        print(json.dumps({k: base64.b64encode(v).decode() for k, v in files.items()}))
    except Exception as error:
        print(json.dumps(repr(error)))
`

const hasPython = spawnSync('python3', ['--version']).status === 0

const READERS = [
  {
    kind: 'wheel',
    build: mutatedWheel,
    open: async (bytes: Buffer) => {
      const source = memorySource(bytes)
      const options = { source, root: 'none', keep, localHeaders: 'every' } as const
      return fileTree(await readZip({ ...options, limits: ARCHIVE_LIMITS }, NEVER))
    },
  },
  {
    kind: 'tarball',
    build: mutatedTarball,
    open: async (bytes: Buffer) => {
      const input = { kind: 'tarball', filename: 'demo-1.0.0.tgz', bytes, keep } as const
      return (await openArtifact(input, NEVER)).tree
    },
  },
] as const

function contentOf(tree: FileTree): Record<string, string> {
  const rows = tree.paths.map((path) => [
    path,
    Buffer.from(tree.read(path) ?? '').toString('base64'),
  ])
  return Object.fromEntries(rows)
}

test.skipIf(!hasPython).each(READERS)('$kind', async (reader) => {
  const lines: string[] = []
  const ours: Record<string, string>[] = []
  for (let i = 0; i < COUNT; i++) {
    const bytes = reader.build(randomFrom(SEED + i))
    try {
      ours.push(contentOf(await reader.open(bytes)))
      lines.push(`${reader.kind} ${bytes.toString('base64')}\n`)
    } catch (error) {
      if (!(error instanceof ArchiveRefusal)) throw error
    }
  }
  const options = { input: lines.join(''), maxBuffer: 2 ** 30 }
  const { stdout } = spawnSync('python3', ['-c', PYTHON], options)
  const theirs: unknown[] = stdout
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  console.log(`${reader.kind}: ${ours.length} of ${COUNT} opened, seed ${SEED}`)
  expect(ours.length).toBeGreaterThan(0)
  expect(theirs).toEqual(ours)
})
