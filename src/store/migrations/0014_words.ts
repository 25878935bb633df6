// What else a registry says of a project and of a release: why it has its status, and why it was yanked.

export const migration = {
  id: '0014_words',
  up: `
ALTER TABLE proof ADD COLUMN status_reason TEXT;
ALTER TABLE proof ADD COLUMN yanked TEXT;
ALTER TABLE pinned_proof ADD COLUMN status_reason TEXT;
ALTER TABLE pinned_proof ADD COLUMN yanked TEXT;
`,
} as const
