/** Whether a document is HTML, by the word of whoever sent it. */
export function isMarkup(contentType: string): boolean {
  return contentType === 'text/html' || contentType === 'application/xhtml+xml'
}
