// Names that Docusaurus resolves itself as it builds a site: no registry has a package of these.

/** The package that a manifest of such a site names. */
export const DOCUSAURUS = '@docusaurus/core'

/** `@site/src/x`, `@theme/Layout`, `@docusaurus/router`; packages of that scope are named by a manifest. */
export function isModuleOfDocusaurus(written: string): boolean {
  return /^@(?:site|theme|theme-original|theme-init|generated|docusaurus)\//.test(written)
}
