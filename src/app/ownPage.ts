// Where the pages lie that came with the program, for whoever asks without a service.

import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'

/** `address`: of a page, below that of a service, as `domain/docsAddress.ts` has it. */
export function ownPage(address: string): string {
  const [path = '', anchor] = address.slice(1).split('#')
  const file = ownFile(`${path}.md`)
  return anchor === undefined ? file : `${file}#${anchor}`
}

/** A file that came with the program, by its path. */
export function ownFile(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url))
}

/** At the service, where the settings name one. */
export function docsAt({ baseUrl }: Pick<Config, 'baseUrl'>): (address: string) => string {
  return baseUrl === null ? ownPage : (address) => `${baseUrl}${address}`
}
