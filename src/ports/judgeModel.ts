// A language model that an operator may configure.

export type ChatMessage = Readonly<{ role: 'system' | 'user'; content: string }>

export interface JudgeModel {
  readonly name: string
  /** What it says; null when it cannot be had, whyever. Never throws. */
  ask(messages: readonly ChatMessage[], seed: number, signal: AbortSignal): Promise<string | null>
}
