import { execFile } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Bench } from "./bench.ts";
import { figureOf, type Figure } from "./figure.ts";
import { createNamesByHand } from "./floor.ts";
import { groundOf } from "./ground.ts";
import { timed } from "./load.ts";

const ROWS = 100_000;
const REMOVED = "delete from dns.fqdn where value like $1";

const run = promisify(execFile);

/** P25: the import command with a table of 100,000 rows: compared, applied as one transaction, and compared again, when nothing is planned. */
export async function importing({ base, db, size, ada, note }: Bench): Promise<readonly Figure[]> {
  const [ground] = (await groundOf(db, "otto", 1)) ?? [];
  if (ground === undefined) {
    note(`P25: otto owns too little at size ${size}; --fresh makes the campus anew`);
    return [];
  }
  const stamp = `bench-p25${Date.now().toString(36)}`;
  const names = Array.from({ length: ROWS }, (_, at) => `${stamp}-${String(at)}.${ground.zone}`);
  const file = join(tmpdir(), `${stamp}.csv`);
  writeFileSync(file, ["value,type", ...names.map((name) => `${name},domain`)].join("\n"));
  const command = async (): Promise<void> => {
    const args = ["server/import.ts", "csv", "dns.fqdn", file, "--url", base];
    const options = { cwd: join(import.meta.dirname, "../.."), maxBuffer: 2 ** 26 };
    const { stderr } = await run(process.execPath, args, {
      ...options,
      env: { ...process.env, NETPORTAL_TOKEN: ada },
    });
    note(stderr.trim().split("\n").slice(0, 2).join(" "));
  };
  try {
    const first = await timed(command);
    const again = await timed(command);
    await db.query(REMOVED, [`${stamp}-%`]);
    const floor = await timed(() => createNamesByHand(db, names));
    const what = `import of a table of ${String(ROWS)} names`;
    return [
      figureOf({ id: "P25", size, what, unit: "ms", times: [first], floor }),
      figureOf({ id: "P25", size, what: `${what}, again`, unit: "ms", times: [again] }),
    ];
  } finally {
    rmSync(file);
    await db.query(REMOVED, [`${stamp}-%`]);
  }
}
