import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { inTerminal } from "../terminal.ts";

const MOST_BYTES = 64 * 1024;

/** Reads a secret from standard input, so that it is not visible in the list of processes. A terminal does not show what is typed. */
export async function readSecret(input: NodeJS.ReadStream = process.stdin): Promise<string> {
  const secret = (input.isTTY ? await typed(input) : await piped(input)).replace(/\r?\n$/, "");
  if (secret !== "" && !/[\r\n]/.test(secret)) return secret;
  throw new Error(
    inTerminal({
      de: "Auf der Standardeingabe steht kein Schlüssel in einer Zeile.",
      en: "Standard input has no key in one line.",
    }),
  );
}

async function typed(input: NodeJS.ReadStream): Promise<string> {
  process.stderr.write(inTerminal({ de: "Schlüssel: ", en: "Key: " }));
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input, output: nowhere, terminal: true });
  try {
    return await terminal.question("");
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}

async function piped(input: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    size += chunk.length;
    if (size > MOST_BYTES)
      throw new Error(inTerminal({ de: "Der Schlüssel ist zu lang.", en: "The key is too long." }));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Creates a token and writes its text into a new file that only its owner can read; null: no file. If the file cannot be created, no token is
 * created.
 */
export async function keepSecret<T extends { readonly token: string }>(
  file: string | null,
  make: () => Promise<T>,
): Promise<T> {
  if (file === null) return make();
  const handle = openNew(file);
  try {
    const made = await make();
    writeSync(handle, `${made.token}\n`);
    return made;
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}

function openNew(file: string): number {
  try {
    return openSync(file, "wx", 0o600);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      inTerminal({
        de: `In ${file} kann kein Token geschrieben werden (${reason}). Nichts wurde geändert.`,
        en: `The token cannot be written to ${file} (${reason}). Nothing was changed.`,
      }),
      { cause },
    );
  }
}
