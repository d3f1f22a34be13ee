import { checkConfig } from "./check-config.ts";
import { Cancelled } from "./db/cancel.ts";
import { start, type Started, type StartOptions } from "./start.ts";
import { logFormOf } from "./http/settings.ts";
import { createLog } from "./log.ts";
import { createWriter } from "./log/writer.ts";
import { inTerminal } from "./terminal.ts";

/** Starts the product and ends it cleanly on SIGTERM and SIGINT. A second signal ends it at once. `--check-config` only checks the settings. */

const [option, ...further] = process.argv.slice(2);
if (option !== undefined) {
  const isCheck = option === "--check-config" && further.length === 0;
  if (!isCheck) console.error("usage: npm start [-- --check-config]");
  process.exit(isCheck ? await checkConfig(process.env, (line) => console.log(line)) : 1);
}

const log = createLog(createWriter(logFormOf(process.env)));
const stopping = new AbortController();
const { signal } = stopping;
const options: StartOptions = { env: process.env, log, signal, onHopeless, onRoleChange };
let starting = start(options);

process.on("SIGTERM", stop);
process.on("SIGINT", stop);

process.on("uncaughtException", (error) => {
  log("A bug ends the process", { error });
  process.exit(1);
});
// The listener of Node would print warnings unchanged.
process.removeAllListeners("warning");
process.on("warning", (error) => {
  log("warning", { error, level: "warn" });
});

await greet();

async function greet(): Promise<void> {
  try {
    const started = await starting;
    if (!signal.aborted) console.log(greeting(started));
  } catch (error) {
    if (!(error instanceof Cancelled)) failStart(error);
  }
}

/** Running calls end first, as in a stop. Then the same process starts again in the new role of the database. */
function onRoleChange(reason: string): void {
  if (signal.aborted) return;
  log(reason);
  starting = starting.then(async (started) => {
    await started.stop();
    return start({ ...options, port: Number(new URL(started.address).port) });
  });
  void greet();
}

function stop(): void {
  if (signal.aborted) process.exit(1);
  stopping.abort();
  log("stopping …");
  void end();
}

async function end(): Promise<void> {
  try {
    await (await starting).stop();
    process.exit(0);
  } catch (error) {
    // Nothing was started, because the database had not come yet.
    if (error instanceof Cancelled) process.exit(0);
    log("The server could not stop cleanly", { error });
    process.exit(1);
  }
}

/** Errors of a start are sentences for the operator. */
function failStart(error: unknown): void {
  if (error instanceof Error) log(error.message, { level: "error" });
  else log("The server could not start", { error });
  process.exitCode = 1;
}

/** Ends the process. Its supervisor starts a new one. */
function onHopeless(reason: string): void {
  log(reason, { level: "error" });
  process.exit(1);
}

function greeting({ address, settings }: Started): string {
  const lines = [inTerminal({ de: `NETPORTAL läuft: ${address}`, en: `NETPORTAL is running: ${address}` })];
  if (settings.withDemo)
    lines.push(
      inTerminal({
        de: "Konten der Demo (Passwort demo): ada (Administratorin), otto (verwaltet eine OE), greta (zwei Gruppen), lars (gesperrt), nora (nicht in der Datenbank)",
        en: "Demo accounts (password demo): ada (administrator), otto (administers a unit), greta (two groups), lars (locked), nora (not in the database)",
      }),
    );
  return lines.join("\n");
}
