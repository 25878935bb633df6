// Who asks, as far as the work behind an answer needs to know.

/** A free caller is named, because nobody may fill the queue alone. */
export type Caller = Readonly<{ signal: AbortSignal; client?: string | null }>
