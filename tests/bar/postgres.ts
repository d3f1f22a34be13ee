import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { AS_SERVICE, endServers, isReady, PRODUCT, untilReady, type Bar } from "./bar.ts";

const PASSWORD = "only-for-the-bar";
const OWN = `postgres://netportal:${PASSWORD}@127.0.0.1/netportal`;
const START_S = 180;
const LATE_S = 60;
const AS_POSTGRES = { user: "postgres", folder: "/tmp" };

/** "A PostgreSQL of your own": roles and database as printed, and the first start on them. Answers its address. */
export async function ownDatabase({ machine, block }: Bar): Promise<string> {
  machine.run("systemctl stop netportal; apt-get install postgresql");
  const sql = block("A PostgreSQL of your own 1", { "'…'": `'${PASSWORD}'` });
  machine.run(`psql -v ON_ERROR_STOP=1 <<'END'\n${sql}\nEND`, AS_POSTGRES);
  const start = block("A PostgreSQL of your own 2", {
    "netportal:…@db.example.org": `netportal:${PASSWORD}@127.0.0.1`,
  });
  machine.launch(start, "/tmp/own.log", AS_SERVICE);
  await untilReady(8080, START_S);
  endServers(machine);
  return OWN;
}

/** The two roles of the same section: the owner migrates, the other one serves. */
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
  await untilReady(8080, START_S);
  endServers(machine);
  console.log("  one role migrated, another one served");
}

/** The service whose database comes late: it waits, is not started again, and serves as soon as the database is there. */
export async function lateDatabase({ machine }: Bar): Promise<void> {
  appendFileSync(machine.path("/etc/netportal/settings"), `DATABASE_URL=${OWN}\n`);
  machine.run("systemctl stop postgresql && systemctl start netportal");
  await sleep(LATE_S * 1000);
  assert.equal(await isReady(8080), false);
  assert.equal(
    machine.run("systemctl show -P ActiveState -P NRestarts netportal").trim().split("\n").sort().join(" "),
    "0 active",
  );
  machine.run("systemctl start postgresql");
  const seconds = await untilReady(8080, 60);
  console.log(
    `  the database came ${String(LATE_S)} s late, the service was ready ${seconds.toFixed(1)} s after it`,
  );
}

/** "Backup and restore", one's own PostgreSQL: the copy has the rows of the original. */
export function dumpAndRestore({ machine, block }: Bar): void {
  const env = { PGHOST: "127.0.0.1", PGPASSWORD: PASSWORD };
  const text = block("Backup and restore 2");
  machine.run(`psql -c "alter role postgres password '${PASSWORD}'"`, AS_POSTGRES);
  machine.run(text, { folder: "/tmp", env });
  const count = (database: string): string =>
    machine.run(`psql -At ${database} -c "select count(*) from wapi.change_log"`, AS_POSTGRES).trim();
  assert.equal(count("netportal_restored"), count("netportal"));
}

/** "Several processes": two on one database. They stay for the proxies. */
export async function twoProcesses({ machine, block }: Bar): Promise<void> {
  machine.run("systemctl stop netportal");
  // A release is built; a checkout builds itself here.
  const text = block("Several processes 1", {
    "npm run build\n": "",
    "netportal:…@db.example.org": `netportal:${PASSWORD}@127.0.0.1`,
  });
  machine.launch(`${text}\nwait`, "/tmp/several.log", { ...AS_SERVICE, folder: PRODUCT });
  for (const port of [8081, 8082]) await untilReady(port, START_S);
}

/** "Proxy and TLS": nginx and HAProxy of Debian with the files as printed, in front of both processes. */
export function proxies({ machine, block }: Bar): void {
  machine.run(
    "apt-get install nginx haproxy openssl && systemctl stop nginx haproxy && install -d /etc/ssl/netportal",
  );
  machine.run(
    "cd /etc/ssl/netportal && openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=netportal.example.org" +
      " -addext subjectAltName=DNS:netportal.example.org -keyout privkey.pem -out fullchain.pem 2>/dev/null && cat fullchain.pem privkey.pem > both.pem",
  );
  const files = [
    ["nginx", "Proxy and TLS 1", "/etc/nginx/conf.d/netportal.conf"],
    ["haproxy", "Proxy and TLS 2", "/etc/haproxy/haproxy.cfg"],
  ] as const;
  for (const [service, name, file] of files) {
    machine.run(`cat > ${file} <<'END'\n${block(name)}\nEND\nsystemctl start ${service}`);
    for (const address of ["127.0.0.1", "[::1]"]) {
      const asked = `curl -sS --retry 5 --retry-all-errors --cacert /etc/ssl/netportal/fullchain.pem --resolve netportal.example.org:443:${address}`;
      assert.match(machine.run(`${asked} https://netportal.example.org/ready.json`), /"ready":true/);
    }
    machine.run(`systemctl stop ${service}`);
    console.log(`  ${service} leads to both processes, by TLS over IPv4 and IPv6`);
  }
}
