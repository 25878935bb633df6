// Archives as text: each file begins with a line `-- path --`, and what follows is its content.

export type TextFile = Readonly<{ path: string; content: string }>

/** Text before the first marker is a comment. A content that is not empty ends in a line feed. */
export function parseTxtar(text: string): readonly TextFile[] {
  const files: { path: string; content: string }[] = []
  for (const line of text.split(/(?<=\n)/)) {
    const marker = /^-- (.+) --\n?$/.exec(line)
    const current = files.at(-1)
    if (marker !== null) files.push({ path: marker[1] ?? '', content: '' })
    else if (current !== undefined) current.content += line
  }
  return files
}
