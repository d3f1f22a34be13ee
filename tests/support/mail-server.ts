import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";

/** A mail that the server has received. */
export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Header lines and body, unchanged. */
  readonly source: string;
}

export interface MailServer {
  readonly url: string;
  readonly taken: TakenMail[];
  /** If set, every mail is refused with this SMTP code. */
  refusal: number | null;
  close(): Promise<void>;
}

/** Starts a real SMTP server on a free port. */
export async function mailServer(): Promise<MailServer> {
  const taken: TakenMail[] = [];
  const state = { refusal: null as number | null };
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onData(stream, session, callback) {
      const refusal = state.refusal;
      void sourceOf(stream).then((source) => {
        if (refusal !== null) {
          callback(Object.assign(new Error("refused"), { responseCode: refusal }));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? "" : mailFrom.address;
        taken.push({ from, to: rcptTo.map(({ address }) => address), source });
        callback(null);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has such an address.
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${String(port)}`,
    taken,
    get refusal() {
      return state.refusal;
    },
    set refusal(code) {
      state.refusal = code;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}

async function sourceOf(stream: SMTPServerDataStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks).toString("utf8");
}
