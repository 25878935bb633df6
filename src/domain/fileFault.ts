// What a file system says: its code, and the same in words of people.

const FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'is a folder',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'is there already',
  ELOOP: 'its links go round in a circle',
  ENAMETOOLONG: 'the path is too long',
  EROFS: 'cannot be written',
  ENOSPC: 'no space is left',
  EDQUOT: 'no space is left',
  EFBIG: 'it is larger than a file may be',
}

export function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}

/** Null for an error that is none of a file system. */
export function fileFault(error: unknown): string | null {
  return FAULTS[codeOf(error) ?? ''] ?? null
}

/** The result, or null when there is no such file. */
export async function orMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
