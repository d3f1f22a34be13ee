import assert from "node:assert/strict";
import { callsTo } from "../support/server-process.ts";
import { AS_SERVICE, endServers, PRODUCT, untilReady, type Bar } from "./bar.ts";
import { DATA, PORTAL } from "./install.ts";

const BESIDE = 8081;
const START_S = 180;

/** "Backup and restore", embedded: a backup while groups are made, and what was acknowledged before it is in the restored database, row for row. */
export async function backUp({ machine, block }: Bar, token: string): Promise<void> {
  const restored = `${DATA}-restored`;
  machine.run(`install -d -m 700 -o netportal -g netportal ${restored} /var/backups/netportal`);
  const [backup = "", restore = ""] = block("Backup and restore 1").split("\n");
  const writer = startWriter(token);
  await writer.some(20);
  const before = [...writer.acknowledged];
  machine.launch(`${backup}\ntouch /tmp/backed-up`, "/tmp/backup.log", AS_SERVICE);
  await writer.until(() => machine.run("ls /tmp").includes("backed-up"));
  const during = writer.acknowledged.length - before.length;
  await writer.stop();
  const file = machine.run("ls /var/backups/netportal/*.tar.gz").trim();
  const printed = "/var/backups/netportal/netportal-2026-11-29T220755Z.tar.gz";
  assert(restore.includes(printed), restore);
  const command = restore.replace(printed, file);
  assert.throws(
    () => machine.run(command, { ...AS_SERVICE, env: { NETPORTAL_DATA: DATA } }),
    /in use|--replace/,
  );
  machine.run(command, { ...AS_SERVICE, env: { NETPORTAL_DATA: restored } });
  const env = { NETPORTAL_DATA: restored, NETPORTAL_MODE: "production", NETPORTAL_PORT: String(BESIDE) };
  machine.launch("npm start", "/tmp/restored.log", { ...AS_SERVICE, env });
  await untilReady(BESIDE, START_S);
  const [ours, theirs] = [
    await groupsOf(PORTAL, token),
    await groupsOf(`http://127.0.0.1:${String(BESIDE)}`, token),
  ];
  assert.deepEqual(
    before.filter((name) => !theirs.has(name)),
    [],
  );
  assert.deepEqual(
    [...theirs].filter(([name, row]) => ours.get(name) !== row),
    [],
  );
  console.log(
    `  a backup under writes: ${before.length} groups before it, ${during} during it, ${theirs.size} restored and equal`,
  );
  endServers(machine);
}

/** Makes groups one after the other until it is told to stop. */
function startWriter(token: string) {
  const acknowledged: string[] = [];
  let isOver = false;
  const write = async (): Promise<void> => {
    for (let n = 0; !isOver; n += 1) {
      const name = `bar-${String(n)}`;
      const { code } = await callsTo(PORTAL).execute([{ name: "cntl.group.create", new: { name } }], token);
      assert.equal(code, "200");
      acknowledged.push(name);
    }
  };
  const running = write();
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await Promise.race([running, new Promise((resolve) => setTimeout(resolve, 100))]);
  };
  return {
    acknowledged,
    until,
    some: (count: number) => until(() => acknowledged.length >= count),
    stop: async (): Promise<void> => {
      isOver = true;
      await running;
    },
  };
}

/** The groups of a server, each row as JSON. */
async function groupsOf(address: string, token: string): Promise<ReadonlyMap<string, string>> {
  const { code, lists } = await callsTo(address).get("/api/4.2/cntl/group/list", token);
  assert.equal(code, "200");
  return new Map(
    lists.flat().map((row) => [typeof row["name"] === "string" ? row["name"] : "", JSON.stringify(row)]),
  );
}

/** "To a point in time", on the PostgreSQL of Debian: a table that is dropped after the moment is there again. */
export function backInTime({ machine, block }: Bar): void {
  const as = { user: "postgres", folder: "/tmp" };
  const [make = "", ...rest] = block("To a point in time 1").split("\n");
  machine.run(`${make}\nchown postgres: /var/backups/pg-wal /var/backups/pg-base`);
  machine.run(rest.join("\n"), as);
  machine.run('psql -c "create table kept as select 1 as one"', as);
  machine.run(block("To a point in time 2"), as);
  machine.run("sleep 1", as);
  const moment = machine.run('psql -Atc "select now()"', as).trim();
  machine.run('sleep 1; psql -c "drop table kept"', as);
  const back = block("To a point in time 3", { "2026-11-29 21:59:00+00": moment });
  const lines = back.split("\n");
  const asked = lines.findIndex((line) => line.includes("pg_is_in_recovery"));
  machine.run(lines.slice(0, asked).join("\n"), as);
  machine.run(`until psql -Atc "select pg_is_in_recovery()" | grep -q f; do sleep 0.5; done`, as);
  machine.run(lines.slice(asked).join("\n"), as);
  assert.equal(machine.run('psql -Atc "select one from kept"', as).trim(), "1");
  console.log(`  the database went back to ${moment}`);
}

/** "Test instance": the database of the test instance becomes a copy of another one. */
export function reset({ machine, block }: Bar, production: string): void {
  const as = { user: "postgres", folder: "/tmp" };
  machine.run(
    `psql -c "create database netportal_test owner netportal encoding 'UTF8' template template0"`,
    as,
  );
  machine.run(`psql netportal_test <<'END'\n${block("Test instance 1")}\nEND`, as);
  const target = production.replace(/[^/]*$/, "netportal_test");
  machine.run("npm run migrate", { ...AS_SERVICE, env: { DATABASE_URL: target } });
  const text = block("Test instance 2", {
    "postgres://…/netportal_test": target,
    "postgres://reader:…@db.example.org/netportal": production,
  });
  const said = machine.run(text, { ...AS_SERVICE, folder: PRODUCT });
  console.log(`  reset: ${said.trim().split("\n").at(-1) ?? ""}`);
}
