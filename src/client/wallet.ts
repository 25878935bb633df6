// What pays: a wallet, and the token that it pays with.

/** A local account of viem's is one. */
export type Wallet = Readonly<{
  address: `0x${string}`
  signTypedData(typed: {
    domain: Record<string, unknown>
    types: Record<string, unknown>
    primaryType: string
    message: Record<string, unknown>
  }): Promise<`0x${string}`>
}>

/** A token that is worth a dollar, and moves by signature (EIP-3009). */
export type PaymentToken = Readonly<{
  /** Such as `eip155:8453`. */
  network: string
  address: string
  decimals: number
}>
