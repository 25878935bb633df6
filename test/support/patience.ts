// How long a test waits for anything: long enough that only a hang is reported, on any machine.

export const PATIENCE_MS = 20 * 60_000
