import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { AS_SERVICE, endServers, isReady, PORTAL, PRODUCT, SETTINGS, untilReady, type Bar } from "./bar.ts";
import { signIn } from "./provider.ts";

const PASSWORD = "only-for-the-bar";
/** The address of the database on this machine. */
export const OWN = `postgres://netportal:${PASSWORD}@127.0.0.1/netportal`;
const LATE_S = 60;
/** The longest pause between two attempts, including the time for a connection. */
const NOTICED_S = 40;
const AS_POSTGRES = { user: "postgres", folder: "/tmp" };

/** "A PostgreSQL of your own": roles and database as printed, and the first start on them, with the insert of "MAC finder". */
export async function ownDatabase({ machine, block }: Bar): Promise<void> {
  machine.run("systemctl stop netportal; apt-get install postgresql");
  const sql = block("A PostgreSQL of your own 1", { "'…'": `'${PASSWORD}'` });
  machine.run(`psql -v ON_ERROR_STOP=1 <<'END'\n${sql}\nEND`, AS_POSTGRES);
  const start = block("A PostgreSQL of your own 2", {
    "netportal:…@db.example.org": `netportal:${PASSWORD}@127.0.0.1`,
  });
  machine.launch(start, "/tmp/own.log", AS_SERVICE);
  await untilReady(machine, 8080, "/tmp/own.log");
  machine.run(`psql -v ON_ERROR_STOP=1 ${OWN} <<'END'\n${block("MAC finder 1")}\nEND`, AS_POSTGRES);
  endServers(machine);
}

/** The two roles of the same section: the owner migrates, and the other one serves. */
export async function twoRoles({ machine, block }: Bar): Promise<void> {
  const roles = ["netportal_owner", "netportal_server"];
  for (const role of roles)
    machine.run(`psql -c "create role ${role} login password '${PASSWORD}'"`, AS_POSTGRES);
  machine.run(
    `psql -c "create database two owner netportal_owner encoding 'UTF8' template template0"`,
    AS_POSTGRES,
  );
  const sql = block("A PostgreSQL of your own 3");
  const asOwner = `psql -v ON_ERROR_STOP=1 postgres://netportal_owner:${PASSWORD}@127.0.0.1/two`;
  machine.run(`${asOwner} <<'END'\n${sql}\nEND`, AS_POSTGRES);
  const text = block("A PostgreSQL of your own 4", {
    "…@db.example.org/netportal": `${PASSWORD}@127.0.0.1/two`,
  });
  machine.launch(text, "/tmp/two.log", AS_SERVICE);
  await untilReady(machine, 8080, "/tmp/two.log");
  endServers(machine);
  console.log("  one role migrated, another one served");
}

/** The service starts before its database: it waits, is not restarted, and serves as soon as the database is there; ada is its first administrator. */
export async function lateDatabase({ machine, block }: Bar): Promise<void> {
  appendFileSync(machine.path(SETTINGS), `DATABASE_URL=${OWN}\n`);
  machine.run("systemctl stop postgresql && systemctl start netportal");
  await sleep(LATE_S * 1000);
  assert.equal(await isReady(8080), false);
  assert.equal(
    machine.run("systemctl show -P ActiveState -P NRestarts netportal").trim().split("\n").sort().join(" "),
    "0 active",
  );
  machine.run("systemctl start postgresql");
  const began = Date.now();
  machine.run(
    `for second in $(seq ${String(NOTICED_S)}); do journalctl -u netportal | grep 'netportal is there' > /dev/null && exit 0; sleep 1; done; exit 1`,
  );
  const noticed = (Date.now() - began) / 1000;
  const ready = noticed + (await untilReady(machine, 8080));
  console.log(
    `  the database came ${String(LATE_S)} s late; the service had noticed it after ${noticed.toFixed(0)} s and was ready after ${ready.toFixed(0)} s`,
  );
  machine.run(block("First administrator 2"));
  await signIn({ machine }, PORTAL, "ada", PRODUCT);
}

/** "Backup and restore", one's own PostgreSQL: the copy has the rows of the original. */
export function dumpAndRestore({ machine, block }: Bar): void {
  const env = { PGHOST: "127.0.0.1", PGPASSWORD: PASSWORD };
  const text = block("Backup and restore 3");
  machine.run(`psql -c "alter role postgres password '${PASSWORD}'"`, AS_POSTGRES);
  machine.run(text, { folder: "/tmp", env });
  const count = (database: string): string =>
    machine.run(`psql -At ${database} -c "select count(*) from wapi.change_log"`, AS_POSTGRES).trim();
  assert.equal(count("netportal_restored"), count("netportal"));
}
