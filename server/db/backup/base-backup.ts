import type { Duplex } from "node:stream";
import pg from "pg";
import type { SocketConnection } from "../database.ts";

/**
 * Receives a base backup in its order: the tar archive of the data folder in pieces, then the manifest in pieces. The server waits for a returned
 * promise.
 */
export interface BaseBackupSink {
  archive(piece: Buffer): Promise<void>;
  manifest(piece: Buffer): void;
}

/** First byte of a message of BASE_BACKUP (PostgreSQL, protocol-replication). */
const [NEW_ARCHIVE, MANIFEST, DATA] = ["n", "m", "d"].map((kind) => kind.charCodeAt(0));

/**
 * Takes a base backup over the replication protocol, with the log that it needs and a manifest with SHA-256, while others write. A temporary slot
 * keeps that log until it is sent. Rejects with the error of PostgreSQL or of the sink.
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

/** The replication protocol accepts its words only in capitals. */
const COMMAND =
  "BASE_BACKUP (LABEL 'netportal', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256', TARGET 'client')";

/** Methods that the driver calls on a statement. */
interface Reading extends pg.Submittable {
  handleCopyData(message: { readonly chunk: Buffer }, connection: pg.Connection): void;
  handleRowDescription(): void;
  handleDataRow(): void;
  handleCommandComplete(): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
}

/** pg-copy-streams loses the bounds of messages, which separate archive and manifest here. */
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
        // At its next message the server learns that the connection was closed.
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
      // The driver reuses the memory of a message.
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
