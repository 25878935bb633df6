// The questions of the tools for agents, as the routes know them.

const TOOL_ROUTES = [
  '/package/exists',
  '/symbol/exists',
  '/card',
  '/diff',
  '/check',
  '/receipts/verify',
] as const

/** A route by the part of its path that the paid one and its free twin share. */
export type ToolRoute = (typeof TOOL_ROUTES)[number]

/** Tools have no `/upgrade` of their own; pages have. */
export type RouteQuestion = Readonly<{ route: ToolRoute | '/upgrade'; body: string }>

export type RouteReply = Readonly<{
  status: number
  text: string
  /** What a refusal asks for before the next try. */
  retryAfterS: number | null
}>

/** Any outcome is a reply, as over HTTP; a throw is a bug, or that the asker gave up. */
export type AskRoute = (question: RouteQuestion, signal: AbortSignal) => Promise<RouteReply>
