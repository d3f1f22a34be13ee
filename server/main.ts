import { start, type Started, type StartOptions } from "./start.ts";
import { exitAfter, inTerminal } from "./terminal.ts";

/** Starts the product and ends it cleanly on SIGTERM and SIGINT; a second signal does not wait. */

let isStopping = false;
const options: StartOptions = { env: process.env, log, onHopeless, onRoleChange };
let starting = start(options);

process.on("SIGTERM", stop);
process.on("SIGINT", stop);

await greet();

async function greet(): Promise<void> {
  try {
    const started = await starting;
    if (!isStopping) console.log(greeting(started));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/** Running calls end first, as at a stop. Then the same process starts again in the new role of the database. */
function onRoleChange(reason: string): void {
  if (isStopping) return;
  log(reason);
  starting = starting.then(async (started) => {
    await started.stop();
    return start({ ...options, port: Number(new URL(started.address).port) });
  });
  void greet();
}

function stop(): void {
  if (isStopping) process.exit(1);
  isStopping = true;
  log(inTerminal({ de: "wird beendet …", en: "stopping …" }));
  exitAfter(starting.then((started) => started.stop()));
}

/** Ends the process. Its supervisor starts a new one. */
function onHopeless(reason: string): void {
  log(reason);
  process.exit(1);
}

function log(text: string): void {
  console.error(text);
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
