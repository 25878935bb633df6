// Why an archive is not read. The reason is the API: reasons are never renamed or reused, and
// docs/formats/archives.md has a heading for each with the same sentence; a test compares the two.

export const REFUSALS = {
  // The file as a whole
  format_unsupported: 'The file name promises an archive format that is not read.',
  archive_too_large: 'The archive itself is larger than the limit.',
  truncated: 'The archive ends in the middle of something, or points past its end.',
  prefix_data: 'Bytes stand before the first member of a zip.',
  trailing_data: 'Bytes follow the end of the archive.',
  top_folder: 'The members do not lie in one common top folder.',

  // Limits
  too_many_entries: 'The archive holds more files and folders than the limit.',
  headers_too_large: 'The headers take more bytes than the limit.',
  unpacked_too_large: 'The members together unpack to more bytes than the limit.',
  member_too_large: 'A member that has to be read is larger than the limit.',
  kept_too_large: 'The members that have to be read are together larger than the limit.',
  ratio_exceeded: 'The data unpacks to more than the allowed multiple of its packed size.',

  // Names
  name_empty: 'A name, or a component of it, is empty.',
  name_encoding: 'A name is not UTF-8, or does not say which encoding it is in.',
  name_control: 'A name holds a control character or one that cannot be seen.',
  name_bidi: 'A name holds a character that changes the direction of the text around it.',
  name_backslash: 'A name holds a backslash, which is a separator on some systems only.',
  name_absolute: 'A name begins at the root of the file system.',
  name_drive: 'A name begins with a drive letter.',
  name_parent: 'A name has a component of one or two dots.',
  name_trailing: 'A component of a name ends in a dot or a space, which some systems drop.',
  name_too_long: 'A name, or a component of it, is longer than the limit.',
  name_too_deep: 'A name has more components than the limit.',
  name_marks: 'A name has more combining marks in a row than the limit.',
  duplicate_name: 'Two members have the same name.',
  duplicate_name_folded: 'Two names differ only in case or in Unicode form.',
  file_directory_clash: 'A name is used for a file and for a folder.',
  link: 'A member is a symbolic or hard link.',
  special_file: 'A member is a device, a pipe, or another thing that is not a file.',

  // Zip
  zip_end_invalid: 'The end record of a zip is missing or does not meet the central directory.',
  zip_end_ambiguous: 'A zip does not end with its end record, so that readers find different ones.',
  zip_disks: 'A zip says that it is one part of several.',
  zip64_conflict: 'The 64-bit and the 32-bit fields of a zip disagree, or one of them is missing.',
  zip_directory_invalid: 'The central directory is malformed or has another number of entries.',
  zip_extra_invalid: 'The extra fields of a header are malformed or give the member a second name.',
  zip_headers_disagree: 'A local header says something else than the central directory.',
  zip_descriptor_invalid:
    'A data descriptor is missing, malformed, follows stored data, or says something else.',
  zip_overlap: 'Two members of a zip share bytes.',
  zip_gap: 'Bytes between the members of a zip belong to none of them.',
  encrypted: 'A member is encrypted.',
  flags_unsupported: 'A member has flags, or needs a version of the format, that are not known.',
  method_unsupported: 'A member is packed by a method other than stored and deflate.',
  size_mismatch: 'A member does not have the size that its header declares.',
  crc_mismatch: 'A member does not have the checksum that its header declares.',
  deflate_invalid: 'Compressed data is not a valid deflate stream.',

  // Gzip and tar
  gzip_invalid: 'The header of the gzip file is malformed.',
  gzip_members: 'The gzip file has more than one member.',
  gzip_checksum: 'The unpacked data does not have the checksum or length the gzip file declares.',
  tar_checksum: 'The checksum of a tar header is wrong.',
  tar_header_invalid: 'A tar header is malformed or means different things to different readers.',
  tar_type_unsupported: 'A tar header has a type that is not a file or a folder.',
  tar_sparse: 'A tar member is a sparse file.',
  tar_long_name_invalid: 'A GNU long name is malformed, repeated, or belongs to no member.',
  tar_end_invalid: 'The tar does not end in the two empty blocks that end it.',
  pax_invalid: 'A PAX header is malformed, repeated, or belongs to no member.',
  pax_conflict: 'A PAX header contradicts the header that it describes.',

  // Wheels
  wheel_dist_info: 'A wheel does not hold exactly one .dist-info folder of its own name.',
  metadata_mismatch: 'The METADATA of a wheel contradicts itself or the name of the file.',
  record_invalid: 'The RECORD of a wheel is malformed or contradicts itself.',

  // npm
  manifest_invalid: 'An npm package has no package.json, or one that is not JSON.',
  manifest_mismatch: 'The package.json of an npm package names another package.',
  manifest_ambiguous:
    'The package.json of an npm package has a key twice that decides what is read.',
} as const satisfies Record<string, string>

export type RefusalReason = keyof typeof REFUSALS

const MEMBER_SHOWN_MAX = 200

/**
 * The archive was read as data and is not taken. It says nothing about whether the package exists:
 * whoever catches it must not conclude absence.
 */
export class ArchiveRefusal extends Error {
  override readonly name = 'ArchiveRefusal'
  readonly reason: RefusalReason
  /** Name of the member at fault as it is written in the archive, or null. Hostile text. */
  readonly member: string | null

  constructor(
    reason: RefusalReason,
    detail: string,
    member: string | null = null,
    options?: ErrorOptions,
  ) {
    // Escaped and cut, because the message goes to logs and terminals.
    const subject = member === null ? 'archive' : JSON.stringify(member.slice(0, MEMBER_SHOWN_MAX))
    super(`${reason}: ${subject} ${detail}`, options)
    this.reason = reason
    this.member = member
  }
}

/** Does not take the archive. */
export function refuse(reason: RefusalReason, detail: string, member: string | null = null): never {
  throw new ArchiveRefusal(reason, detail, member)
}
