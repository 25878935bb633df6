// What is told of a file that is read all the same. Codes are part of signed answers: they are
// never renamed or reused. `docs/formats/archives.md` has a heading for each.

export const REMARKS = {
  record_absent: 'The RECORD of a wheel lists a file to be read that the wheel does not hold.',
  record_hash: 'A file of a wheel does not have the hash or size that RECORD gives it.',
  record_missing: 'The wheel has no RECORD.',
  record_unlisted: 'A file of a wheel that was read is not in its RECORD with a hash.',
  name_differs: 'The file calls itself by another name than the registry.',
  version_differs: 'The file gives itself another version than the registry.',
  read_elsewhere: 'The file was not opened here: what is said of it was pulled from an index.',
} as const satisfies Record<string, string>

export type Remark = keyof typeof REMARKS

export function isRemark(code: string): code is Remark {
  return Object.hasOwn(REMARKS, code)
}

/** Whether what is said of the file rests on an index that was pulled. */
export function isReadElsewhere({ remarks }: Readonly<{ remarks: readonly Remark[] }>): boolean {
  return remarks.includes('read_elsewhere')
}
