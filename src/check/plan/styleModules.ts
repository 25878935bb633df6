// Sheets of styles that a tool makes as it builds, each imported by a name that no package has.

type Maker = Readonly<{ by: readonly string[]; makes: RegExp }>

const MAKERS: readonly Maker[] = [
  {
    by: 'unocss @unocss/vite @unocss/webpack @unocss/astro @unocss/nuxt @unocss/svelte-scoped'.split(
      ' ',
    ),
    makes: /^uno\.css$/,
  },
  {
    by: 'vite-plugin-windicss windicss-webpack-plugin nuxt-windicss windicss'.split(' '),
    makes: /^windi(?:-(?:base|components|utilities))?\.css$/,
  },
  { by: ['unplugin-fonts', 'vite-plugin-fonts'], makes: /^unfonts\.css$/ },
]

/** `isDeclared`: whether a manifest names a package. */
export function isMadeSheet(written: string, isDeclared: (name: string) => boolean): boolean {
  return MAKERS.some(({ by, makes }) => makes.test(written) && by.some(isDeclared))
}
