// The targets of the moment: those of the file, which may change while the service runs, and the
// service itself.

import { selfTarget, type Target, type TargetFile } from './target.ts'
import { fileMark, loadTargets } from './targetFile.ts'

export function targetSource(parts: {
  /** Null: there is no file. */
  path: string | null
  /** The address of this service. */
  baseUrl: () => string
  onFailure: (error: unknown) => void
}) {
  const { path, baseUrl } = parts
  let mark: string | null = null
  let file: TargetFile = { targets: [], watchSelf: true }
  let self: Target | null = null
  let current: readonly Target[] = []

  function show(): readonly Target[] {
    const url = `${baseUrl()}/health`
    if (self?.url !== url) self = selfTarget(baseUrl())
    const wanted = file.watchSelf ? [self, ...file.targets] : file.targets
    // The same list while nothing changed.
    const isSame =
      wanted.length === current.length && wanted.every((one, index) => one === current[index])
    if (!isSame) current = wanted
    return current
  }

  /** Throws `TargetFileError` when there is no good file; what was loaded before stays. */
  async function load(): Promise<void> {
    if (path === null) return
    mark = await fileMark(path)
    file = await loadTargets(path)
  }

  return {
    load,
    /** Looks whether the file is another one; one that is not good changes nothing. */
    async targets(): Promise<readonly Target[]> {
      const isOld = path !== null && mark !== (await fileMark(path))
      if (isOld) await load().catch(parts.onFailure)
      return show()
    },
  }
}
