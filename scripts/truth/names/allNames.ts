// Every name of a set, as a list of texts.

import { readFile } from 'node:fs/promises'
import { eachDawgName } from '../../../src/names/near/dawgNames.ts'
import { decodeNameFile } from '../../../src/names/stored/nameFile.ts'

export async function allNames(path: string): Promise<string[]> {
  const { sections } = decodeNameFile(await readFile(path))
  const names: string[] = []
  eachDawgName(sections.forward, (codes, length) => {
    names.push(Buffer.from(codes.subarray(0, length)).toString('latin1'))
  })
  const odd = Buffer.from(sections.odd).toString('utf8').split('\n')
  return names.concat(odd.filter((name) => name !== ''))
}
