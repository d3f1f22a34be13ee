import { startOwnServer, urlBeside } from "./own-server.ts";

const OFFSET = 1;
export const READ_ONLY_URL = urlBeside(OFFSET);

/** A second server, a development instance whose transactions are all rolled back. Answers with what ends it. */
export async function startReadOnlyServer(): Promise<() => Promise<void>> {
  const server = await startOwnServer(OFFSET, { NETPORTAL_MODE: "devel", NETPORTAL_ACCESS_MODE: "ro" });
  return () => server.remove();
}
