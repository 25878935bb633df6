// What keeps an upgrade from being safe although every use holds.

import { counted } from '../terminal/counted.ts'

export function heldWords(uses: number, caveat: string): string {
  return `all ${counted(uses, 'use')} hold by name and call; ${caveat}`
}
