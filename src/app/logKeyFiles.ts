// The files of the key of a log: the one that signs, the one that will, and the one that did.

import { basename, dirname, join } from 'node:path'
import { LOG_KEY_FILE_NAME } from '../attest/keyFile.ts'
import type { Config } from '../config.ts'

export function logKeyFiles({ dataDir, logKeyFile }: Pick<Config, 'dataDir' | 'logKeyFile'>) {
  const path = logKeyFile ?? join(dataDir, LOG_KEY_FILE_NAME)
  const [folder, name] = [dirname(path), basename(path)]
  const nextName = `${name}.next`
  return { path, folder, nextName, next: join(folder, nextName), retired: `${path}.retired` }
}
