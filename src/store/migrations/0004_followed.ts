// What a symbol table was made from besides its own file.

export const migration = {
  id: '0004_followed',
  up: `
-- Which of the tables of a file is the one that answers rest on. The first choice is final, unless
-- something could not be had for a passing reason (is_final 0). followed and unfollowed are lists
-- in JSON: they are read whole, with the table.
CREATE TABLE table_basis (
  opening_id     KEY_TEXT NOT NULL CHECK (length(opening_id) = 64),
  extractor      KEY_TEXT NOT NULL CHECK (length(extractor) BETWEEN 1 AND 64),
  dependencies   KEY_TEXT NOT NULL CHECK (length(dependencies) IN (0, 64)),
  followed       TEXT     NOT NULL,
  followed_files BIGINT   NOT NULL CHECK (followed_files >= 0),
  unfollowed     TEXT     NOT NULL,
  is_final       BIGINT   NOT NULL CHECK (is_final IN (0, 1)),
  tries          BIGINT   NOT NULL CHECK (tries >= 0),
  tried_at       KEY_TEXT NOT NULL CHECK (length(tried_at) BETWEEN 20 AND 32),
  PRIMARY KEY (opening_id, extractor),
  CHECK ((followed_files = 0) = (dependencies = ''))
);
`,
} as const
