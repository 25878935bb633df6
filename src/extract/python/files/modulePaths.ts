// Where modules stand among each other, by their dotted names.

/** Absolute name of what `from <level dots><module>` means inside `pkg`; null when it climbs out. */
export function absoluteModule(pkg: string, level: number, module: string): string | null {
  if (level === 0) return module
  const parts = pkg === '' ? [] : pkg.split('.')
  if (level - 1 > parts.length) return null
  const base = parts.slice(0, parts.length - (level - 1))
  const path = [...base, ...(module === '' ? [] : [module])].join('.')
  return path === '' ? null : path
}

/** Where relative imports start: the package that the module is in, or is. */
export function packageOf(module: Readonly<{ name: string; isPackage: boolean }>): string {
  if (module.isPackage) return module.name
  const dot = module.name.lastIndexOf('.')
  return dot < 0 ? '' : module.name.slice(0, dot)
}
