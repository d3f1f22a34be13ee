import { once } from "node:events";
import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { connect, countedBy } from "../../server/client.ts";
import { speak } from "#imports/shared/texts";

const CREDENTIALS = { user: "ada", password: "demo" };

describe("progress of a call of the import command", () => {
  it("has at most twenty lines, each with something new", () => {
    const told: string[] = [];
    const tell = countedBy((done, of) => told.push(speak("en")("testingOf", { done, of })));
    for (const done of [0, 0, 34, 35, 36, 39, 40, 40, 120]) tell(done, 120);
    expect(told).toEqual(["Testing 34 of 120", "Testing 40 of 120", "Testing 120 of 120"]);
    told.length = 0;
    const many = countedBy((done, of) => told.push(speak("de")("applyingOf", { done, of })));
    for (let done = 0; done <= 100_000; done += 500) many(done, 100_000);
    expect([told.length, told[0]]).toEqual([20, "Führe 5000 von 100000 aus"]);
  });
});

describe("a command says in the language of its terminal that", () => {
  it.each([
    ["de", (url: string) => `${url} ist nicht erreichbar.`],
    ["en", (url: string) => `${url} cannot be reached.`],
  ] as const)("no server is there: %s", async (language, sentence) => {
    const { url, close } = await serverThat("application/json", "{}");
    await close();
    await expect(connect({ url, credentials: CREDENTIALS, language })).rejects.toThrow(sentence(url));
  });

  it.each([
    ["de", "<p>", (url: string) => `${url} antwortet nicht wie erwartet (500).`],
    ["en", "<p>", (url: string) => `${url} does not answer as expected (500).`],
    ["en", "{}", (url: string) => `${url} does not answer as expected (500).`],
  ] as const)("another server is there: %s, %s", async (language, body, sentence) => {
    const { url, close } = await serverThat("text/html", body);
    await expect(connect({ url, credentials: CREDENTIALS, language })).rejects.toThrow(sentence(url));
    await close();
  });
});

/** A server of something else, which fails. */
async function serverThat(type: string, body: string) {
  const server = createServer((_, response) => {
    response.writeHead(500, { "Content-Type": type }).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${String(address.port)}`, close };
}
