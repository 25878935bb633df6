// How much of an answer goes into an agent's context (what is left out is counted and said), and how
// much is taken from a client.

export const DIFF_ROWS_DEFAULT = 40
export const DIFF_ROWS_LIMIT = 500
export const FINDINGS_SHOWN_MAX = 50
export const NEAR_NAMES_SHOWN_MAX = 5
/** Of texts that come from a package: signatures, messages, first lines of documentation. */
export const QUOTED_LENGTH_MAX = 300
/** A larger answer is handed over without its rows: the attestation and its signature. */
export const RECEIPT_SHOWN_MAX_BYTES = 32 * 1024
/** While a call is under way, to clients that asked to be told. */
export const PROGRESS_EVERY_MS = 1_000
/** Of one message on standard input: a check's files, with every character escaped. */
export const MESSAGE_MAX_BYTES = 8 * 1024 * 1024
/** For what is under way when standard input ends: a large release takes its time to be read. */
export const DRAIN_MAX_MS = 120_000
