// What all pages share: text that is no markup, and the mark of the service.

export function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
  return text.replace(/[&<>]/g, (character) => entities[character] ?? '').replace(/"/g, '&quot;')
}

/** The mark of the service: a seal with a check. */
export const ICON_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<circle cx="32" cy="32" r="28" fill="#1d4f3f"/>
<circle cx="32" cy="32" r="22" fill="none" stroke="#d8b45a" stroke-width="2" stroke-dasharray="3 3"/>
<path d="M20 33l8 9 17-20" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>
</svg>
`

/** Nothing from elsewhere, nothing inline, no script, and nobody may frame it. */
export const READING_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; " +
    "frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
