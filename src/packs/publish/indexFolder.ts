// The folder of an index. Every file but the root is named by its digest and never changes; the root
// is put in place last, so that whoever reads it finds all that it names.

import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { orMissing } from '../../domain/fileFault.ts'
import { type FileKind, FOLDERS, packPath, ROOT_PATH } from '../format/packPaths.ts'
import { decodeRoot, type IndexRoot } from '../format/root.ts'

export type IndexFolder = ReturnType<typeof indexFolder>

/** A file that was on its way when we were ended. */
const OWN_TEMPORARY = /(?:^|\.)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/

export function indexFolder(folder: string) {
  async function put(path: string, bytes: Uint8Array | string): Promise<void> {
    const temporary = `${join(folder, path)}.${randomUUID()}.tmp`
    const handle = await open(temporary, 'wx')
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, join(folder, path))
  }

  async function has(kind: FileKind, sha256: string, bytes: number): Promise<boolean> {
    return (await orMissing(stat(join(folder, packPath(kind, sha256)))))?.size === bytes
  }

  return {
    async prepare(): Promise<void> {
      for (const kind of Object.values(FOLDERS))
        await mkdir(join(folder, kind), { recursive: true })
    },
    /** Null where there is none yet. Throws `IndexError` for one that is none. */
    async root(): Promise<IndexRoot | null> {
      const text = await orMissing(readFile(join(folder, ROOT_PATH), 'utf8'))
      return text === null ? null : decodeRoot(text)
    },
    putRoot: (text: string) => put(ROOT_PATH, text),
    has,
    read: (kind: FileKind, sha256: string) => readFile(join(folder, packPath(kind, sha256))),
    async put(kind: FileKind, sha256: string, bytes: Uint8Array): Promise<void> {
      if (!(await has(kind, sha256, bytes.length))) await put(packPath(kind, sha256), bytes)
    },
    /** A file of this machine, copied; its digest and its size. */
    async putFile(kind: FileKind, path: string): Promise<{ sha256: string; bytes: number }> {
      const temporary = join(folder, FOLDERS[kind], `${randomUUID()}.tmp`)
      try {
        await copyFile(path, temporary)
        const sum = createHash('sha256')
        let bytes = 0
        for await (const chunk of createReadStream(temporary)) {
          sum.update(chunk)
          bytes += chunk.length
        }
        const sha256 = sum.digest('hex')
        await rename(temporary, join(folder, packPath(kind, sha256)))
        return { sha256, bytes }
      } finally {
        await rm(temporary, { force: true })
      }
    },
    /** Removes files that are not named; what is no file of an index stays. */
    async removeOthers(kind: FileKind, named: ReadonlySet<string>): Promise<number> {
      let removed = 0
      for (const file of await readdir(join(folder, FOLDERS[kind]))) {
        const [, sha256] = /^([0-9a-f]{64})\.\w+$/.exec(file) ?? []
        const isLeft = OWN_TEMPORARY.test(file)
        if (!isLeft && (sha256 === undefined || named.has(sha256))) continue
        await rm(join(folder, FOLDERS[kind], file), { force: true })
        removed += 1
      }
      return removed
    },
  }
}
