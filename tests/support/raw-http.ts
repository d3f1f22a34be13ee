import { connect } from "node:net";

/** The answer to bytes that a client of HTTP would not send. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Sends bytes and reads until the server ends the connection. */
export async function sendRaw(address: string, bytes: string): Promise<RawAnswer> {
  const { port, hostname } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  let said = "";
  for await (const chunk of socket) said += Buffer.from(chunk as Uint8Array).toString();
  const [head = "", text = ""] = said.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const headers = lines.map((line) => {
    const [name = "", value = ""] = line.split(": ");
    return [name.toLowerCase(), value] as const;
  });
  return { status: Number(first.split(" ")[1]), headers: Object.fromEntries(headers), text };
}
