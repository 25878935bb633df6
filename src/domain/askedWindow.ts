// When a registry said that something is not there. Time is cut into windows, so that all who ask
// within one say the same.

export type AskedWindow = Readonly<{
  /** Start of the window, in milliseconds. */
  askedAtMs: number
  windowMs: number
}>

/** The window that a moment lies in. */
export function askedWindow(atMs: number, windowMs: number): AskedWindow {
  return { askedAtMs: Math.floor(atMs / windowMs) * windowMs, windowMs }
}
