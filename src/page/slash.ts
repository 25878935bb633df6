// The key that leads to the box to search in.

/** `/` goes to the box, as on many sites: to that of the page, else to that of the whole site. */
export function slashFocuses(): void {
  document.addEventListener('keydown', (event) => {
    const isTyping = event
      .composedPath()
      .some(
        (target) =>
          target instanceof HTMLElement &&
          (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)),
      )
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    const box =
      document.querySelector<HTMLInputElement>('#in') ??
      document.querySelector<HTMLInputElement>('#q')
    if (box === null) return
    event.preventDefault()
    box.focus()
  })
}
