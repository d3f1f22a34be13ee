import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { createCredit, cutUnread, PATIENCE } from "../../../server/http/patience.ts";

const MIB = 1024 * 1024;
/** More bytes than the buffers of the system on both sides take. */
const LARGE = 64 * MIB;
const open: (Server | Socket)[] = [];
afterEach(() => {
  for (const one of open.splice(0))
    if ("closeAllConnections" in one) one.closeAllConnections();
    else one.destroy();
});

async function serve(answer: (response: ServerResponse) => void, stalled = 400): Promise<number> {
  const server = createServer((_request, response) => {
    answer(response);
  });
  open.push(server);
  cutUnread(server, { stalled, rate: 256 * 1024 });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A listening TCP server has an address.
  return (server.address() as AddressInfo).port;
}

async function asked(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  open.push(socket);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.pause();
  socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  return socket;
}

function large(response: ServerResponse): void {
  const pieces = Array.from({ length: LARGE / (64 * 1024) }, () => Buffer.alloc(64 * 1024));
  Readable.from(pieces, { objectMode: false }).pipe(response);
}

/** Resolves when the server has ended the answer in any way. */
function over(response: ServerResponse): Promise<"finished" | "cut"> {
  return new Promise((resolve) => {
    response.once("close", () => {
      resolve(response.writableFinished ? "finished" : "cut");
    });
  });
}

describe("[API-79] an answer", () => {
  it("is waited for 30 s at most, at 256 KiB a second at least", () => {
    expect(PATIENCE).toEqual({ stalled: 30_000, rate: 256 * 1024 });
  });

  it("that nobody reads is ended with its connection", async () => {
    const ended = Promise.withResolvers<"finished" | "cut">();
    const port = await serve((response) => {
      void over(response).then(ended.resolve);
      large(response);
    });
    await asked(port);
    expect(await ended.promise).toBe("cut");
  });

  it("that is sent in one piece and that nobody reads is ended with its connection too", async () => {
    const ended = Promise.withResolvers<"finished" | "cut">();
    const port = await serve((response) => {
      void over(response).then(ended.resolve);
      response.end(Buffer.alloc(LARGE));
    });
    await asked(port);
    expect(await ended.promise).toBe("cut");
  });

  it("that is read in small parts is ended, however often somebody reads", async () => {
    const ended = Promise.withResolvers<"finished" | "cut">();
    const port = await serve((response) => {
      void over(response).then(ended.resolve);
      large(response);
    });
    const socket = await asked(port);
    const timer = setInterval(() => {
      socket.read(16);
    }, 20);
    expect(await ended.promise).toBe("cut");
    clearInterval(timer);
  });

  it("that is read as fast as it comes is sent completely", async () => {
    const ended = Promise.withResolvers<"finished" | "cut">();
    const port = await serve((response) => {
      void over(response).then(ended.resolve);
      large(response);
    });
    (await asked(port)).resume();
    expect(await ended.promise).toBe("finished");
  });

  it("may be created as slowly as the server likes", async () => {
    const ended = Promise.withResolvers<"finished" | "cut">();
    const port = await serve((response) => {
      void over(response).then(ended.resolve);
      response.write("begun");
      void sleep(1_500).then(() => response.end("done"));
    });
    (await asked(port)).resume();
    expect(await ended.promise).toBe("finished");
  });
});

describe("the time for which a client is still waited for", () => {
  it("shrinks while the server waits and grows with each received part, up to the whole time", () => {
    const credit = createCredit({ stalled: 1_000, rate: 1_000 });
    credit.count(600, 0);
    expect(credit.left()).toBe(400);
    credit.count(100, 300);
    expect(credit.left()).toBe(600);
    credit.count(0, 10_000);
    expect(credit.left()).toBe(1_000);
    credit.count(100, 100, 0.1);
    expect(credit.left()).toBe(1_000);
  });
});
