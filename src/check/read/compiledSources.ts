// Which files a compiler looks at: to code that nothing checks, a change of types alone means nothing.

import type { InputFile } from './readInput.ts'

const PLAIN = /\.[cm]?jsx?$/
/** Comments count only before the first statement. */
const HEAD = /^(?:\ufeff?#![^\n]*\n)?(?:\s|\/\/[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/
const CONFIGURATION = /(?:^|\/)[tj]sconfig(?:\.[\w-]+)*\.json$/

/** Everything but JavaScript that neither a comment nor a configuration has checked. */
export function compiledSources(files: readonly InputFile[]): (path: string) => boolean {
  const isChecked = files.some(
    ({ path, content }) => CONFIGURATION.test(path) && /"checkJs"\s*:\s*true/.test(content),
  )
  const unchecked = isChecked ? [] : files.filter((file) => PLAIN.test(file.path) && !asks(file))
  const plain = new Set(unchecked.map(({ path }) => path))
  return (path) => !plain.has(path)
}

function asks({ content }: InputFile): boolean {
  const [head = ''] = HEAD.exec(content) ?? []
  return /@ts-check\b/.test(head)
}
