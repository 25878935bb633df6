// The text of a file that holds code or names packages, as the tools of its language read it.

/** Or why there is none; a verb goes first. */
type FileText = Readonly<{ content: string }> | Readonly<{ problem: string }>

/** Characters that are looked at to tell text from something else. */
const SAMPLE_LENGTH = 1_024

/** Without the mark of the encoding: no editor counts it as a column. */
export function fileText(path: string, bytes: Uint8Array): FileText {
  const utf16 = utf16Of(bytes)
  // The compiler of TypeScript and pip read it.
  if (utf16 !== null && /\.pyi?$/.test(path)) {
    return { problem: 'is in UTF-16, which Python does not read' }
  }
  const content = new TextDecoder(utf16 ?? 'utf-8').decode(bytes)
  return isText(content) ? { content } : { problem: 'is no text in UTF-8' }
}

export function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/** UTF-16 without its mark, read as UTF-8, is half zeros. A few of them stand in honest texts. */
function isText(content: string): boolean {
  const sample = content.slice(0, SAMPLE_LENGTH)
  return sample.split('\0').length - 1 <= sample.length / 8
}
