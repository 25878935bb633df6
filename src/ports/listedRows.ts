// Rows of a list that came along, each read when somebody first asks for it.

export type ListedRows<T> = Pick<ReadonlyMap<string, T>, 'get' | 'has' | 'keys'>
