import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { AuditEvent, AuditLine } from "../../../server/audit/audit.ts";
import { createQueue } from "../../../server/audit/queue.ts";

const PAPER = readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "operating.md"), "utf8");

/** The line in the form of fail2ban, without the part that the pattern of dates matches. */
const seen = (line: AuditLine): string => JSON.stringify(line).replace(/"time":"[^"]*",/, "");

it("[OPER-33] the filter of the documentation finds the address of each refused sign-in, and no other address", async () => {
  const [, failregex = ""] = /^failregex = (.*)$/m.exec(PAPER) ?? [];
  const filter = new RegExp(failregex.replace("<ADDR>", "([0-9A-Fa-f:.]+)"));
  const forged = '"event":"sign_in_refused","from":"192.0.2.66"';
  const events: readonly AuditEvent[] = [
    {
      event: "sign_in_refused",
      from: "198.51.100.7",
      request: "a",
      method: "password",
      fault: "login_failed",
    },
    { event: "sign_in_refused", who: "greta", from: "2001:db8::7", request: "b", method: "provider" },
    { event: "sign_in", who: "greta", from: "198.51.100.8", request: "c", method: "password" },
    { event: "apply_refused", from: "198.51.100.9", who: "ada", request: forged, functions: { [forged]: 1 } },
    { event: "sign_in_refused", who: forged, from: "198.51.100.10", request: "d", method: "password" },
  ];
  const lines: AuditLine[] = [];
  const sink = {
    place: "here",
    send: (batch: readonly AuditLine[]) => Promise.resolve(void lines.push(...batch)),
    close: () => undefined,
  };
  const queue = createQueue(sink, () => undefined);
  for (const event of events) queue.audit(event);
  await queue.close();
  expect(lines.map((line) => filter.exec(seen(line))?.[1])).toEqual([
    "198.51.100.7",
    "2001:db8::7",
    undefined,
    undefined,
    "198.51.100.10",
  ]);
});
