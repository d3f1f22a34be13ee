import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { callsTo } from "../support/server-process.ts";
import { adapted } from "../../examples/try/guide.ts";
import { AS_SERVICE, DATA, endServers, PORTAL, untilReady, type Bar } from "./bar.ts";
import type { How, Machine } from "./machine.ts";
import { OWN } from "./postgres.ts";

const BESIDE = 8081;
/** The backup that the document restores. */
const PRINTED = "/var/backups/netportal/netportal-2026-11-29T220755Z.tar.gz";

/** Groups by name, each row as JSON. */
type Rows = ReadonlyMap<string, string>;

/**
 * "Backup and restore", embedded: a backup while groups are made, restored beside the service and then in its place. Each time everything that was
 * acknowledged before the backup is there, and every row is equal.
 */
export async function backUp({ machine, block }: Bar, token: string): Promise<void> {
  const [backup = "", restore = ""] = block("Backup and restore 1").split("\n");
  const writer = startWriter(token);
  await writer.some(20);
  const before = [...writer.acknowledged];
  await machine.runMeanwhile(backup, at(DATA));
  const during = writer.acknowledged.length - before.length;
  await writer.some(writer.acknowledged.length + 5);
  await writer.stop();
  const file = machine.run("ls /var/backups/netportal/*.tar.gz").trim();
  const written = await groupsOf(PORTAL, token);
  const restored = await restoredBeside(machine, adapted(restore, { [PRINTED]: file }), token);
  assert.deepEqual(
    before.filter((name) => !restored.has(name)),
    [],
  );
  assert.deepEqual(
    [...restored].filter(([name, row]) => written.get(name) !== row),
    [],
  );
  assert(restored.size < written.size);
  console.log(
    `  a backup under writes: ${String(before.length)} groups before it, ${String(during)} during it, ${String(restored.size)} of ${String(written.size)} restored, each row equal`,
  );
  machine.run(block("Backup and restore 2", { [PRINTED]: file }));
  await untilReady(machine, 8080);
  assert.deepEqual(await groupsOf(PORTAL, token), restored);
  console.log("  the service has the same rows after a restore in its place");
}

/** Restores into another folder, where a server on another port answers from it; the folder of the running service is refused. */
async function restoredBeside(machine: Machine, command: string, token: string): Promise<Rows> {
  const folder = `${DATA}-restored`;
  machine.run(`install -d -m 700 -o netportal -g netportal ${folder}`);
  assert.throws(() => machine.run(command, at(DATA)), /in use/);
  machine.run(command, at(folder));
  const env = { NETPORTAL_DATA: folder, NETPORTAL_MODE: "production", NETPORTAL_PORT: String(BESIDE) };
  machine.launch("npm start", "/tmp/restored.log", { ...AS_SERVICE, env });
  await untilReady(machine, BESIDE, "/tmp/restored.log");
  const rows = await groupsOf(`http://127.0.0.1:${String(BESIDE)}`, token);
  endServers(machine);
  return rows;
}

/** Commands for this data folder by the user of the service. */
function at(data: string): How {
  return { ...AS_SERVICE, env: { NETPORTAL_DATA: data } };
}

/** Creates groups one after the other until it is stopped. */
function startWriter(token: string) {
  const acknowledged: string[] = [];
  let isOver = false;
  const write = async (): Promise<void> => {
    for (let n = 0; !isOver; n += 1) {
      const name = `bar-${String(Date.now())}-${String(n)}`;
      const { code } = await callsTo(PORTAL).execute([{ name: "cntl.group.create", new: { name } }], token);
      assert.equal(code, "200");
      acknowledged.push(name);
    }
  };
  const running = write();
  return {
    acknowledged,
    async some(count: number) {
      while (acknowledged.length < count) await Promise.race([running, sleep(100)]);
    },
    stop: async (): Promise<void> => {
      isOver = true;
      await running;
    },
  };
}

async function groupsOf(address: string, token: string): Promise<Rows> {
  const { code, lists } = await callsTo(address).get("/api/4.2/cntl/group/list", token);
  assert.equal(code, "200");
  return new Map(
    lists.flat().map((row) => [typeof row["name"] === "string" ? row["name"] : "", JSON.stringify(row)]),
  );
}

/** "To a point in time", on the PostgreSQL of Debian: a table that is dropped after the moment is there again. */
export function backInTime({ machine, block }: Bar): void {
  const as = { user: "postgres", folder: "/tmp" };
  machine.run(block("To a point in time 1"));
  machine.run('psql -c "create table kept as select 1 as one"', as);
  machine.run(block("To a point in time 2"), as);
  machine.run("sleep 1", as);
  const moment = machine.run('psql -Atc "select now()"', as).trim();
  machine.run('sleep 1; psql -c "drop table kept"', as);
  const back = block("To a point in time 3", { "2026-11-29 21:59:00+00": moment });
  const lines = back.split("\n");
  const asked = lines.findIndex((line) => line.includes("pg_is_in_recovery"));
  machine.run(lines.slice(0, asked).join("\n"));
  machine.run(`until psql -Atc "select pg_is_in_recovery()" | grep -q f; do sleep 0.5; done`, as);
  machine.run(lines.slice(asked).join("\n"));
  assert.equal(machine.run('psql -Atc "select one from kept"', as).trim(), "1");
  console.log(`  the database went back to ${moment}`);
}

/** "Test instance": its database becomes a copy of that of the service, by hand and by the timer of systemd, which stops and starts its server. */
export async function reset({ machine, block }: Bar): Promise<void> {
  const as = { user: "postgres", folder: "/tmp" };
  machine.run(
    `psql -c "create database netportal_test owner netportal encoding 'UTF8' template template0"`,
    as,
  );
  machine.run(`psql -v ON_ERROR_STOP=1 netportal_test <<'END'\n${block("Test instance 1")}\nEND`, as);
  const target = OWN.replace(/[^/]*$/, "netportal_test");
  machine.run("npm run migrate", { ...AS_SERVICE, env: { DATABASE_URL: target } });
  const admins = (): string =>
    machine.run(`psql -At -F' ' ${target} -c "select login_name, first_name from cntl.mgr"`, as).trim();
  assert.equal(admins(), "");
  const text = block("Test instance 2", {
    "postgres://…/netportal_test": target,
    "postgres://reader:…@db.example.org/netportal": OWN,
  });
  machine.run(text, AS_SERVICE);
  assert.match(admins(), /^ada Ada$/m);
  const given = `NETPORTAL_MODE=test\nDATABASE_URL=${target}\nNETPORTAL_PORT=${String(BESIDE)}\n`;
  writeFileSync(machine.path("/etc/netportal/reset.env"), `${given}NETPORTAL_RESET_FROM=${OWN}\n`);
  writeFileSync(machine.path("/etc/netportal/test.env"), given);
  for (const name of ["Test instance 3", "Test instance 4"]) {
    const [, file = ""] = /^# (\S+)/.exec(block(name)) ?? [];
    machine.run(`cat > ${file} <<'END'\n${block(name)}\nEND`);
  }
  machine.run(`cd /etc/systemd/system && sed 's/settings$/test.env/' netportal.service > netportal-test.service
systemctl daemon-reload && systemctl enable --now netportal-test netportal-reset.timer`);
  await untilReady(machine, BESIDE);
  machine.run(`psql -v ON_ERROR_STOP=1 ${target} -c "update cntl.mgr set first_name = 'Changed'"`, as);
  const pid = "systemctl show -P MainPID netportal-test";
  const before = machine.run(pid);
  machine.run("systemctl start netportal-reset");
  await untilReady(machine, BESIDE);
  assert.notEqual(machine.run(pid), before);
  assert.match(admins(), /^ada Ada$/m);
  assert.match(machine.run("systemctl list-timers"), /netportal-reset\.timer/);
  machine.run("systemctl disable --now netportal-test netportal-reset.timer");
  console.log("  the test instance was reset by hand and by its unit");
}
