// What the extractor of loading gives: one line for each path that can be loaded, sorted by subpath: how,
// a space, the subpath. Where there are more than are listed, the last line says so.

/** `require`: a module of CommonJS, or data. `import`: only a module of ECMAScript. */
export type Loading = 'require' | 'import'

/** By subpath. `isWhole`: no other path can be loaded. */
export type Loadings = Readonly<{ by: ReadonlyMap<string, Loading>; isWhole: boolean }>

export const CUT_LINE = 'cut'
const LINE = /^(require|import) (.+)$/

/** Reads the lines back. Throws when they are none: they come from a child process. */
export function parseLoading(output: Uint8Array): Loadings {
  const lines = new TextDecoder('utf-8', { fatal: true }).decode(output).split('\n')
  if (lines.pop() !== '') throw new Error('loading: the last line has no end')
  const isWhole = lines.at(-1) !== CUT_LINE
  if (!isWhole) lines.pop()
  const by = lines.map((line): [string, Loading] => {
    const [, how, subpath] = LINE.exec(line) ?? []
    if (subpath === undefined) throw new Error('loading: not a line of it')
    return [subpath, how === 'require' ? 'require' : 'import']
  })
  return { by: new Map(by), isWhole }
}
