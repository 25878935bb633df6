// Tabs as the ARIA practices describe them: arrows, Home and End move, the address keeps the choice.

import { readAddress } from './address.ts'
import { byId } from './dom.ts'

export type Tabs = Readonly<{ open(id: string): void }>

export function tabs(list: HTMLElement): Tabs {
  const all = [...list.querySelectorAll<HTMLButtonElement>('[role="tab"]')]
  const panelOf = (tab: HTMLElement) => byId(tab.getAttribute('aria-controls') ?? '')

  function select(chosen: HTMLElement): void {
    for (const tab of all) {
      const isChosen = tab === chosen
      tab.setAttribute('aria-selected', String(isChosen))
      tab.tabIndex = isChosen ? 0 : -1
      panelOf(tab).hidden = !isChosen
    }
  }

  function selectNamed(id: string): boolean {
    const tab = all.find((candidate) => candidate.id === `tab-${id}`)
    if (tab !== undefined) select(tab)
    return tab !== undefined
  }

  list.addEventListener('click', (event) => {
    const tab = all.find((candidate) => event.composedPath().includes(candidate))
    if (tab === undefined) return
    select(tab)
    history.pushState(null, '', `#${tab.id.slice('tab-'.length)}`)
  })
  list.addEventListener('keydown', (event) => {
    const at = all.findIndex((tab) => tab.matches(':focus'))
    const next = at === -1 ? undefined : all[target(event.key, at, all.length)]
    if (next === undefined) return
    event.preventDefault()
    select(next)
    next.focus()
  })
  const selectAddressed = () => selectNamed(readAddress(location.hash).id)
  addEventListener('hashchange', selectAddressed)
  if (!selectAddressed() && all[0] !== undefined) select(all[0])
  return { open: selectNamed }
}

/** Where a key leads from a place; −1 for keys that lead nowhere. */
function target(key: string, at: number, count: number): number {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count
    case 'ArrowLeft':
      return (at + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return -1
  }
}
