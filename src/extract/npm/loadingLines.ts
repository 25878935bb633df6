// What the extractor of loading gives: one line for each entry point, sorted by subpath: how, a
// space, the subpath.

/** `require`: a module of CommonJS, or data. `import`: only a module of ECMAScript. */
export type Loading = 'require' | 'import'

const LINE = /^(require|import) (.+)$/

/** Reads the lines back. Throws when they are none: they come from a child process. */
export function parseLoading(output: Uint8Array): ReadonlyMap<string, Loading> {
  const lines = new TextDecoder('utf-8', { fatal: true }).decode(output).split('\n')
  if (lines.pop() !== '') throw new Error('loading: the last line has no end')
  return new Map(
    lines.map((line): [string, Loading] => {
      const [, how, subpath] = LINE.exec(line) ?? []
      if (subpath === undefined) throw new Error('loading: not a line of it')
      return [subpath, how === 'require' ? 'require' : 'import']
    }),
  )
}
