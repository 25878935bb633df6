// What is to be told of a file that was read all the same: codes, a space between.

export const migration = {
  id: '0012_remarks',
  up: `
ALTER TABLE proof ADD COLUMN remarks TEXT;
ALTER TABLE pinned_proof ADD COLUMN remarks TEXT;
`,
} as const
