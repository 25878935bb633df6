// The registries that the settings name, for scripts that measure.

import { loadConfig } from '../../../src/config.ts'
import { openRegistries } from '../../../src/registry/openRegistries.ts'

export function measuringRegistries() {
  const config = loadConfig(process.env)
  return openRegistries({
    machine: {
      env: config.environment(),
      homeDir: config.homeDir,
      projectDir: config.workingDir,
      execPath: process.execPath,
      platform: process.platform,
    },
    npmRegistry: config.npmRegistry(),
    pypiIndex: config.pypiIndex(),
    timeoutMs: config.registryTimeoutMs,
    userAgent: 'assay/measure',
    now: () => new Date(),
    random: Math.random,
  })
}
