// A receipt on its way from one page to the one that checks it. It stays in this tab.

const KEY = 'receipt'

export function keepReceipt(text: string): void {
  try {
    sessionStorage.setItem(KEY, text)
  } catch {
    // Larger than a tab may keep: the form stays empty, and the receipt can be pasted.
  }
}

/** The receipt that was kept, once. */
export function takeReceipt(): string | null {
  try {
    const text = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return text
  } catch {
    return null
  }
}
