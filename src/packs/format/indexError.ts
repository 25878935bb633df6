// Why an index is not taken. What it says is somebody else's: every message is made here.

/**
 * `refused`: what was fetched is not what its maker signed, or not from whom it should be.
 * `unavailable`: it could not be fetched. `untrusted`: nobody has said whom to trust.
 */
type IndexFault = 'refused' | 'unavailable' | 'untrusted'

export class IndexError extends Error {
  override readonly name = 'IndexError'
  readonly fault: IndexFault

  constructor(message: string, fault: IndexFault = 'refused', options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}
