/** API version that is served and asked for. */
export const API_VERSION = "4.2";

/** Numbers of wire contract 1.8 and of the area CONST of the requirements; times in ms, lengths in characters. */
export const LIMITS = {
  pollEvery: 60_000,
  /** While the server is not reached. */
  pollAway: 5_000,
  /** After a call that failed the alerts have so long to say whether the portal is online. */
  alertsWithin: 2_500,
  criticalAhead: 2 * 24 * 60 * 60 * 1000,
  filterDebounce: 300,
  searchDebounce: 500,
  impersonationDebounce: 250,
  suggestionMinLength: 2,
  typeaheadMatches: 10,
  /** Of a list that is few enough to be looked through. */
  listedMatches: 200,
  managerSuggestions: 10,
  chunkLoadTimeout: 120_000,
  pageSize: 25,
  pageSizes: [5, 25, 50, 100, 500, 0],
  searchHistory: 100,
  searchLength: 128,
  /** Longer terms are accepted, but seldom find anything (SRCH-08). */
  searchAdvised: 32,
  /** Rows of each step of a search; 0 sends no limit. */
  searchLimit: 25,
  searchLimits: [5, 25, 50, 100, 500, 0],
  /** Results of one kind that are drawn; the list of the kind has them all. */
  searchDrawn: 500,
  toastHide: 10_000,
  fqdnLength: 255,
  labelLength: 63,
  bcdNameLength: 23,
  serializationVersion: 2,
  snippetFileMode: 0o600,
  longListRows: 200,
  /** Rows of a table that is shown as a whole: higher than this the browser draws no page. */
  allRows: 1_000_000,
  /** Rows that are planned by one action. */
  bulkRows: 10_000,
  executorBodyBytes: 64 * 1024 * 1024,
  bodyBytes: 1024 * 1024,
  /** From here on a body is a large one: its call has a thread of its own. */
  largeBodyBytes: 256 * 1024,
  /** Levels of lists and objects in a body, and the values in all of them. */
  bodyDepth: 64,
  bodyValues: 5_000_000,
  steps: 100_000,
  executions: 100_000,
  listElements: 10_000,
  regexpLength: 256,
  callTime: 120_000,
  /** A statement with regular expressions of a client, until its first row. */
  searchTime: 5_000,
  idxLength: 200,
  callIdLength: 64,
  progressEvery: 500,
  progressKept: 10 * 60_000,
  filterDepth: 10,
  failedLoginsPerMinute: 10,
} as const;
