// What a manifest is called that somebody pasted: the name tells how it is read.

export function manifestPath(text: string): string {
  const trimmed = text.trim()
  if (trimmed.startsWith('{'))
    return /"lockfileVersion"\s*:/.test(trimmed) ? 'package-lock.json' : 'package.json'
  if (/^\[(?:project|build-system|tool[.\]])/m.test(trimmed)) return 'pyproject.toml'
  return 'requirements.txt'
}
