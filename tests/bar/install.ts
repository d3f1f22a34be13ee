import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { IdentityProvider } from "../support/identity-provider.ts";
import { DATA, endServers, PORTAL, PRODUCT, SETTINGS, untilReady, type Bar } from "./bar.ts";
import { AUTHORITY, settingsOf, signIn } from "./provider.ts";

const PORT = 8080;
const UNPACKED = "/root/package";

/** "Install" of a release, with the Node and npm that the documentation names. */
export async function installRelease({ machine, release, block }: Bar): Promise<void> {
  machine.run(block("Install 2"));
  const text = block("Install 3", { "netportal-<version>.tgz": basename(release) });
  machine.launch(text, "/root/first.log");
  const seconds = await untilReady(machine, PORT, "/root/first.log");
  const said = machine.run("cat /root/first.log");
  assert(!said.includes("EBADENGINE"), said);
  console.log(`  a release was installed and ready after ${seconds.toFixed(0)} s`);
  endServers(machine);
}

/** "First administrator" and "Identity provider" as printed, for a separate folder, in production. */
export async function tryByHand({ machine, block }: Bar, provider: IdentityProvider): Promise<void> {
  machine.launch(block("First administrator 1"), "/root/admin.log", { folder: UNPACKED });
  await untilReady(machine, PORT, "/root/admin.log");
  const env = { NETPORTAL_MODE: "production", NETPORTAL_DATA: DATA };
  const list = machine.run(block("First administrator 3"), { folder: UNPACKED, env });
  assert.match(list, /"login_name":"ada"/);
  assert.equal(machine.run(`stat -c %a ${UNPACKED}/ada.token ${UNPACKED}/ada.header`), "600\n600\n");
  endServers(machine);
  machine.launch(block("Identity provider 1", settingsOf(provider)), "/root/provider.log", {
    folder: UNPACKED,
    env: { NETPORTAL_DATA: DATA, NODE_EXTRA_CA_CERTS: AUTHORITY },
  });
  await untilReady(machine, PORT, "/root/provider.log");
  await signIn({ machine }, PORTAL, "ada", UNPACKED);
  console.log("  ada signed in through the provider at a server that was started by hand");
  endServers(machine);
  machine.run(`rm -rf ${DATA} ${UNPACKED}/.data ${UNPACKED}/ada.* && mv ${UNPACKED} ${PRODUCT}`);
}

/** "Service": the printed unit, its memory allocator, its restart after a kill, and "Settings". */
export async function startService({ machine, block }: Bar): Promise<void> {
  machine.run(block("Service 1"));
  await untilReady(machine, PORT);
  const pid = machine.run("systemctl show -P MainPID netportal").trim();
  assert.match(machine.run(`cat /proc/${pid}/maps`), /libjemalloc\.so\.2/);
  machine.run(`kill -9 ${pid}`);
  await sleep(1000);
  const seconds = await untilReady(machine, PORT);
  console.log(`  a killed service was back after ${(seconds + 1).toFixed(0)} s`);
  assert.match(machine.run(block("Settings 1"), { folder: PRODUCT }), /no fault/);
  assert.match(machine.run(block("Settings 2")), /NETPORTAL_MODE=production[\s\S]*no fault/);
}

/** The same sections for the service: ada is its first administrator and signs in, once it knows the authority of the provider. Answers a token of ada's. */
export async function enter({ machine, block }: Bar, provider: IdentityProvider): Promise<string> {
  assert.match(machine.run(`${block("First administrator 2")} 2>&1`), /ada is an administrator/);
  const lines = block("Identity provider 2", settingsOf(provider)).split("\n");
  const isAuthority = (line: string): boolean => line.startsWith("NODE_EXTRA_CA_CERTS=");
  const add = async (added: readonly string[]): Promise<void> => {
    appendFileSync(machine.path(SETTINGS), `${added.join("\n")}\n`);
    machine.run("netportal --check-config && systemctl restart netportal");
    await untilReady(machine, PORT);
  };
  await add(lines.filter((line) => !isAuthority(line)));
  await assert.rejects(signIn({ machine }, PORTAL, "ada", PRODUCT), /login_failed/);
  assert.match(machine.run("journalctl -u netportal"), /sign-in: unreachable: \w+ \w*CERT\w*/);
  await add(lines.filter(isAuthority));
  await signIn({ machine }, PORTAL, "ada", PRODUCT);
  console.log("  ada signed in through the provider at the service");
  assert.match(machine.run(block("First administrator 4")), /"login_name":"ada"/);
  assert.equal(machine.run("stat -c %a ada.header").trim(), "600");
  return machine.run("sed 's/.* //' ada.header").trim();
}
