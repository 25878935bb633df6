// The environment of this process, whole: for a command that hands itself over to another process, and
// for the one that takes it. Settings are read from it by config.ts.

export const ownEnvironment = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )

/** From now on this process has that environment and no other. */
export function takeEnvironment(environment: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(process.env)) {
    if (!Object.hasOwn(environment, name)) delete process.env[name]
  }
  Object.assign(process.env, environment)
}
