import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SocketConnection } from "../database.ts";
import { isRoot, UNPRIVILEGED } from "./binaries.ts";

/** The superuser that the embedded PostgreSQL is made with. */
export const USER = "netportal";
export const PORT = 5432;

/** Address of the database of the product, or of another one, in this folder of sockets. */
export function socketConnection(sockets: string, database = "netportal"): SocketConnection {
  return { host: sockets, port: PORT, user: USER, database, ssl: false };
}

/**
 * The path of a unix socket is limited to about 100 characters, so sockets get a private folder with a short name. Systemd names a folder for a
 * service with a private /tmp, so that commands beside the server reach its database.
 */
export function socketFolder(): string {
  const given = process.env["RUNTIME_DIRECTORY"] ?? tmpdir();
  const folder = mkdtempSync(join(given !== "" && given.length < 40 ? given : "/tmp", "netportal-"));
  if (isRoot) chownSync(folder, UNPRIVILEGED, UNPRIVILEGED);
  return folder;
}

/** Removes remains of a killed server. */
export function removeSockets(folder: string | null): void {
  if (folder !== null && /\/netportal-[A-Za-z0-9]+$/.test(folder))
    rmSync(folder, { recursive: true, force: true });
}
