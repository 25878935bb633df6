/** Bytes that are not a table, or a table that breaks its own rules. */
export class TableError extends Error {
  override readonly name = 'TableError'

  constructor(detail: string, options?: ErrorOptions) {
    super(`symbol table: ${detail}`, options)
  }
}
