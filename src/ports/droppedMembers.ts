// Methods that classes of popular packages had once and have no more, where nothing but their history
// says so: objects of these classes may have any name.

/** By package, then by the path of the class, then by the name: a release that has it, a later one that has not. */
export type DroppedMembers = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, readonly [string, string]>>>>>
>
