import { createSocket } from "node:dgram";
import { connect, type Socket } from "node:net";
import { hostname } from "node:os";
import type { AuditLine } from "./audit.ts";
import type { Sink } from "./queue.ts";

export interface SyslogPlace {
  readonly protocol: "udp" | "tcp";
  readonly host: string;
  readonly port: number;
}

/** Facility "authpriv" (10), severity "informational" (6) and "warning" (4). */
const [INFO, WARNING] = [10 * 8 + 6, 10 * 8 + 4];
/** Time in ms for a batch over TCP. */
const WITHIN = 5_000;

/** Messages of RFC 5424: datagrams over UDP, counted octets over TCP (RFC 6587). The text of a message is the JSON of the line. */
export function syslogSink(place: SyslogPlace): Sink {
  return place.protocol === "udp" ? udpSink(place) : tcpSink(place);
}

/** One message. Refused events and lost lines are warnings. */
export function messageOf(line: AuditLine): string {
  const isWarning = line.event.endsWith("_refused") || line.event === "lost";
  const priority = String(isWarning ? WARNING : INFO);
  const head = [
    `<${priority}>1`,
    line.time,
    hostname() || "-",
    "netportal",
    String(process.pid),
    line.event,
    "-",
  ];
  // JSON of ASCII names and escaped control characters, in UTF-8.
  return `${head.join(" ")} \uFEFF${JSON.stringify(line)}`;
}

function udpSink({ host, port }: SyslogPlace): Sink {
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  socket.unref();
  // A datagram that nobody receives may be answered by a network error. `send` reports its own errors.
  socket.on("error", () => undefined);
  const sendOne = (line: AuditLine): Promise<void> =>
    new Promise((resolve, reject) => {
      socket.send(messageOf(line), port, host, (error) => {
        if (error === null) resolve();
        else reject(error);
      });
    });
  return {
    place: `syslog://${host}:${String(port)}`,
    async send(lines) {
      for (const line of lines) await sendOne(line);
    },
    close: () => socket.close(),
  };
}

function tcpSink({ host, port }: SyslogPlace): Sink {
  let socket: Socket | null = null;

  function opened(): Socket {
    if (socket !== null && !socket.destroyed) return socket;
    socket = connect({ host, port, keepAlive: true });
    socket.unref();
    socket.setTimeout(0);
    socket.on("error", () => socket?.destroy());
    // A server that closes its side accepts no more lines.
    socket.on("end", () => socket?.destroy());
    socket.resume();
    return socket;
  }

  return {
    place: `syslog+tcp://${host}:${String(port)}`,
    send(lines) {
      const text = lines.map(messageOf).map((one) => `${String(Buffer.byteLength(one))} ${one}`);
      return written(opened(), text.join(""));
    },
    close: () => socket?.destroy(),
  };
}

/** Resolves when the kernel has taken all bytes. A connection that does not take them in time is ended. */
async function written(socket: Socket, text: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const fail = (error?: Error): void => {
    reject(error ?? new Error("the connection ended"));
  };
  const timer = setTimeout(() => {
    socket.destroy(new Error("no answer in time"));
  }, WITHIN);
  socket.once("error", fail);
  socket.once("close", fail);
  socket.write(text, (error) => {
    if (error === undefined || error === null) resolve(undefined);
    else fail(error);
  });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    socket.off("error", fail);
    socket.off("close", fail);
  }
}
