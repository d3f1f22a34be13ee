import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, truncateSync } from "node:fs";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueue, type AuditQueue, type Sink } from "../../../server/audit/queue.ts";
import { readAuditPlace, sinkOf } from "../../../server/audit/settings.ts";

const logged: string[] = [];
let folder = "";
const open: AuditQueue[] = [];
beforeEach(() => {
  logged.length = 0;
  folder = mkdtempSync(join(tmpdir(), "netportal-audit-"));
});
afterEach(async () => {
  for (const queue of open.splice(0)) await queue.close();
  rmSync(folder, { recursive: true });
});

function queueAt(text: string): AuditQueue {
  const place = readAuditPlace(text);
  if (place === null) throw new Error("no place");
  return queueOf(sinkOf(place));
}

function queueOf(sink: Sink): AuditQueue {
  const queue = createQueue(sink, (line) => logged.push(line));
  open.push(queue);
  return queue;
}

const empty = (queue: AuditQueue): Promise<void> =>
  vi.waitFor(() => {
    expect(queue.state().waiting).toBe(0);
  });
const eventsIn = (text: string): readonly unknown[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as { event: string }).event);

describe("audit lines in a file", () => {
  it("[OPER-30] are JSON lines that only the owner reads, and continue after the file was renamed or cut", async () => {
    const path = join(folder, "audit.log");
    const queue = queueAt(`file:${path}`);
    queue.audit({ event: "sign_in", from: "192.0.2.7", who: "ada", request: "r1" });
    await empty(queue);
    expect(readFileSync(path, "utf8")).toMatch(/^\{"time":"\d{4}-[^"]*Z","event":"sign_in",.*\}\n$/);
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({
      event: "sign_in",
      from: "192.0.2.7",
      who: "ada",
      request: "r1",
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    renameSync(path, `${path}.1`);
    queue.audit({ event: "sign_out" });
    await empty(queue);
    expect(eventsIn(readFileSync(path, "utf8"))).toEqual(["sign_out"]);
    truncateSync(path);
    queue.audit({ event: "applied" });
    await empty(queue);
    expect(eventsIn(readFileSync(path, "utf8"))).toEqual(["applied"]);
  });
});

/** A TCP server for syslog that keeps what it is sent. */
async function syslogServer(port = 0) {
  let text = "";
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("utf8");
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    text: () => text,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

const MESSAGE = /^<8[46]>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ netportal \d+ (\w+) - \uFEFF(\{.*\})$/;

describe("audit lines for syslog", () => {
  it("[OPER-31] are messages of RFC 5424, one a datagram over UDP", async () => {
    const receiver = createSocket("udp4");
    receiver.bind(0, "127.0.0.1");
    await once(receiver, "listening");
    const queue = queueAt(`syslog://127.0.0.1:${String(receiver.address().port)}`);
    queue.audit({ event: "sign_in_refused", from: "2001:db8::7", fault: "login_failed" });
    const [message] = (await once(receiver, "message")) as [Buffer];
    const [, event, json = ""] = MESSAGE.exec(message.toString("utf8")) ?? [];
    expect(event).toBe("sign_in_refused");
    expect(JSON.parse(json)).toMatchObject({ from: "2001:db8::7", fault: "login_failed" });
    receiver.close();
  });

  it("[OPER-31] begin with their number of octets if they are sent over TCP", async () => {
    const server = await syslogServer();
    const queue = queueAt(`syslog+tcp://127.0.0.1:${String(server.port)}`);
    queue.audit({ event: "sign_in", who: "ä" });
    queue.audit({ event: "sign_out" });
    await vi.waitFor(() => {
      expect(server.text()).toContain("sign_out");
    });
    const [, count = "", rest = ""] = /^(\d+) (.*)$/s.exec(server.text()) ?? [];
    const first = Buffer.from(rest).subarray(0, Number(count)).toString("utf8");
    expect(MESSAGE.exec(first)?.[1]).toBe("sign_in");
    expect(rest.slice(first.length)).toMatch(/^\d+ <86>1 /);
    await server.stop();
  });

  it("[OPER-32] wait while the server is unreachable, and are delivered in their order when it is back", async () => {
    const first = await syslogServer();
    await first.stop();
    const queue = queueAt(`syslog+tcp://127.0.0.1:${String(first.port)}`);
    for (let at = 0; at < 3; at++) queue.audit({ event: "sign_in", count: at });
    await vi.waitFor(() => {
      expect(logged.join()).toMatch(
        /audit: syslog\+tcp:\/\/127\.0\.0\.1:\d+ takes no lines; 3 wait, 0 are lost/,
      );
    });
    const second = await syslogServer(first.port);
    await vi.waitFor(() => {
      expect([...second.text().matchAll(/"count":(\d)/g)].map(([, at]) => at)).toEqual(["0", "1", "2"]);
    }, 10_000);
    await second.stop();
  });
});

describe("a place that takes no lines", () => {
  it("[OPER-32] delays nobody; after 10,000 lines further ones are lost, counted and reported", async () => {
    let isAway = true;
    const sent: string[] = [];
    const sink: Sink = {
      place: "nowhere",
      send: (lines) => {
        if (isAway) return Promise.reject(new Error("away"));
        sent.push(...lines.map((line) => `${line.event} ${String(line.count)}`));
        return Promise.resolve();
      },
      close: () => undefined,
    };
    const queue = queueOf(sink);
    const begun = performance.now();
    for (let at = 0; at < 10_050; at++) queue.audit({ event: "applied", count: at });
    expect(performance.now() - begun).toBeLessThan(2_000);
    expect(queue.state()).toEqual({ waiting: 10_000, lost: 50 });
    isAway = false;
    await vi.waitFor(() => {
      expect(queue.state().waiting).toBe(0);
    }, 10_000);
    expect(sent.filter((line) => line.startsWith("lost"))).toEqual(["lost 50"]);
    expect(sent.filter((line) => line.startsWith("applied"))).toHaveLength(10_000);
    expect(logged.filter((line) => line.includes("takes no lines"))).toHaveLength(1);
  });
});

describe("NETPORTAL_AUDIT", () => {
  it.each(["/var/log/audit", "file:audit.log", "syslog://", "http://x", "syslog://x:99999"])(
    "is refused as %s",
    (text) => {
      expect(() => readAuditPlace(text)).toThrow(
        /NETPORTAL_AUDIT=.* is no place for audit lines, like file:/,
      );
    },
  );

  it("has port 514 by default, and takes IPv6 addresses in brackets", () => {
    expect(readAuditPlace("syslog://log.example.org")).toMatchObject({ protocol: "udp", port: 514 });
    expect(readAuditPlace("syslog+tcp://[2001:db8::1]:601")).toEqual({
      kind: "syslog",
      protocol: "tcp",
      host: "2001:db8::1",
      port: 601,
    });
  });
});
