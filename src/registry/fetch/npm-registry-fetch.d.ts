// What we use of it; the package ships no types.

declare module 'npm-registry-fetch/lib/auth.js' {
  function getAuth(
    uri: string,
    config?: Readonly<Record<string, string>>,
  ): Readonly<{ token: string | null; auth: string | null }>
  export = getAuth
}

declare module 'npm-registry-fetch/lib/default-opts.js' {
  /** Of the public registry. */
  export const registry: string
}
