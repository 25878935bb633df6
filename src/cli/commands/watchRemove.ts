// assay watch remove: a target out of the file.

import type { Config } from '../../config.ts'
import { removeTarget } from '../../services/watch/targetFile.ts'
import { EXIT, type ExitStatus, type Output } from '../terminal/output.ts'

export async function removeWatch(
  { file }: Readonly<{ file?: string }>,
  id: string,
  { config, out }: Readonly<{ config: () => Config; out: Output }>,
): Promise<ExitStatus> {
  const path = file ?? config().watch.file
  if (path === null) return out.usage('assay: set ASSAY_WATCH_FILE or pass --file')
  if (!(await removeTarget(path, id))) {
    out.note(`assay: ${path} has no target ${JSON.stringify(id)}`)
    return EXIT.no
  }
  out.note(`removed ${id} from ${path}; what was measured of it stays`)
  return EXIT.yes
}
