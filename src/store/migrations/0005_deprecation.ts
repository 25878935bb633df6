// What a registry says to whoever installs a deprecated release: it may name the package to use.

export const migration = {
  id: '0005_deprecation',
  up: `
ALTER TABLE proof ADD COLUMN deprecation TEXT;
ALTER TABLE pinned_proof ADD COLUMN deprecation TEXT;
`,
} as const
