// Pins as people write them, one on each line: `pandas==2.1.0`, `chalk@5.0.0`, `click 8.1`.

const PIN = /^\s*(@?[^@=#<>~!\s]+?)\s*(?:===?|@|\s)\s*v?(\d\S*)\s*$/

/** Lines that are none are left out. */
export function pinsIn(text: string): Readonly<Record<string, string>> {
  const pins = text.split('\n').flatMap((line) => {
    const [, name, version] = PIN.exec(line) ?? []
    return name === undefined || version === undefined ? [] : [[name, version] as const]
  })
  return Object.fromEntries(pins)
}
