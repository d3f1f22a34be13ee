import { onTestFinished } from "vitest";
import { askSerial } from "../../server/dns-wire/ask.ts";
import type { ServedWorld } from "./name-servers.ts";

export interface LiveWatch {
  /** Every version that the product called live and for which the server was then asked: server, zone and serial. */
  readonly told: ReadonlySet<string>;
  /** Ends the watch, like the end of the test does. Answers every version that was reported as live before the server answered with it. */
  stop(): Promise<readonly string[]>;
}

const LIVE = `select s.name, d.unit, d.has from output.delivery v join output.seen d on d.id::text = v.id
  join output.server s on s.id = d.server where v.is_live order by random() limit 5`;

/** Compares as fast as possible the reported live state with the answers of the server at that moment. */
export function watchLive(world: ServedWorld): LiveWatch {
  const wrong: string[] = [];
  const told = new Set<string>();
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const rows = await world.db.query<{ name: string; unit: string; has: string }>(LIVE);
      for (const { name, unit, has } of rows) {
        const server = world.servers.find(({ kind }) => kind === name);
        if (server === undefined) continue;
        const shown = await askSerial(server, unit);
        // A zone may be taken away between the two questions.
        if (shown.kind !== "serial") continue;
        told.add(`${name} ${unit} ${has}`);
        if (shown.serial < Number(has)) wrong.push(`${name} ${unit} ${has}`);
      }
    }
  })();
  const end = async (): Promise<void> => {
    isOver = true;
    await watching;
  };
  // A failed test never calls `stop`, so the watch also ends with the test.
  onTestFinished(end);
  return {
    told,
    async stop() {
      await end();
      return wrong;
    },
  };
}
