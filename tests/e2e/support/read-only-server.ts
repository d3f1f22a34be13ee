import { startOwnServer, urlBeside } from "./own-server.ts";

const OFFSET = 1;
export const READ_ONLY_URL = urlBeside(OFFSET);

/** Starts a second server, a development instance that rolls back every transaction. Returns a function that ends it. */
export async function startReadOnlyServer(): Promise<() => Promise<void>> {
  const server = await startOwnServer(OFFSET, { NETPORTAL_MODE: "devel", NETPORTAL_ACCESS_MODE: "ro" });
  return () => server.remove();
}
