// Every bound in the service, on one screen. The unit comes last in each name.

const KIB = 1024
const MIB = 1024 * KIB

// Questions
export const NAME_LENGTH_MAX = 214
export const SYMBOL_LENGTH_MAX = 512
export const VERSION_LENGTH_MAX = 128
/** Of what a registry lets people write about a project or a release. */
export const REGISTRY_WORDS_LENGTH_MAX = 500
export const ADJACENT_MAX = 100
export const ADJACENT_DISTANCE_MAX = 2
/** Popular names further off that may have been meant. */
export const MEANT_MAX = 5
/** Distributions that are listed for one import name. */
export const IMPORT_PROVIDERS_MAX = 20
export const IMPORT_LENGTH_MAX = 512

/** Packages that one check looks up at once. */
export const CHECK_LANES = 8
/** Packages that one check looks up, in each release that the files or pins name. */
export const CHECK_PACKAGES_MAX = 500
/** Names and lines of manifests in them. Real code of that size has a third of it. */
export const CHECK_ITEMS_MAX = 20_000
/** Files of one check, and all their text. */
export const CHECK_FILES_MAX = 50
export const CHECK_MAX_BYTES = 512 * KIB
export const CHECK_PATH_LENGTH_MAX = 512
export const CHECK_PINS_MAX = 500
/** Findings and undetermined references that an answer lists. */
export const CHECK_FINDINGS_MAX = 500
export const CHECK_UNDETERMINED_MAX = 200
/** Of code of which less was determined nothing is said as a whole. */
export const CHECK_SHARE_MIN = 0.5
/** Places that are listed for one change. */
export const UPGRADE_PLACES_MAX = 100
/** Nobody waits longer to hear what a registry says of a release or a project besides its files. */
export const REGISTRY_WORDS_TIMEOUT_MS = 5_000
/** Parsing takes milliseconds of processor time; whoever needs longer means harm. */
export const CHECK_READ_CPU_MAX_MS = 20_000
/** A process that does nothing for so long is lost; all that it takes, where nobody tells its use. */
export const CHECK_READER_STALLED_MS = 60_000
/** Processes that read, started when they are needed. */
export const CHECK_READERS = 2
export const CHECK_READER_HEAP_MIB = 512
export const CHECK_READER_MAX_BYTES = 2_048 * MIB

// Requests to us
/**
 * Of a body, its bytes and its JSON values: lists, objects, and what they hold. To parse a value costs
 * many times what its bytes do, so that one body could hold up everybody.
 */
export const BODY_BOUNDS = { bytesMax: MIB, valuesMax: 2_000 }
/** Of questions about one name: with every character escaped they have some kilobytes. */
export const LOOKUP_BODY_BOUNDS = { bytesMax: 128 * KIB, valuesMax: 200 }
/** A job may be a JSON value, and a spec has schemas. */
export const JOB_BODY_BOUNDS = { bytesMax: MIB, valuesMax: 10_000 }
export const HEADERS_MAX_BYTES = 16 * KIB
export const HEADERS_TIMEOUT_MS = 10_000
export const REQUEST_RECEIVE_TIMEOUT_MS = 15_000
export const KEEP_ALIVE_TIMEOUT_MS = 65_000
export const TIMEOUT_CHECK_MS = 2_000
/** Beyond the time a question may take: replies may wait in line on one connection. */
export const REPLY_STALL_MS = 20_000
/** How often the store is looked at, at most, for whoever asks whether the service is ready. */
export const STORE_LOOK_MS = 1_000
/** Questions whose bytes are remembered with what they said, for each route. */
export const KNOWN_BODIES = 5_000
export const KNOWN_BODY_MAX_BYTES = 256
export const CONNECTIONS_MAX = 10_000
/** Event-loop delay at which new work is refused: past it every answer would be late anyway. */
export const LOOP_DELAY_MAX_MS = 1_000
export const DRAIN_TIMEOUT_MS = 20_000
export const COMPRESS_MIN_BYTES = 1_400
export const ERROR_INPUT_MAX_BYTES = 2 * KIB
export const JSON_DEPTH_MAX = 64

// Requests from us
export const CONNECT_TIMEOUT_MS = 3_000
export const METADATA_TIMEOUT_MS = 30_000
export const METADATA_MAX_BYTES = 32 * MIB
/** The largest document that was seen (`firebase`) has 0.9 million values, none ten levels deep. */
export const METADATA_JSON = { depthMax: 64, valuesMax: 2_000_000 }
/** A question does not wait so long; a download that is under way is not begun anew for the next. */
export const ARTIFACT_TIMEOUT_MS = 10 * 60_000
export const ARTIFACT_MAX_BYTES = 1_024 * MIB
/** Wheels above this size are not downloaded whole: their digest is the registry's word. */
export const DECLARED_DIGEST_MIN_BYTES = 8 * MIB
export const REDIRECTS_MAX = 5
export const TRIES_MAX = 3
export const RETRY_BASE_MS = 200
export const RETRY_AFTER_HONOURED_MAX_MS = 2_000
export const BREAKER_FAILURES = 8
export const BREAKER_OPEN_MS = 5_000

// Services that callers name
export const SERVICE_TIMEOUT_MS = 5_000
export const SERVICE_DOCUMENT_MAX_BYTES = 256 * KIB
export const PAYEE_LENGTH_MAX = 300
/** How long a check of a payee counts; windows are aligned, so that nodes sign the same. */
export const SPEND_WINDOW_MS = 600_000

// Research
export const QUERY_LENGTH_MAX = 2_000
export const RESEARCH_CONTEXT_LENGTH_MAX = 4_000
export const RESEARCH_FINDINGS_MAX = 10
/** Hits whose rows are read to choose among. */
export const RESEARCH_CANDIDATES_MAX = 60
/** Of one package: those with the shortest paths. */
export const RESEARCH_DOCUMENTS_MAX = 20_000
/** How often a process looks whether something was indexed. */
export const RESEARCH_LOOK_MS = 15_000
/** Releases that are kept ready for questions in words about one of them. */
export const TABLE_SEARCHES_MAX = 4

// Cards
/** Symbols of one question, and what it may ask in words. */
export const CARD_SYMBOLS_MAX = 20
export const CARD_QUESTION_LENGTH_MAX = 500
/** Characters of a card, with everything that stands in it. */
export const CARD_LENGTH_MAX = 1_600
/** Symbols that are shown for a question in words. */
export const CARD_FOUND_MAX = 5
/** Indexed releases that a card tells since and until of, the newest ones. */
export const CARD_RELEASES_MAX = 20
export const CARD_CACHE_BYTES = 16 * MIB

// Ingestion
export const INGESTS_AT_ONCE_MAX = 16
export const INGEST_QUEUE_MAX = 256
/** Ingestions that one free client may have under way or waiting. */
export const INGESTS_FOR_CLIENT_MAX = 4

/**
 * What an ingestion does has bounds of its own, which count work and bytes: a busy machine may take
 * any time. This one ends what hangs all the same.
 */
export const FLIGHT_MAX_MS = 6 * 60 * 60_000

/** How soon another node follows one that died in the middle of an ingestion. */
export const INGEST_LEASE_MS = 15_000
export const INGEST_POLL_MS = 250
/** Leases of nodes that died, removed when a process starts. */
export const LEASES_SWEPT_MAX = 1_000

// Caches
export const ANSWER_CACHE_ENTRIES = 20_000
export const RECEIPT_DEPTH_MAX = 32
/** Lists of our own answers of that size have no more values: nine bytes for each. */
export const RECEIPT_BODY_BOUNDS = { bytesMax: 256 * KIB, valuesMax: 30_000 }
export const ABSENCE_CACHE_ENTRIES = 20_000

// Names
/** A published list of all names, unpacked; npm's has 117 MB. */
export const NAME_LIST_MAX_BYTES = 512 * MIB
/** Changes to a set of names that are scanned; past them the set is built anew. */
export const NAME_CHANGES_MAX = 20_000
export const NAMES_BUILD_TIMEOUT_MS = 20 * 60_000
/** How often a process looks whether another one has put a newer set of names in place. */
export const NAMES_LOOK_MS = 60_000
/** After a build that failed; twice as long after each further one, up to a day. */
export const NAMES_RETRY_MS = 10 * 60_000
/** A list that is so much smaller than the one before is not believed. */
export const NAMES_SHRINK_MAX = 0.1

// Symbol tables
/** Unpacked. The largest packages have 650,000 symbols, which take about 50 MB. */
export const TABLE_MAX_BYTES = 128 * MIB
/** Levels of members that are listed below a module; lookups go on as far as they are asked to. */
export const TABLE_DEPTH_MAX = 8
/** Paths that are listed of one table: classes that name each other have no end of them. */
export const TABLE_ROWS_MAX = 10_000_000
/** Symbols that are offered in place of one that is not there. */
export const CLOSEST_SYMBOLS_MAX = 3
/** Public definitions of one table that are searched for them by name, those with short paths first. */
export const CLOSEST_DEFINITIONS_MAX = 250_000
/** Pinned releases that are remembered without asking the store. */
export const PINNED_CACHE_ENTRIES = 2_000
/** Tables of services that are kept open: each takes some megabytes. */
export const SERVICE_TABLES_MAX = 4
/** Memory of the tables that are kept open. */
export const TABLE_CACHE_BYTES = 256 * MIB

// Files of other packages that a table follows
/** Packages that may be asked for to make one table, those that turn out not to help included. */
export const FOLLOWED_FILES_MAX = 96
/** What may be read of them; of a large wheel only the parts that are read count. */
export const FOLLOWED_MAX_BYTES = 192 * MIB
/** A file leads to others, which lead to others. */
export const FOLLOW_ROUNDS_MAX = 12
/** For the finding of each of them; past it the table is made without, and says so. */
export const FOLLOW_TIMEOUT_MS = 180_000
/** A table that lacks what could not be had for a passing reason is made again; the pause grows. */
export const FOLLOW_RETRY_MS = 5_000
export const FOLLOW_RETRY_MAX_MS = 15 * 60_000
/** Releases that were found to be the newest of a range. */
export const RANGE_CACHE_ENTRIES = 2_000

// Proof chains
/** Rows of a chain that are sent at once. */
export const PROOFS_PAGE_MAX = 100

// Retractions
/** Retractions that are sent at once. */
export const RETRACTIONS_PAGE_MAX = 100

// Symbols and diffs
/** Releases that one history speaks of, the newest ones. */
export const HISTORY_RELEASES_MAX = 100
/** Histories that are made at once: each may open a hundred tables. */
export const HISTORIES_AT_ONCE_MAX = 2
export const HISTORY_CACHE_BYTES = 16 * MIB
/** Tables that are kept open for the next history. */
export const HISTORY_TABLES_BYTES = 64 * MIB
/** Names of a release, in every place where they stand, that are compared. Real ones have 300,000. */
export const DIFF_ENTRIES_MAX = 800_000
/** Rows of one list of a diff; past them the list is cut, and says so. */
export const DIFF_ROWS_MAX = 20_000
/** Diffs that are kept signed; each may have megabytes. */
export const DIFF_CACHE_BYTES = 64 * MIB
/** Rows of the comparisons that are kept, for whoever asks for the diff and then for an upgrade. */
export const COMPARED_ROWS_MAX = 40_000
/** Tables of other packages that a release leads to and that a diff looks into. */
export const DIFF_OTHERS_MAX = 6
/** Questions that make or read a table, at once and waiting. */
export const TABLES_AT_ONCE_MAX = 8

// Money
/**
 * How long what is held of a key stays with the node that works on the call. It says so again and again;
 * when it has died, the credit and the name of the call are free again after this.
 */
export const HOLD_LEASE_MS = 8_000
export const HOLD_RENEW_MS = 2_000
/**
 * How long a payment stays with a node that is not heard of. While it works on one it says so again
 * and again; when it has died, whoever sends the payment again need not wait for longer than this.
 */
export const PAYMENT_LEASE_MS = 8_000
export const PAYMENT_RENEW_MS = 2_000
/** Larger bodies are the same where their bytes are. */
export const SAME_BODY_MAX_BYTES = 1 * MIB
/** How long a reply that a key paid for can be had again under its Idempotency-Key. */
export const CREDIT_REPLY_KEPT_MS = 24 * 60 * 60_000
/** How often a call looks whether the same call, which came first, has ended. */
export const SAME_CALL_POLL_MS = 50
export const SAME_CALL_POLL_MAX_MS = 400
/** How often, with longer and longer pauses, a charge is looked for whose outcome was not told. */
export const TAKEN_TRIES = 5
export const TAKEN_PAUSE_MS = 200
export const SWEEP_AGAIN_MS = 1_000
export const SWEEP_EVERY_MS = 10_000
export const SWEPT_AT_ONCE_MAX = 500
/** How long after its lease a hold may wait for a sweeper before it counts as forgotten. */
export const SWEEP_GRACE_MS = 60_000
/** How long a key with credit for so many calls is admitted without a look at the store. */
export const KEY_BELIEVED_MS = 1_000
export const CALLS_PLENTY = 1_000
export const KEYS_BELIEVED_MAX = 10_000
/** Entries of its ledger that a key is shown. */
export const CREDIT_ENTRIES_SHOWN = 50
export const LEDGER_PAGE_ROWS = 1_000

// Payments over x402
/** How long a client's authorization should live. */
export const PAYMENT_TIMEOUT_S = 120
/** An authorization that ends sooner could not be carried out in time. */
export const PAYMENT_TIME_LEFT_MIN_S = 6
/** The year 9999: times further off are for ever. */
export const PAYMENT_TIME_MAX_S = 253_402_300_799
export const VERIFY_TIMEOUT_MS = 10_000
export const SETTLE_TIMEOUT_MS = 30_000
export const CHAIN_TIMEOUT_MS = 10_000
/** How long the chain is watched for a transfer that the facilitator speaks of. */
export const TRANSFER_WAIT_MS = 10_000
export const TRANSFER_POLL_MS = 500
/** How long after the end of its time a payment is looked for that was used and does not show. */
export const PAYMENT_UNSEEN_MAX_S = 3_600
/** Blocks that are searched for a transfer that somebody made before we were asked. */
export const CHAIN_LOOKBACK_BLOCKS = 10_000
/** Blocks of one search: public nodes refuse more. */
export const CHAIN_SEARCH_BLOCKS = 2_000
/** How long the answer to a settled payment can be had again. */
export const PAID_REPLY_KEPT_MS = 30 * 24 * 60 * 60_000
export const OPEN_PAYMENTS_AT_ONCE_MAX = 50

// Pending questions
/** What is answered so soon is answered at once, also where its caller would rather not wait. */
export const PENDING_AT_ONCE_MS = 1_000
/** How long a caller may ask us to try before the question becomes a pending one. */
export const PENDING_WAIT_MAX_MS = 20_000
/** The work on a pending question counts its steps itself; this ends what hangs. */
export const PENDING_WORK_MAX_MS = 60 * 60_000
/** How long a pending question stays with a node that says nothing, and how often it says something. */
export const PENDING_LEASE_MS = 30_000
export const PENDING_RENEW_MS = 5_000
/** How long an answer waits to be fetched: for longer it might speak of a release of before. */
export const PENDING_KEPT_MS = 10 * 60_000
/** How long a failure that may pass is told: whoever asks anew may have an answer by then. */
export const PENDING_FAILURE_KEPT_MS = 2 * 60_000
/** Pending questions that one node works on. */
export const PENDING_ON_NODE_MAX = 64
/** Pending questions of one caller that are worked on or wait to be fetched, over all nodes. */
export const PENDING_FOR_CLIENT_MAX = 4
export const PENDING_FOR_PAYER_MAX = 32
/** Those of all callers, and what their answers may take in the store before there are no more. */
export const PENDING_MAX = 1_000
export const PENDING_MAX_BYTES = 512 * MIB
/** When it is worth looking again. */
export const PENDING_RETRY_AFTER_S = 2

// Calls a minute
export const RATE_WINDOW_MS = 60_000
/** Keys and clients whose calls are counted at once; the ones that were not heard of longest go. */
export const RATE_SUBJECTS_MAX = 50_000

// The oracle and the judge
/** Checks of one job. */
export const ORACLE_CHECKS_MAX = 50
export const CHECK_ID_LENGTH_MAX = 100
/** Processes that run checks, started when they are needed. */
export const ORACLE_RUNNERS = 2
/** Findings that one check lists. */
export const CHECK_LISTED_MAX = 20
export const PATTERN_LENGTH_MAX = 1_000
/** Instructions of a compiled pattern. */
export const PATTERN_PROGRAM_MAX = 5_000
/** Instructions times characters: 8 million take a fifth of a second at worst. */
export const PATTERN_STEPS_MAX = 8_000_000
export const JSON_PATH_LENGTH_MAX = 1_000
export const JSON_PATH_STEPS_MAX = 100_000
/** Schemas applied to values, and values compared. */
export const SCHEMA_STEPS_MAX = 100_000
/** Schemas within schemas while one value is looked at; real ones have ten. */
export const SCHEMA_DEPTH_MAX = 200
export const JUDGE_OUTPUT_LENGTH_MAX = 50_000
export const JUDGE_CONTEXT_LENGTH_MAX = 20_000
export const RUBRIC_ITEMS_MAX = 20
export const CRITERION_LENGTH_MAX = 1_000
/** Places that are quoted for one criterion, and characters of each. */
export const QUOTES_MAX = 3
export const QUOTE_LENGTH_MAX = 160
/** One call of the model that an operator configures, and what it may say. */
export const JUDGE_MODEL_TIMEOUT_MS = 15_000
export const JUDGE_MODEL_MAX_BYTES = 64 * KIB
// Watchtower
export const WATCH_TARGETS_MAX = 100
export const WATCH_ID_LENGTH_MAX = 64
export const WATCH_NAME_LENGTH_MAX = 200
export const WATCH_URL_LENGTH_MAX = 2_048
/** What a body must contain, or where. */
export const WATCH_PATTERN_LENGTH_MAX = 500
export const WATCH_BODY_SENT_MAX = 10_000
export const WATCH_FILE_MAX_BYTES = MIB
export const WATCH_INTERVAL_MIN_S = 30
export const WATCH_INTERVAL_MAX_S = 3_600
/** Less than the shortest interval: probes of a target do not overlap. */
export const WATCH_TIMEOUT_MAX_MS = 20_000
/** Of an answer, where something of its body is expected. */
export const WATCH_BODY_MAX_BYTES = 64 * 1024
/** Enough for `$..name` over the largest body that is read. */
export const WATCH_PATH_STEPS_MAX = 2_000_000
/** Beyond the time a probe may take: a claim that is older belongs to a node that died. */
export const WATCH_CLAIM_SLACK_MS = 30_000
/** How long after its end a window is closed, so that what was due in it is saved. */
export const WATCH_GRACE_MS = 2 * 60_000
/** How often there is a look at the target file when nothing is due. */
export const WATCH_LOOK_MS = 15_000
export const WATCH_PAGE_ROWS = 1_000
export const WATCH_PURGED_AT_ONCE_MAX = 5_000
/** Probes that are sent at once. */
export const WATCH_PROBES_PAGE_MAX = 500
/** How long figures over probes are shown without a look at the store. */
export const WATCH_BOARD_MS = 5_000
// Packs
/** A pack is closed when it is so large; one table may make it larger. */
export const PACK_BYTES = 4 * MIB
export const PACK_MAX_BYTES = 160 * MIB
/** As it is kept; the largest that was ever seen has 9 MB. */
export const PACKED_TABLE_MAX_BYTES = 64 * MIB
/** Releases that a shard of an index has on average, at most. */
export const SHARD_RELEASES = 1_000
export const SHARD_RELEASES_MAX = 100_000
export const SHARDS_MAX = 65_536
export const SHARD_MAX_BYTES = 32 * MIB
/** The same unpacked. */
export const SHARD_TEXT_MAX_BYTES = 256 * MIB
export const INDEX_ROOT_MAX_BYTES = 16 * MIB
/** Words of a registry or of a table about one release. */
export const PACKED_WORDS_MAX = 20_000
/** One request of a pull; what lies between two wanted tables is fetched along up to the gap. */
export const PULL_RANGE_BYTES = 8 * MIB
export const PULL_GAP_BYTES = 128 * KIB
export const PULLS_AT_ONCE_MAX = 4
/** Bound on one request of a pull, every try included. */
export const PULL_TIMEOUT_MS = 120_000
/** The date of an index may be so far ahead: clocks differ. */
export const INDEX_AHEAD_MS = 24 * 60 * 60_000
/** A set of names as it is published; npm's has 60 MB. */
export const NAME_SET_MAX_BYTES = 512 * MIB

/** Lines of the service's own log that wait for a reader; more of them are dropped. */
export const LINES_WAITING_MAX_BYTES = MIB

// The log
/** Leaves that are integrated at once: some milliseconds of work. */
export const LOG_BATCH_MAX = 1_024
export const LOG_EVERY_MS = 1_000
export const LOG_AGAIN_MS = 5_000
/** Looks, one each time, at leaves that wait before the log counts as stalled. */
export const LOG_LOOKS_MAX = 30
/** Bundles of leaves that are made at once; each reads up to 256 rows. */
export const LOG_BUNDLES_AT_ONCE_MAX = 8
/** Tiles and bundles that are kept in memory. */
export const LOG_SERVED_CACHE_BYTES = 16 * MIB
/** Rotations of one kind that are read of somebody else's log: each is a signature to check. */
export const LOG_ROTATIONS_MAX = 1_000
/** A proof with the rotations of a log, which is as long as that of so many can be. */
export const PROOF_MAX_BYTES = 4 * MIB
/** Bundles that a monitor reads again at each look, of those that it has read before. */
export const LOG_AGAIN_BUNDLES = 4
/** New leaves that a monitor follows in one look: a log may claim any number, and each takes room here. */
export const LOG_LOOK_LEAVES_MAX = 100_000_000
/** That an answer is not in the log is said this long after the question, whatever the reason. */
export const LOG_NOT_FOUND_MS = 20
/** A node that died keeps others from integrating no longer than this. */
export const LOG_LEASE_MS = 5_000
/** What a witness has time for, of one request; one that fails then rests. */
export const WITNESS_TIMEOUT_MS = 4_000
export const WITNESS_REST_MS = 30_000
export const WITNESS_LEASE_MS = 15_000
export const WITNESS_REPLY_MAX_BYTES = 64 * 1024
/** What is handed to a witness: a checkpoint with its signatures, and a proof. */
export const SUBMISSION_MAX_BYTES = 128 * 1024
/** 256 entries, each behind its length. */
export const BUNDLE_MAX_BYTES = 256 * (2 + 0xffff)
export const POLICY_MAX_BYTES = MIB
/** Bound on one request of a monitor. */
export const LOG_READ_TIMEOUT_MS = 60_000

// Pages about packages
/** Whoever asks for a page waits so long; then the page says that it is worked on. */
export const PAGE_WAIT_MS = 1_500
/** After so many seconds such a page asks again. */
export const PAGE_REFRESH_S = 2
/** Nobody works longer on one. */
export const PAGE_WORK_MAX_MS = 10 * 60_000
/** Pages that are worked on at once, on a node and for one client. */
export const PAGES_AT_ONCE_MAX = 64
export const PAGES_FOR_CLIENT_MAX = 6
/** How long the outcome is kept for whoever asks again. */
export const PAGE_OUTCOME_KEPT_MS = 60_000
/** Failures of a page in a row until browsers are no longer told to look again. */
export const PAGE_FAILURES_MAX = 5
/** Work on pages for one client within `RATE_WINDOW_MS`. */
export const PAGE_WORK_FOR_CLIENT_MS = 30_000
/** What one page costs of it at most, however long it takes. */
export const PAGE_WORK_OF_ONE_MS = 10_000
/** A page that was made is given out again for so long. */
export const PAGE_KEPT_MS = 30_000
export const PAGE_CACHE_BYTES = 64 * MIB
/** Names that the page of a release shows with their signature, and by name alone. */
export const PAGE_NAMES_TOLD_MAX = 150
export const PAGE_NAMES_MAX = 900
/** Modules that it shows. */
export const PAGE_MODULES_MAX = 400
/** Names below a module or a class that stand on one page. */
export const PAGE_BELOW_MAX = 400
/** What a search in the names of a release shows. */
export const PAGE_MATCHES_MAX = 100
/** Rows of each list of a comparison that stand on one page. */
export const PAGE_ROWS_MAX = 150
export const PAGE_ROWS_OF_ONE_MAX = 2_000
/** Releases that are read to find out when a symbol went. */
export const EDGE_PROBES_MAX = 20
/** Newest indexed releases that the page of a package draws. */
export const STEPS_OF_PACKAGE_MAX = 40
/** Steps between releases that wait to be compared, and that are remembered. */
export const STEPS_WAITING_MAX = 200
export const STEP_CACHE_ENTRIES = 20_000
export const STEP_MAX_MS = 60_000
