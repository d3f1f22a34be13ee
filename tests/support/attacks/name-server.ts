import { createSocket } from "node:dgram";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { framed } from "../../../server/dns-wire/exchange.ts";
import { messageBytes } from "../../../server/dns-wire/message.ts";
import { aborted, type Attack, type Target } from "./attack.ts";

const HOST = "127.0.0.1";
/** Milliseconds between two rounds of packets, and packets of a round. */
const [ROUND_MS, ROUND] = [10, 20];
const CONNECTIONS = 200;

/** Packets and connections to the port of the hidden primary. The test has a name server with the address of this machine, so none of them is dropped unread. */
export const NAME_SERVER: readonly Attack[] = [
  {
    name: "packets whose names are chains of pointers",
    send: (target, signal) => packets(target, signal, chained(1)),
  },
  {
    name: "packets with 30,000 questions of chained pointers",
    send: (target, signal) => packets(target, signal, chained(30_000)),
  },
  { name: `${String(CONNECTIONS)} connections to the name server that ask slowly`, send: slowly },
  { name: "questions of chained pointers over TCP", send: streamed },
];

/** A message of 4,096 bytes: 2,000 pointers, each to the one before, and a question whose name begins at the last one. */
function chained(questions: number): Buffer {
  const head = messageBytes({ id: 1, question: null });
  head.writeUInt16BE(questions, 4);
  const bytes = Buffer.alloc(4096);
  head.copy(bytes);
  for (let at = head.length + 2; at + 2 <= bytes.length - 4; at += 2)
    bytes.writeUInt16BE(0xc000 | (at - 2), at);
  return bytes;
}

async function packets({ dnsPort }: Target, signal: AbortSignal, bytes: Buffer): Promise<readonly string[]> {
  const udp = createSocket("udp4");
  const heard = new Map<string, number>();
  udp.on("message", (answer) => {
    const code = `rcode ${String((answer[3] ?? 0) & 15)}`;
    heard.set(code, (heard.get(code) ?? 0) + 1);
  });
  udp.bind(0, HOST);
  while (!signal.aborted) {
    for (let at = 0; at < ROUND; at++) udp.send(bytes, dnsPort, HOST);
    await pause(ROUND_MS);
  }
  udp.close();
  return [...heard.keys()];
}

async function slowly({ dnsPort }: Target, signal: AbortSignal): Promise<readonly string[]> {
  const sockets = Array.from({ length: CONNECTIONS }, () => opened(dnsPort));
  const timer = setInterval(() => {
    for (const [at, socket] of sockets.entries())
      if (socket.destroyed) sockets[at] = opened(dnsPort);
      else socket.write(Buffer.from([0]));
  }, 500);
  await aborted(signal);
  clearInterval(timer);
  for (const socket of sockets) socket.destroy();
  return ["open"];
}

async function streamed({ dnsPort }: Target, signal: AbortSignal): Promise<readonly string[]> {
  while (!signal.aborted) {
    const socket = opened(dnsPort);
    for (let at = 0; at < ROUND; at++) socket.write(framed(chained(1)));
    await pause(ROUND_MS);
    socket.destroy();
  }
  return ["sent"];
}

function opened(port: number): Socket {
  const socket = connect(port, HOST);
  socket.on("error", () => undefined);
  return socket.resume();
}
