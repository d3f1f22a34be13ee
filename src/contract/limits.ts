export const API_VERSION = "4.2";

/** Limits of wire contract 1.8 and of area CONST of the requirements; times in ms, lengths in characters. */
export const LIMITS = {
  pollEvery: 60_000,
  /** While the server is unreachable. */
  pollAway: 5_000,
  /** After a failed call, time for the alerts to tell whether the portal is online. */
  alertsWithin: 2_500,
  criticalAhead: 2 * 24 * 60 * 60 * 1000,
  filterDebounce: 300,
  searchDebounce: 500,
  impersonationDebounce: 250,
  suggestionMinLength: 2,
  typeaheadMatches: 10,
  /** Longest list of matches that is offered. */
  listedMatches: 200,
  managerSuggestions: 10,
  chunkLoadTimeout: 120_000,
  pageSize: 25,
  pageSizes: [5, 25, 50, 100, 500, 0],
  searchHistory: 100,
  searchLength: 128,
  /** Longer terms are allowed but seldom match (SRCH-08). */
  searchAdvised: 32,
  /** Rows for each step of a search; 0 sends no limit. */
  searchLimit: 25,
  searchLimits: [5, 25, 50, 100, 500, 0],
  /** Number of drawn results of one kind, whose list has all of them. The first number applies until somebody chooses another one. */
  searchShown: 5,
  searchDrawn: 500,
  /** Maximum number of counted results of one kind; more are only reported as more. */
  searchCounted: 200,
  toastHide: 10_000,
  serializationVersion: 2,
  longListRows: 200,
  /** Rows of an unpaged table; browsers draw no higher page. */
  allRows: 1_000_000,
  /** Rows that one action can plan. */
  bulkRows: 10_000,
  executorBodyBytes: 64 * 1024 * 1024,
  bodyBytes: 1024 * 1024,
  /** A call of this size or more gets its own thread. */
  largeBodyBytes: 256 * 1024,
  /** Lists and objects within one step; with more of them a call gets its own thread. */
  stepParts: 2_000,
  /** Depth of lists and objects in a body, and number of values in all of them. */
  bodyDepth: 64,
  bodyValues: 5_000_000,
  /** Memory that one call may keep until it has its answer. */
  keptBytes: 128 * 1024 * 1024,
  steps: 100_000,
  executions: 100_000,
  /** With more executions than this a call gets its own thread, whatever its size. */
  executionsHere: 2_000,
  listElements: 10_000,
  regexpLength: 256,
  callTime: 120_000,
  /** Calls of one person that wait for those of the same person that run. */
  waitingCalls: 500,
  /** Seconds after which a call that found no place may be sent again. */
  retryAfter: 5,
  /** Time to the first row of a statement with regular expressions of a client. */
  searchTime: 5_000,
  idxLength: 200,
  callIdLength: 64,
  progressEvery: 500,
  progressKept: 10 * 60_000,
  filterDepth: 10,
  failedLoginsPerMinute: 10,
  /** Sign-ins that one address has begun at the identity provider and not finished, within ten minutes. */
  unfinishedSignIns: 100,
  /** What one person may send in a minute, under all own accounts. */
  ticketsPerMinute: 30,
  ticketEventsPerMinute: 500,
  macJobsPerMinute: 60,
  lookupsPerMinute: 300,
  /** Mails to one address that nobody has verified. */
  receiptsPerHour: 3,
} as const;

/** Limits of the stream of applied changes (wire contract 6.11); times in ms. */
export const EVENT_LIMITS = {
  /** Streams of events that one person keeps open in one process, and all persons together. */
  eventStreams: 20,
  eventStreamsOfAll: 1_000,
  /** Object types that a stream of events can name. */
  eventTypes: 100,
  /** Time between two signs of life in a stream of events. */
  eventBeat: 15_000,
  /** Time between two looks for changes while somebody listens. */
  eventPoll: 200,
  /** Time between two checks of the tokens behind all streams. */
  eventCheck: 1_000,
  /** Entries of the change log that a transaction tells one by one. After a larger one everything is to be asked again. */
  eventEntries: 1_000,
  /** Transactions that are told one by one after a stream was broken, or at once. After more of them everything is to be asked again. */
  eventBacklog: 1_000,
  /** Bytes that a stream may keep for a slow reader. */
  eventWaitingBytes: 128 * 1024,
} as const;
