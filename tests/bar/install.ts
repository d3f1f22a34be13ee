import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CLIENT, HeadlessBrowser, type IdentityProvider } from "../support/identity-provider.ts";
import { AS_SERVICE, endServers, PRODUCT, untilReady, type Bar } from "./bar.ts";

const PORT = 8080;
export const PORTAL = `http://127.0.0.1:${String(PORT)}`;
export const DATA = "/var/lib/netportal";
const START_S = 180;

/** "Install" of a release, with the Node and npm that the papers name. */
export async function installRelease({ machine, release, block }: Bar): Promise<void> {
  machine.run(block("Install 2"));
  const text = block("Install 3", { "netportal-<version>.tgz": basename(release) });
  machine.launch(text, "/root/first.log");
  const seconds = await untilReady(PORT, START_S);
  const said = machine.run("cat /root/first.log");
  assert(!said.includes("EBADENGINE"), said);
  console.log(`  a release was installed and ready after ${seconds.toFixed(0)} s`);
  endServers(machine);
  machine.run(`rm -rf package/.data && mv package ${PRODUCT}`);
}

/** "Service": the unit as printed, its memory allocator, and that it comes back after a kill. */
export async function startService({ machine, block }: Bar): Promise<void> {
  machine.run(block("Service 1"));
  await untilReady(PORT, START_S);
  const pid = machine.run("systemctl show -P MainPID netportal").trim();
  assert.match(machine.run(`cat /proc/${pid}/maps`), /libjemalloc\.so\.2/);
  machine.run(`kill -9 ${pid}`);
  await sleep(1000);
  const seconds = await untilReady(PORT, START_S);
  console.log(`  a killed service was back after ${(seconds + 1).toFixed(0)} s`);
  assert.match(machine.run(block("Settings 1"), { folder: PRODUCT }), /no fault/);
  assert.match(machine.run(block("Settings 2")), /NETPORTAL_MODE=production[\s\S]*no fault/);
}

/** "First administrator" and "Identity provider": ada signs in through the provider, first beside npm, then at the service. */
export async function enter(bar: Bar, provider: IdentityProvider): Promise<string> {
  const { machine, block } = bar;
  machine.run("systemctl stop netportal");
  const [last = ""] = /^npm start .*$/m.exec(block("First administrator 1")) ?? [];
  machine.run(block("First administrator 1", { [last]: "" }), AS_SERVICE);
  // In production the provider needs TLS; the one of the bar has none, so the mode is another one.
  const start = block("Identity provider 1", {
    "NETPORTAL_MODE=production": "NETPORTAL_MODE=test",
    "https://netportal.example.org": PORTAL,
    "https://idp.example.org/realms/campus": provider.issuer,
    "SECRET=…": `SECRET=${CLIENT.secret}`,
  });
  machine.launch(start, "/tmp/provider.log", { ...AS_SERVICE, env: { NETPORTAL_DATA: DATA } });
  await untilReady(PORT, START_S);
  assert.equal(await signIn("ada"), "ada");
  endServers(machine);
  const settings = {
    NETPORTAL_MODE: "test",
    NETPORTAL_PUBLIC_URL: PORTAL,
    NETPORTAL_OIDC_ISSUER: provider.issuer,
    NETPORTAL_OIDC_CLIENT_ID: CLIENT.id,
    NETPORTAL_OIDC_CLIENT_SECRET: CLIENT.secret,
  };
  for (const [name, value] of Object.entries(settings))
    appendFileSync(machine.path("/etc/netportal/settings"), `${name}=${value}\n`);
  machine.run("systemctl start netportal");
  await untilReady(PORT, START_S);
  assert.equal(await signIn("ada"), "ada");
  console.log("  ada signed in through the provider");
  return makeToken(bar);
}

/** The second block of "First administrator", beside the running service. */
function makeToken({ machine, block }: Bar): string {
  machine.run("install -d -o netportal /tmp/admin");
  const text = block("First administrator 2", { "npm run admin -- create ada": "", "npm start &": "" });
  const list = machine.run(text, AS_SERVICE);
  assert.match(list, /"login_name":"ada"/);
  return machine.run("cat ada.token", AS_SERVICE).trim();
}

/** Signs in at the provider as a browser does, and answers the login name of the session. */
async function signIn(login: string): Promise<string> {
  const begun = await fetch(`${PORTAL}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ stay_logged_in: false }),
  });
  // Parse boundary: the answer to the start of a sign-in, and below the session.
  const { redirect_url } = (await begun.json()) as { readonly redirect_url: string };
  const back = await new HeadlessBrowser().signIn(redirect_url, login);
  const made = await fetch(`${PORTAL}/api/oic_create_token${back.search}`);
  assert.equal(made.status, 200);
  const { token } = (await made.json()) as { readonly token: string };
  const self = await fetch(`${PORTAL}/api/4.2/cntl/wapi_auth/list?is_current=true`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const [[row]] = (await self.json()) as [[{ readonly login_name: string }]];
  return row.login_name;
}
