// Every bound on an extraction. A job that passes one ends as undetermined and its process dies;
// none of them decides what an answer says. They count what a job uses: by the clock alone a child is
// only given up when it does nothing, and then the job goes to another one.

const KIB = 1024
const MIB = 1024 * KIB

export type ExtractLimits = Readonly<{
  childrenMax: number
  /** Children beside them, for small files alone: these do not wait for large ones of others. */
  smallChildrenMax: number
  /** A file of so many bytes, as it is packed, is small. */
  smallMaxBytes: number
  queueMax: number
  /** From the start of the process to its first word. */
  startMaxMs: number
  /** Time in which the child does nothing; waiting for a remote source does not count. */
  stalledMaxMs: number
  /** Time for a job where nobody tells what a process uses. */
  unmeteredMaxMs: number
  /** Processor time of all threads of the child in one job. */
  cpuMaxMs: number
  /** The JavaScript heap, enforced by V8. */
  heapMaxBytes: number
  /** Resident memory, buffers and WebAssembly included, watched from outside. */
  rssMaxBytes: number
  outputMaxBytes: number
  /** What a child may print before it is ended: an extractor has nothing to print. */
  stderrMaxBytes: number
  /** A child is replaced after so many jobs, or when it holds this much memory after one. */
  jobsPerChildMax: number
  rssKeptMaxBytes: number
}>

/**
 * The largest packages take 80 s of processor time to read (`transformers`) and 1.7 GB of memory
 * (`aws-sdk`), and the largest symbol table has 50 MB; each bound leaves room.
 */
export const EXTRACT_LIMITS: ExtractLimits = {
  childrenMax: 2,
  smallChildrenMax: 1,
  smallMaxBytes: MIB,
  queueMax: 256,
  startMaxMs: 5 * 60_000,
  stalledMaxMs: 2 * 60_000,
  unmeteredMaxMs: 30 * 60_000,
  cpuMaxMs: 4 * 60_000,
  heapMaxBytes: 2_048 * MIB,
  rssMaxBytes: 3_072 * MIB,
  outputMaxBytes: 64 * MIB,
  stderrMaxBytes: MIB,
  jobsPerChildMax: 500,
  rssKeptMaxBytes: 512 * MIB,
}

// The channel between parent and child.
export const HEADER_MAX_BYTES = 16 * KIB
/** A body from a child: a part of the output, or the ranges it is going to read. */
export const CHILD_BODY_MAX_BYTES = 2 * MIB
export const OUTPUT_PART_BYTES = MIB
/** A body to a child: one range of a remote file. */
export const READ_MAX_BYTES = 80 * MIB
export const READS_AT_ONCE_MAX = 8
export const RANGES_MAX = 100_000
export const MESSAGES_PER_JOB_MAX = 250_000
/** The tail and the directory of a zip may be read twice; beyond that, no byte is needed again. */
export const READ_AGAIN_MAX_BYTES = 32 * MIB
export const DETAIL_LENGTH_MAX = 500
export const MEMBER_LENGTH_MAX = 256

// Files of other packages.
/** In one message; an extractor that wants more asks again. */
export const WANTED_AT_ONCE_MAX = 16
export const RANGES_OF_WANTED_MAX = 4
export const RANGE_LENGTH_MAX = 1_000
/** What is unpacked of all of them together, in memory. */
export const DEPENDENCIES_KEPT_MAX_BYTES = 320 * MIB
