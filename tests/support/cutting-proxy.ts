import { createServer, connect, type AddressInfo, type Socket } from "node:net";

/** Treatment of the next commit by the proxy. */
export type Cut =
  /** The server gets it, but the client never sees the answer. */
  | "swallow"
  /** The server does not get it. */
  | "drop"
  /** The server gets it, and this function is called at once. */
  | (() => void);

/** A connection to a PostgreSQL on which one commit can be cut off. */
export interface CuttingProxy {
  readonly port: number;
  /**
   * Cuts the next commit of any connection, or of one that has sent this text since its last commit. Answers whether it has passed. The commit never
   * passes if the call fails before, because a restart may have broken its connection.
   */
  cutNext(cut: Cut, text?: string): () => boolean;
  close(): Promise<void>;
}

/** `commit` as a simple query of the protocol. */
const COMMIT = Buffer.from("Q\0\0\0\u000bcommit\0", "latin1");
/** The answer to it. */
const COMMITTED = Buffer.from("C\0\0\0\u000bCOMMIT\0", "latin1");

export async function cuttingProxy(socket: string): Promise<CuttingProxy> {
  let waiting: { readonly cut: Cut; readonly text: string; readonly came: () => void } | null = null;
  const open = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(socket);
    let isDeaf = false;
    let sent = "";
    for (const one of [client, server]) {
      open.add(one);
      one.on("error", () => undefined);
      one.on("close", () => {
        open.delete(one);
        client.destroy();
        server.destroy();
      });
    }
    server.on("data", (bytes) => {
      // Answers to what was sent before the commit come first.
      if (isDeaf && bytes.includes(COMMITTED)) client.destroy();
      else client.write(bytes);
    });
    client.on("data", (bytes) => {
      const commits = bytes.includes(COMMIT);
      if (waiting !== null) sent += bytes.toString("latin1");
      const one = commits && sent.includes(waiting?.text ?? "") ? waiting : null;
      if (commits) sent = "";
      if (one === null) {
        server.write(bytes);
        return;
      }
      waiting = null;
      isDeaf = one.cut === "swallow";
      if (one.cut === "drop") client.destroy();
      else server.write(bytes);
      if (typeof one.cut === "function") one.cut();
      one.came();
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address with a port.
  const { port } = proxy.address() as AddressInfo;
  return {
    port,
    cutNext(cut, text = "") {
      let isCut = false;
      const came = (): void => {
        isCut = true;
      };
      waiting = { cut, text, came };
      return () => isCut;
    },
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => {
          resolve();
        });
        for (const one of open) one.destroy();
      }),
  };
}
