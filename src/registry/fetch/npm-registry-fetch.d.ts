// What we use of it; the package ships no types.

declare module 'npm-registry-fetch' {
  type Config = Readonly<Record<string, string>>

  export function pickRegistry(spec: string, config?: Config): string
  export function getAuth(
    uri: string,
    config?: Config,
  ): Readonly<{ token: string | null; auth: string | null }>
}

declare module 'npm-registry-fetch/lib/default-opts.js' {
  /** Of the public registry. */
  export const registry: string
}
