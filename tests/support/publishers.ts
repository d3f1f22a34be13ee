import type { Key } from "../../server/dns-wire/tsig.ts";
import { SECOND_HOST } from "../../examples/try/name-server.ts";
import { HOST, newKey, servedWorld, type ServedWorld } from "./name-servers.ts";
import { startProcess, type ServerProcess } from "./server-process.ts";
import { rowsOf } from "./small-world.ts";

/** A served world whose own publisher rests, so that the processes started by a test do all the work. */
export interface PublishedWorld extends ServedWorld {
  /** Key of a server that does not exist: it lets a test fetch zones. */
  readonly reader: Key;
  /** Starts a process that publishes and gives zones at this port. */
  start(port: number): Promise<ServerProcess>;
  /** Disables the reader, which never answers, and waits until every name server has the wanted zones. */
  liveWithoutReader(within?: number): Promise<void>;
}

export async function publishedWorld(): Promise<PublishedWorld> {
  const world = await servedWorld();
  await world.live();
  await world.stop();
  const reader = newKey("reader.netportal.");
  const place = { address: HOST, port: 1, has_catalog: false };
  const server = { name: "reader", ...place, key_name: reader.name, key_secret: reader.secret };
  rowsOf(await world.execute("ada", [{ name: "output.server.create", new: server }]));
  return {
    ...world,
    reader,
    start: (port) =>
      startProcess({
        DATABASE_URL: world.url,
        NETPORTAL_DEMO: "0",
        NETPORTAL_DNS_LISTEN: `${HOST}:${String(port)},${SECOND_HOST}:${String(port)}`,
      }),
    async liveWithoutReader(within = 60_000) {
      await world.db.query("update output.server set is_enabled = false where name = 'reader'");
      await world.live(within);
    },
  };
}
