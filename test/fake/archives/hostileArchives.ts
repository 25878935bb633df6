// All hostile archives by what is wrong with them.

import type { Hostile } from './hostile.ts'
import { BOMB_ZIPS } from './hostileBombs.ts'
import { GZIP_TARBALLS } from './hostileGzips.ts'
import { NAME_TARBALLS, NAME_ZIPS } from './hostileNames.ts'
import { EXTENDED_TARBALLS } from './hostilePax.ts'
import { RECORD_WHEELS } from './hostileRecords.ts'
import { LINK_SDISTS } from './hostileSdists.ts'
import { STREAMED_ZIPS } from './hostileStreams.ts'
import { NAMED_TARBALLS, TAR_TARBALLS } from './hostileTars.ts'
import { END_ZIPS, ZIP64_ZIPS } from './hostileZipEnds.ts'
import { DISAGREEING_ZIPS, MEMBER_ZIPS, MISPLACED_ZIPS } from './hostileZips.ts'

export const HOSTILE_ARCHIVES: Readonly<Record<string, readonly Hostile[]>> = {
  'zip: bombs': BOMB_ZIPS,
  'zip: headers that disagree': DISAGREEING_ZIPS,
  'zip: bytes in the wrong place': MISPLACED_ZIPS,
  'zip: the end of the archive': END_ZIPS,
  'zip: zip64': ZIP64_ZIPS,
  'zip: members': MEMBER_ZIPS,
  'zip: members with descriptors': STREAMED_ZIPS,
  'zip: names': NAME_ZIPS,
  'wheel: RECORD': RECORD_WHEELS,
  'tarball: gzip': GZIP_TARBALLS,
  'tarball: tar': TAR_TARBALLS,
  'tarball: PAX and long names': EXTENDED_TARBALLS,
  'tarball: names': [...NAME_TARBALLS, ...NAMED_TARBALLS],
  'sdist: links, dots and formats': LINK_SDISTS,
}
