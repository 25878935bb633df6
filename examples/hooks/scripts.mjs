// What files besides code have a shell run: scripts, Makefiles, and the files that images are built by.

const SCRIPT = /\.(?:ba|z|k|da)?sh$/
const IMAGE = /(?:^|[/\\])(?:Dockerfile|Containerfile)(?:\.[\w.-]+)?$|\.(?:docker|container)file$/i
const MAKE = /(?:^|[/\\])(?:GNUm|[mM])akefile$|\.mk$|(?:^|[/\\])\.?[jJ]ustfile$/

/** Null for a file of another kind. `isOfImage`: it runs in an image, which may have settings of its own. */
export function scriptIn(path, text) {
  if (IMAGE.test(path)) return { script: ofImage(text), isOfImage: true }
  if (MAKE.test(path)) return { script: ofMake(text), isOfImage: false }
  const isScript = SCRIPT.test(path) || /^#!.*\b(?:ba|z|k|da)?sh\b/.test(text.slice(0, 200))
  return isScript ? { script: text, isOfImage: false } : null
}

/** The recipes: lines that begin with white space. `$$` is a dollar sign for the shell. */
function ofMake(text) {
  const lines = text.split(/\r\n?|\n/).filter((line) => /^[ \t]+\S/.test(line))
  return lines.map((line) => line.replace(/^\s*[@+-]*\s*/, '').replaceAll('$$', '$')).join('\n')
}

/** `RUN`, and the variables that stand before it. */
function ofImage(text) {
  const joined = text.replace(/\\[ \t]*\r?\n(?:[ \t]*#.*\n)*/g, ' ')
  const found = []
  let end = null
  for (const line of joined.split(/\r\n?|\n/)) {
    if (end !== null) {
      found.push(line)
      if (line.trim() === end) end = null
      continue
    }
    const [, word = '', rest = ''] = /^\s*([A-Za-z]+)\s+(.*)$/s.exec(line) ?? []
    if (/^(?:env|arg)$/i.test(word))
      found.push(`export ${rest.replace(/^(\w+)\s+(?!\w+=)/, '$1=')}`)
    if (!/^run$/i.test(word)) continue
    const bare = rest.replace(/^(?:--[\w-]+(?:=\S+)?\s+)+/, '')
    // `RUN <<END`: the lines that follow are the script.
    const handed = /^<<-?["']?(\w+)["']?\s*$/.exec(bare)?.[1]
    end = /<<-?["']?(\w+)["']?/.exec(bare)?.[1] ?? null
    found.push(handed === undefined ? wordsOf(bare) : `sh ${bare}`)
  }
  return found.join('\n')
}

/** `["pip", "install", "x"]` */
function wordsOf(text) {
  try {
    const words = JSON.parse(text)
    if (!Array.isArray(words)) return text
    return words.map((word) => `'${String(word).replaceAll("'", "'\\''")}'`).join(' ')
  } catch {
    return text
  }
}
