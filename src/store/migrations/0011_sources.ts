// Where a private source keeps a file, and which files were fetched: bytes of the same digest that
// came as another file say nothing of what its own address serves.

export const migration = {
  id: '0011_sources',
  up: `
ALTER TABLE proof ADD COLUMN source_url TEXT;
ALTER TABLE pinned_proof ADD COLUMN source_url TEXT;
CREATE TABLE fetched_file (
  ecosystem KEY_TEXT NOT NULL CHECK (length(ecosystem) BETWEEN 1 AND 32),
  name      KEY_TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 512),
  filename  KEY_TEXT NOT NULL CHECK (length(filename) BETWEEN 1 AND 512),
  sha256    KEY_TEXT NOT NULL CHECK (length(sha256) = 64),
  PRIMARY KEY (ecosystem, name, filename, sha256)
);
`,
} as const
