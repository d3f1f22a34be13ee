import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";

/** A mail as the server took it. */
export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Header lines and body as they came. */
  readonly source: string;
}

export interface MailServer {
  readonly url: string;
  readonly taken: TakenMail[];
  /** Set: every mail is refused with this code of SMTP. */
  refusal: number | null;
  close(): Promise<void>;
}

/** A real SMTP server on a port of its own. */
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
  // Listening on a port, so the address has one.
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
