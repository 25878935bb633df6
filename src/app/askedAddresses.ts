// Which addresses the registries are asked at, without what identifies whoever asks.

import type { Config } from '../config.ts'
import type { Ecosystem } from '../domain/names/packageName.ts'
import { npmAddress, pypiAddress } from '../registry/addresses.ts'
import { otherIndexes } from '../registry/fetch/userConfig.ts'
import { machineOf } from './inProject.ts'

/** Throws when an address that the user gave is none. */
export function askedAddresses(config: Config): Readonly<Record<Ecosystem, string>> {
  const machine = machineOf(config)
  return {
    pypi: pypiAddress(machine, config.pypiIndex()).index.baseUrl,
    npm: npmAddress(machine, config.npmRegistry()).endpoint.baseUrl,
  }
}

/** Who of the user's settings names another index besides, by ecosystem. */
export function otherIndexesHere(config: Config): Readonly<Partial<Record<Ecosystem, string>>> {
  try {
    return otherIndexes(machineOf(config), askedAddresses(config))
  } catch {
    // What is wrong with an address is told by whoever asks there.
    return {}
  }
}
