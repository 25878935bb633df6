// Files with requirements that a command names (`pip install -r`), and those that these name.

import { dirname, parse, resolve } from 'node:path'
import { FILE_MAX_BYTES, textOf } from './repository.mjs'

const FILES_MAX = 20
const INCLUDE = /^\s*(?:-r|--requirement(?=[\s=]))\s*=?\s*(\S.*?)\s*(?:\s#.*)?$/
const ADDRESS = /^[a-z][\w+.-]*:\/\//i

/** `texts` by the names that the command and the files have for them; `problems`: what was not read. */
export function listedIn({ path, folders }, folder) {
  const texts = new Map()
  const problems = []
  const seen = new Set()
  const waiting = [{ name: path, place: resolve(folder, ...folders, path) }]
  while (waiting.length > 0) {
    const { name, place } = waiting.shift()
    if (seen.has(place)) continue
    seen.add(place)
    if (seen.size > FILES_MAX) {
      problems.push(`${name}: more than ${FILES_MAX} files name one another`)
      break
    }
    const { text, problem } = textAt(place)
    if (problem !== null) {
      problems.push(`${name}: ${problem}`)
      continue
    }
    texts.set(name, withoutIncludes(text))
    for (const line of text.split(/\r\n?|\n/)) {
      const other = INCLUDE.exec(line)?.[1]?.replace(/^(["'])(.*)\1$/, '$2')
      if (other === undefined) continue
      if (ADDRESS.test(other)) problems.push(`${other}: a file at an address, which is not fetched`)
      else waiting.push({ name: other, place: resolve(dirname(place), other) })
    }
  }
  return { texts, problems }
}

/** They are read here, with what they mean from where they lie; lines stay where they are. */
const withoutIncludes = (text) =>
  text
    .split('\n')
    .map((line) => (/^\s*(?:-[rc]|--(?:requirement|constraint)[\s=])/.test(line) ? '' : line))
    .join('\n')

/** pip reads it wherever it lies, and so does this. */
function textAt(place) {
  try {
    const text = textOf(place, parse(place).root, FILE_MAX_BYTES)
    return { text, problem: text === null ? 'a file that is too large to be read' : null }
  } catch (error) {
    const isMissing = error?.code === 'ENOENT' || error?.code === 'ENOTDIR'
    return {
      text: null,
      problem: isMissing ? 'there is no such file' : 'a file that cannot be read',
    }
  }
}
