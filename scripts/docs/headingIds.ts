// The ids of a page's headings: those that GitHub gives, so that a link works in both places.

export type HeadingIds = Readonly<{
  /** The id of a heading, and the one that GitHub has for it where that is another. */
  next(text: string, code: string | null): Readonly<{ id: string; alias: string | null }>
  /** Takes an id for something else than a heading; false when the page has it already. */
  take(id: string): boolean
}>

export function headingIds(): HeadingIds {
  const taken = new Set<string>()
  const slugs = new Map<string, number>()

  /** The second of a name is `name-1`, as on GitHub. */
  function slugOf(text: string): string {
    const slug = githubSlug(text)
    const count = slugs.get(slug) ?? 0
    slugs.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }

  function take(id: string): boolean {
    if (id === '' || taken.has(id)) return false
    taken.add(id)
    return true
  }

  return {
    next(text, code) {
      const slug = slugOf(text)
      const wanted = code !== null && !/\s/.test(code) ? code : slug
      const id = take(wanted) ? wanted : slug
      if (id === slug) {
        taken.add(slug)
        return { id, alias: null }
      }
      return { id, alias: take(slug) ? slug : null }
    },
    take,
  }
}

export function githubSlug(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
}
