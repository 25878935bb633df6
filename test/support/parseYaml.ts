// As much of YAML as the files of this repository use: maps, lists, plain and quoted scalars, flow
// lists of words, literal blocks. Anything else is thrown.

export type Yaml = string | readonly Yaml[] | { readonly [key: string]: Yaml }

type Line = Readonly<{ indent: number; text: string }>

export function parseYaml(source: string): Yaml {
  const lines = source.split('\n').map((text) => ({ indent: text.search(/\S|$/), text }))
  const state = { lines, at: 0 }
  const value = block(state, 0)
  skipEmpty(state)
  if (state.at < lines.length) throw new Error(`line ${state.at + 1} is not understood`)
  return value
}

type State = { readonly lines: readonly Line[]; at: number }

function skipEmpty(state: State): void {
  while (/^\s*(?:#.*)?$/.test(state.lines[state.at]?.text ?? 'x')) state.at += 1
}

function block(state: State, indent: number): Yaml {
  skipEmpty(state)
  const first = state.lines[state.at]
  if (first === undefined || first.indent < indent) throw new Error('a block is empty')
  return first.text.trimStart().startsWith('- ')
    ? list(state, first.indent)
    : map(state, first.indent)
}

function list(state: State, indent: number): readonly Yaml[] {
  const items: Yaml[] = []
  for (;;) {
    skipEmpty(state)
    const line = state.lines[state.at]
    if (line?.indent !== indent || !line.text.trimStart().startsWith('- ')) return items
    // The rest of the line is the first of a map that is two columns further in.
    const inner = { indent: indent + 2, text: line.text.replace('- ', '  ') }
    const rest = { lines: [...state.lines], at: state.at }
    rest.lines[state.at] = inner
    items.push(map(rest, indent + 2))
    state.at = rest.at
  }
}

function map(state: State, indent: number): Yaml {
  const found: Record<string, Yaml> = {}
  for (;;) {
    skipEmpty(state)
    const line = state.lines[state.at]
    if (line?.indent !== indent) return found
    const [, key, rest] = /^\s*([\w-]+):(?:\s+(.*))?$/.exec(line.text) ?? []
    if (key === undefined) throw new Error(`line ${state.at + 1} is not understood`)
    state.at += 1
    if (rest === undefined || rest === '') found[key] = block(state, indent + 1)
    else found[key] = rest === '|' ? literal(state, indent) : scalar(rest)
  }
}

function literal(state: State, above: number): string {
  const lines: string[] = []
  const indent = state.lines[state.at]?.indent ?? 0
  for (; state.at < state.lines.length; state.at += 1) {
    const line = state.lines[state.at]
    if (line === undefined || (line.text.trim() !== '' && line.indent <= above)) break
    lines.push(line.text.slice(indent))
  }
  return `${lines.join('\n').trimEnd()}\n`
}

function scalar(text: string): Yaml {
  if (/^\[.*\]$/.test(text)) {
    return text
      .slice(1, -1)
      .split(',')
      .map((one) => one.trim())
  }
  const quoted = /^'((?:[^']|'')*)'$/.exec(text)?.[1]
  if (quoted !== undefined) return quoted.replaceAll("''", "'")
  // Where YAML would see more than a word, the file has to say it otherwise.
  if (/^["&*!|>%@`{]|: | #/.test(text)) throw new Error(`a scalar that is not understood: ${text}`)
  return text
}
