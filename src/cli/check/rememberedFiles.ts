// Files of a check as another run has left them: of one that is as it was nothing is read before somebody
// asks for what was not kept of it.

import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type KeptLines, KeptMemory } from '../../check/plan/memory/keptMemory.ts'
import type { PlanGround } from '../../check/plan/planGround.ts'
import {
  type InputFile,
  joined,
  type ReadFile,
  type ReadInput,
  readFile,
  unreadInput,
  withIncluded,
} from '../../check/read/readInput.ts'
import { withoutMark } from '../../domain/texts/fileText.ts'
import { manifestKind } from '../../manifests/manifestKind.ts'
import { scriptHeader } from '../../manifests/scriptHeader.ts'
import { languageOf } from '../../references/languageOf.ts'
import type { ReadFiles } from './checkFiles.ts'

const FILES_AT_ONCE = 20

export function rememberedFiles(digests: ReadonlyMap<string, string>, kept: KeptLines | null) {
  const memory = loaded(kept)

  function readOne(file: InputFile): Readonly<{ read: ReadFile; isKept: boolean }> {
    const { path } = file
    const digest = digests.get(path) ?? ''
    const before = isOnlyCode(file)
      ? memory.restore(path, digest, () => readFile(file).sources[0]?.report ?? null)
      : null
    if (before !== null) {
      return { read: { path, sources: [before], manifests: [], isUnknown: false }, isKept: true }
    }
    const read = readFile(file)
    const [source, ...more] = read.sources
    if (source !== undefined && more.length === 0 && isOnlyCode(file)) memory.add(source, digest)
    return { read, isKept: false }
  }

  return {
    memory,
    async read(
      { files, unread }: Pick<ReadFiles, 'files' | 'unread'>,
      { signal, onRead }: Readonly<{ signal: AbortSignal; onRead: (count: number) => void }>,
    ): Promise<ReadInput> {
      const read: ReadFile[] = []
      let fresh = 0
      for (const file of withIncluded(files)) {
        const one = readOne(file)
        read.push(one.read)
        if (one.isKept) continue
        fresh += 1
        if (fresh % FILES_AT_ONCE !== 0) continue
        onRead(read.length)
        await setImmediate()
        signal.throwIfAborted()
      }
      onRead(read.length)
      const known = joined(read)
      const lost = unreadInput(unread)
      return {
        ...known,
        paths: [...known.paths, ...lost.paths],
        sources: [...known.sources, ...lost.sources],
        manifests: [...known.manifests, ...lost.manifests],
      }
    },
  }
}

/** A memory that cannot be read, by whatever it was written, is none. */
function loaded(kept: KeptLines | null): KeptMemory {
  const memory = new KeptMemory(textOfGround())
  if (kept === null) return memory
  try {
    memory.load(kept)
    return memory
  } catch {
    return new KeptMemory(textOfGround())
  }
}

/** Files that say nothing of others but by their code. */
function isOnlyCode({ path, content, isIncluded }: InputFile): boolean {
  const language = languageOf(path)
  if (language === null || isIncluded === true || manifestKind(path) !== null) return false
  return language !== 'python' || scriptHeader(path, withoutMark(content)) === null
}

function textOfGround(): (ground: PlanGround) => string {
  const known = new WeakMap<PlanGround, string>()
  return (ground) => {
    const before = known.get(ground)
    if (before !== undefined) return before
    const { manifests, paths, pins } = ground.of
    const hash = createHash('sha256').update(JSON.stringify([manifests, paths, pins]))
    const text = hash.digest('hex')
    known.set(ground, text)
    return text
  }
}
