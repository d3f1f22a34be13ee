import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A connection to a PostgreSQL that can be broken while the PostgreSQL itself runs. */
export interface BrokenWay {
  readonly port: number;
  /** Closes all connections, and each new one at once, like a proxy that knows no primary. */
  shut(): void;
  open(): void;
  /** Closes all connections as soon as these texts have passed one after the other. Answers whether that has happened. */
  breakAt(texts: readonly string[]): () => boolean;
  close(): Promise<void>;
}

export async function brokenWay(socket: string): Promise<BrokenWay> {
  const open = new Set<Socket>();
  let isShut = false;
  let waiting: string[] = [];
  const breakAll = (): void => {
    for (const one of open) one.destroy();
  };
  const way = createServer((client) => {
    if (isShut) {
      client.destroy();
      return;
    }
    const server = connect(socket);
    for (const one of [client, server]) {
      open.add(one);
      one.on("error", () => undefined);
      one.on("close", () => {
        open.delete(one);
        client.destroy();
        server.destroy();
      });
    }
    server.on("data", (bytes) => client.write(bytes));
    client.on("data", (bytes) => {
      const isNext = waiting[0] !== undefined && bytes.includes(waiting[0]);
      if (isNext) waiting.shift();
      if (isNext && waiting.length === 0) breakAll();
      else server.write(bytes);
    });
  });
  await new Promise<void>((resolve) => way.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address with a port.
  const { port } = way.address() as AddressInfo;
  return {
    port,
    shut() {
      isShut = true;
      breakAll();
    },
    open() {
      isShut = false;
    },
    breakAt(texts) {
      const mine = [...texts];
      waiting = mine;
      return () => mine.length === 0;
    },
    close: () =>
      new Promise((resolve) => {
        way.close(() => {
          resolve();
        });
        breakAll();
      }),
  };
}
