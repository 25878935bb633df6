// Which data folder a command uses. Only a service makes one in the folder that it is started in:
// questions are asked anywhere, and what they keep is the user's own.

import { hasOwnFiles, hasStore, isDataFolder, markDataFolder } from '../../app/hasStore.ts'
import { inProject, refuseProjectRegistry } from '../../app/inProject.ts'
import {
  type Config,
  ConfigError,
  cachesOf,
  type Environment,
  forQuestions,
  loadConfig,
  unnamedFolder,
} from '../../config.ts'
import { factsOf } from '../words/commands.ts'

/** There is nothing that an operator's command could be about. */
class NoStoreError extends Error {
  override readonly name = 'NoStoreError'
}

/** The settings of a command, with its data folder. Throws `ConfigError` and `NoStoreError`. */
export function settingsOf(
  command: string,
  environment: Environment,
  note: (text: string) => void,
): Config {
  const asWritten = loadConfig(environment)
  const { store, offline } = factsOf(command)
  if (asWritten.isOffline && offline === 'asks') {
    throw new ConfigError(
      `ASSAY_OFFLINE is on, and \`assay ${command}\` is there to ask registries`,
    )
  }
  if (command === 'serve') {
    refuseProjectRegistry(asWritten)
    const unnamed = unnamedFolder(environment)
    if (unnamed !== null) markDataFolder(unnamed, cachesOf(environment))
    return asWritten
  }
  const { dataDir, databaseUrl } = asWritten
  const isMissing = databaseUrl() === null && !hasStore(dataDir)
  if (store === 'operator') {
    if (!isMissing) return asWritten
    throw new NoStoreError(
      `no store in ${dataDir}; \`assay serve\` makes one, ASSAY_DATA_DIR or ASSAY_DATABASE_URL names another`,
    )
  }
  const settings = {
    ...loadConfig(forQuestions(isDataFolder, environment)),
    childrenStepBack: store === 'ahead',
  }
  if (store === 'ahead' && isMissing && settings.dataDir !== dataDir) {
    note(`assay: there is no store in ${dataDir}, so the one in ${settings.dataDir} is used`)
  }
  if (!isMissing && settings.dataDir !== dataDir && hasOwnFiles(dataDir)) {
    note(
      `assay: ${dataDir} was made by no service that this user has started here, so ${settings.dataDir} is used; ASSAY_DATA_DIR=./data uses it all the same`,
    )
  }
  const asked = inProject(settings)
  if (asked.note !== null) note(asked.note)
  return asked.config
}
