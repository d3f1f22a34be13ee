import type { Duplex } from "node:stream";
import pg from "pg";
import type { SocketConnection } from "../database.ts";

/** Receives a base backup in its order: the tar archive of the data folder in pieces, then the manifest in pieces. A promise makes the server wait. */
export interface BaseBackupSink {
  archive(piece: Buffer): Promise<void>;
  manifest(piece: Buffer): void;
}

/** First byte of a message of BASE_BACKUP (PostgreSQL, protocol-replication). */
const [NEW_ARCHIVE, MANIFEST, DATA] = ["n", "m", "d"].map((kind) => kind.charCodeAt(0));

/**
 * Takes a base backup over the replication protocol, with the log that it needs and a manifest with SHA-256, while others write. A temporary slot keeps that log until it was sent.
 * Rejects with the error of PostgreSQL or of the sink.
 */
export async function takeBaseBackup(connection: SocketConnection, sink: BaseBackupSink): Promise<void> {
  const config = { ...connection, application_name: "netportal-backup", replication: "database" };
  const client = new pg.Client(config);
  client.on("error", () => undefined);
  try {
    await client.connect();
    const slot = `netportal_backup_${String(process.pid)}`;
    await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL (RESERVE_WAL)`);
    await new Promise<void>((resolve, reject) => {
      client.query(createReading(sink, resolve, reject));
    });
  } finally {
    await client.end();
  }
}

/** The replication protocol knows its words in capitals only. */
const COMMAND =
  "BASE_BACKUP (LABEL 'netportal', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256', TARGET 'client')";

/** What the driver calls of a statement. */
interface Reading extends pg.Submittable {
  handleCopyData(message: { readonly chunk: Buffer }, connection: pg.Connection): void;
  handleRowDescription(): void;
  handleDataRow(): void;
  handleCommandComplete(): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
}

/** Results of pg-copy-streams lose the bounds of messages, which tell archive and manifest apart here. */
function createReading(sink: BaseBackupSink, resolve: () => void, reject: (error: unknown) => void): Reading {
  let isManifest = false;
  let waiting: Promise<void> = Promise.resolve();
  let pending = 0;
  let failure: unknown = null;
  const ignore = (): void => undefined;
  const write = (piece: Buffer, stream: Duplex): void => {
    pending += piece.length;
    if (pending > MOST_PENDING) stream.pause();
    waiting = waiting
      .then(() => (failure === null ? sink.archive(piece) : undefined))
      .catch((error: unknown) => {
        failure ??= error;
        // The server learns at its next message that nobody takes the rest.
        stream.destroy();
        reject(error);
      })
      .finally(() => {
        pending -= piece.length;
        if (pending <= MOST_PENDING) stream.resume();
      });
  };
  return {
    submit: (connection) => {
      connection.query(COMMAND);
    },
    handleCopyData({ chunk }, { stream }) {
      const [kind] = chunk;
      const rest = chunk.subarray(1);
      if (kind === NEW_ARCHIVE) isManifest = false;
      else if (kind === MANIFEST) isManifest = true;
      else if (kind === DATA && isManifest) sink.manifest(Buffer.from(rest));
      // The driver uses the memory of a message again.
      else if (kind === DATA) write(Buffer.from(rest), stream);
    },
    handleRowDescription: ignore,
    handleDataRow: ignore,
    handleCommandComplete: ignore,
    handleError: reject,
    handleReadyForQuery() {
      waiting.then(resolve, reject);
    },
  };
}

/** Bytes that wait for the sink. */
const MOST_PENDING = 4 * 1024 * 1024;
