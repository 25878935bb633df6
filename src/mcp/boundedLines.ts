// A stream of bytes as lines. Of a line that is too long nothing is kept: it is told once, and
// reading goes on with the next one.

const LINE_END = 0x0a

type LineEvents = Readonly<{
  maxBytes: number
  line(bytes: Buffer): void
  tooLong(): void
}>

export function boundedLines({ maxBytes, line, tooLong }: LineEvents) {
  let kept: Buffer[] = []
  let keptBytes = 0

  function keep(part: Buffer): void {
    keptBytes += part.length
    if (keptBytes > maxBytes) kept = []
    else kept.push(part)
  }

  function finish(): void {
    const [bytes, isTooLong] = [Buffer.concat(kept), keptBytes > maxBytes]
    kept = []
    keptBytes = 0
    if (isTooLong) tooLong()
    else line(bytes)
  }

  return {
    push(chunk: Buffer): void {
      let start = 0
      for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, start)) {
        keep(chunk.subarray(start, end))
        finish()
        start = end + 1
      }
      if (start < chunk.length) keep(chunk.subarray(start))
    },
    /** What stands after the last line end is a line too. */
    end: finish,
  }
}
