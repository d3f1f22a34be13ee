/** Limits for one name server, and for other clients of the port of the hidden primary. docs/services.md lists them. */

/** Maximum number of bytes of a question. */
export const LONGEST_QUESTION = 4096;
/** Connections of all addresses together. An address with fewer than `CONNECTIONS_KEPT` still gets one. */
export const CONNECTIONS = 100;
export const CONNECTIONS_OF_ADDRESS = 20;
export const CONNECTIONS_KEPT = 2;
/** Time in ms within which a question must be complete, from the beginning of the connection or the end of the last answer. */
export const QUESTION_MS = 5000;
/** Packets that are answered at the same time. Further packets are dropped, and their senders ask again. */
export const PACKETS = 64;
/** Transfers that are read from the database at the same time; the others wait for their turn. */
export const TRANSFERS = 4;
export const TRANSFERS_OF_SERVER = 2;
/** Limits for a slow reader: accumulated delay in ms, and bytes a second that reduce it. */
export const READING = { stalled: 30_000, rate: 256 * 1024 } as const;
/** Connections of the thread to the database. */
export const DATABASE_CONNECTIONS = TRANSFERS + 2;
