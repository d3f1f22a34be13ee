import { afterEach, expect, it, vi } from "vitest";
import { sendAhead, withSentAhead } from "../../../src/api/sent-ahead.ts";
import { requestOf } from "../../../src/api/request.ts";

const CALL = { method: "GET", token: "secret", language: "en" } as const;

/** A network that answers each call with its number. */
function network() {
  let calls = 0;
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(new Response(String(++calls))));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

const textOf = async (answer: Promise<Response>) => (await answer).text();

afterEach(() => {
  vi.unstubAllGlobals();
});

it("an equal call takes the answer of the call that was sent ahead, once", async () => {
  const fetch = network();
  sendAhead("/api/x", CALL);
  const taken = withSentAhead(fetch);
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(await textOf(taken("/api/x", requestOf(CALL)))).toBe("1");
  expect(await textOf(taken("/api/x", requestOf(CALL)))).toBe("2");
});

it("a call of another account, language or body is sent by itself", async () => {
  const fetch = network();
  sendAhead("/api/x", CALL);
  const taken = withSentAhead(fetch);
  const others = [
    { ...CALL, token: "other" },
    { ...CALL, token: null },
    { ...CALL, language: "de" },
    { ...CALL, body: {} },
    { ...CALL, method: "POST" },
  ] as const;
  for (const [index, other] of others.entries())
    expect(await textOf(taken("/api/x", requestOf(other)))).toBe(String(index + 2));
  expect(await textOf(taken("/api/y", requestOf(CALL)))).toBe("7");
  expect(await textOf(taken("/api/x", requestOf(CALL)))).toBe("1");
});

it("a cancelled call leaves the answer behind and fails like any other", async () => {
  const fetch = network();
  sendAhead("/api/x", CALL);
  const taken = withSentAhead(fetch);
  const cancelled = taken("/api/x", { ...requestOf(CALL), signal: AbortSignal.abort() });
  await expect(cancelled).rejects.toThrow(/abort/i);
});

it("if the network cannot be reached, the call that takes the answer fails", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
  sendAhead("/api/x", CALL);
  await expect(withSentAhead(fetch)("/api/x", requestOf(CALL))).rejects.toThrow("failed");
});
