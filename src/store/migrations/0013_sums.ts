// A digest of what a row says, by which a row that a disk has changed is told. Rows of before have none.

export const migration = {
  id: '0013_sums',
  up: `
ALTER TABLE proof ADD COLUMN row_sum TEXT;
ALTER TABLE pinned_proof ADD COLUMN row_sum TEXT;
ALTER TABLE table_basis ADD COLUMN row_sum TEXT;
`,
} as const
