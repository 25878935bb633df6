// What tests of the log hand in. The seal is any: the store keeps what it is given.

import type { CheckpointMemory } from '../../src/log/integrate.ts'

export const OPEN = { isOpen: true, seal: new Uint8Array(32).fill(1) }
export const SEALED = { isOpen: false, seal: new Uint8Array(32).fill(2) }

export const NO_MEMORY: CheckpointMemory = { load: async () => null, save: async () => {} }
