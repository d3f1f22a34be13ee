import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort, HOST } from "../support/name-servers.ts";
import { startProcess } from "../support/server-process.ts";
import { smallWorld, type SmallWorld } from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

/** The message of a process that ends instead of listening. */
async function toldBy(env: Readonly<Record<string, string>>): Promise<string> {
  const settings = { DATABASE_URL: world.url, NETPORTAL_DEMO: "0", LANG: "C", LC_ALL: "C", ...env };
  const started = await startProcess(settings).catch((error: unknown) => String(error));
  if (typeof started === "string") return started;
  await started.end("SIGKILL");
  throw new Error("the process listens");
}

describe("a start that cannot listen on its address", () => {
  it("reports once that another program uses it, and which setting to change", async () => {
    const port = await freePort();
    const other = createServer().listen(port, HOST);
    await once(other, "listening");
    const sentence = `Another program listens on ${HOST}, port ${String(port)}, already. End it, or name something else in`;
    const web = await toldBy({ NETPORTAL_PORT: String(port) });
    expect(web).toContain(`${sentence} NETPORTAL_HOST / NETPORTAL_PORT.`);
    expect(web).not.toMatch(/pool|EADDRINUSE/);
    const dns = await toldBy({ NETPORTAL_DNS_LISTEN: `${HOST}:${String(port)}` });
    expect(dns).toContain(`${sentence} NETPORTAL_DNS_LISTEN.`);
    expect(dns).not.toMatch(/pool|EADDRINUSE/);
    other.close();
  });

  it("names an address that the machine does not have", async () => {
    const port = String(await freePort());
    const told = await toldBy({ NETPORTAL_DNS_LISTEN: `${HOST}:${port},192.0.2.1:${port}` });
    expect(told).toContain(
      "This machine does not have the address 192.0.2.1. Name one in NETPORTAL_DNS_LISTEN",
    );
  });
});
