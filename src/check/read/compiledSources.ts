// Which files a compiler looks at: to code that nothing checks, a change of types alone means nothing.

import type { InputFile } from './readInput.ts'

const PLAIN = /\.[cm]?jsx?$/
/** Components say it of their scripts. */
const COMPONENT = /\.(?:vue|svelte)$/
const TYPED = /<script\b[^>]*\blang\s*=\s*["']?(?:ts|typescript)/i
/** Comments count only before the first statement. */
const HEAD = /^(?:\ufeff?#![^\n]*\n)?(?:\s|\/\/[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/
const CONFIGURATION = /(?:^|\/)[tj]sconfig(?:\.[\w-]+)*\.json$/

/** Everything but JavaScript that neither a comment nor a configuration has checked. */
export function compiledSources(files: readonly InputFile[]): (path: string) => boolean {
  const isChecked = files.some(
    ({ path, content }) => CONFIGURATION.test(path) && /"checkJs"\s*:\s*true/.test(content),
  )
  const unchecked = isChecked ? [] : files.filter((file) => isPlain(file) && !asks(file))
  const plain = new Set(unchecked.map(({ path }) => path))
  return (path) => !plain.has(path)
}

function isPlain({ path, content }: InputFile): boolean {
  return PLAIN.test(path) || (COMPONENT.test(path) && !TYPED.test(content))
}

function asks({ content }: InputFile): boolean {
  const [head = ''] = HEAD.exec(content) ?? []
  return /@ts-check\b/.test(head)
}
