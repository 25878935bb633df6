// One method to sign, one field to say who did.

export interface Signer {
  /** Address of the verifier wallet, 0x and 40 lower-case hex digits. */
  readonly address: string
  /** EIP-191 signature over the bytes as a text message: 0x, 130 lower-case hex, low s, v 27/28. */
  sign(message: Uint8Array): string
}
