import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LIMITS } from "#contract/limits";
import { readPieces, type Allowance } from "../../../server/http/body.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const SMALL: Allowance = { limit: 4, keep: true };
const LARGE: Allowance = { limit: 64, keep: true };

function request(): IncomingMessage {
  return new IncomingMessage(new Socket());
}

/** The text of the body, or its fault. */
function read(message: IncomingMessage): Promise<string> {
  return readPieces(message, SMALL, () => Promise.resolve(LARGE)).then(
    (pieces) => Buffer.concat(pieces).toString(),
    (error: unknown) => (error instanceof Error && "fault" in error ? String(error.fault) : String(error)),
  );
}

it("a large body that does not arrive within the time of a call loses its place and its connection", async () => {
  const message = request();
  const coming = read(message);
  message.push("12345");
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  vi.advanceTimersByTime(LIMITS.callTime);
  expect(await coming).toBe("time_limit");
  expect([message.destroyed, vi.getTimerCount()]).toEqual([true, 0]);
});

it("a body that arrives in time is read, and nothing remains", async () => {
  const message = request();
  const coming = read(message);
  message.push("12345");
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  message.push("678");
  message.push(null);
  expect([await coming, vi.getTimerCount()]).toEqual(["12345678", 0]);
});
