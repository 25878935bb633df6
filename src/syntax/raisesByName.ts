/** A function whose name says that to raise an error is what it is for (`fail`) does its work. */
export const RAISES_BY_NAME =
  /^_*(?:abort|assert|bail|crash|die|err|fail|invalid|never|panic|raise|reject|throw|todo|un(?:implement|reach|support)|not_?(?:implement|support))/i
