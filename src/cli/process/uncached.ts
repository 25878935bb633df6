// --no-cache: a data folder that holds nothing yet and is gone at the end.

import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, ConfigError } from '../../config.ts'

export type Uncached = Readonly<{ config: Config; remove: () => Promise<void> }>

/** Answers are signed with the key that there is, if there is one. Throws `ConfigError`. */
export async function uncached(config: Config): Promise<Uncached> {
  if (config.databaseUrl() !== null) {
    throw new ConfigError('ASSAY_DATABASE_URL names the store, and --no-cache is to use none')
  }
  const key = join(config.dataDir, 'verifier.key')
  const isKeyThere = config.verifierKey() === null && existsSync(key)
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-no-cache-'))
  return {
    config: {
      ...config,
      dataDir,
      verifierKeyFile: config.verifierKeyFile ?? (isKeyThere ? key : null),
    },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  }
}
