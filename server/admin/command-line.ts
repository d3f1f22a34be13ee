import { parseArgs } from "node:util";
import type { Audit } from "../audit/audit.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database } from "../db/database.ts";
import { inTerminal } from "../terminal.ts";
import { COMMANDS, type Command, type Given } from "./commands.ts";
import { createOperator } from "./operator.ts";

const USAGE = `usage: npm run admin -- COMMAND [--json]
${Object.values(COMMANDS)
  .map(({ usage }) => `  ${usage}`)
  .join("\n")}
Exit code: 0 done, 1 refused, 2 not understood.`;

const OPTIONS = {
  "first-name": { type: "string" },
  "last-name": { type: "string" },
  email: { type: "string" },
  role: { type: "string", multiple: true },
  days: { type: "string" },
  description: { type: "string" },
  sub: { type: "string" },
  to: { type: "string" },
  attribute: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean" },
} as const;

interface Asked {
  readonly command: Command;
  readonly args: readonly string[];
  readonly given: Given;
}

/** What a command needs of the machine that it runs on. */
export interface Machine {
  /** Opens the database; the command closes it. */
  readonly open: (beside: "as it is" | "or make") => Promise<Opened>;
  /** The secret on standard input. */
  readonly secret: () => Promise<string>;
  /** Receives audit events of commands; null if no audit is configured. */
  readonly audit: Audit | null;
  /** Standard output. */
  readonly say: (line: string) => void;
  /** Standard error. */
  readonly warn: (line: string) => void;
}

interface Opened {
  readonly db: Database;
  readonly catalogue: Catalogue;
}

/** Runs a command line of `npm run admin`; answers the exit code. Throws the sentence of the refusal. */
export async function runAdmin(all: readonly string[], machine: Machine): Promise<number> {
  const asked = understood(all);
  if (typeof asked === "string") {
    machine.warn(asked);
    return 2;
  }
  if (asked === null) {
    machine.say(USAGE);
    return 0;
  }
  await run(asked, machine);
  return 0;
}

/** The command with its arguments; null for `--help`, and a sentence if the arguments cannot be understood. */
function understood(all: readonly string[]): Asked | string | null {
  try {
    const { values, positionals } = parseArgs({ args: [...all], allowPositionals: true, options: OPTIONS });
    if (values.help === true) return null;
    return fitting(positionals, values);
  } catch (error) {
    // An unknown option, or an option without its value.
    return `${error instanceof Error ? error.message : String(error)}\n${USAGE}`;
  }
}

function fitting([name = "", ...args]: readonly string[], given: Given): Asked | string {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) return USAGE;
  const { takes, options = [], usage } = command;
  const strange = Object.keys(given).filter((option) => option !== "json" && !options.includes(option));
  const isFitting = args.length >= takes[0] && args.length <= takes[1] && strange.length === 0;
  return isFitting ? { command, args, given } : `usage: npm run admin -- ${usage} [--json]`;
}

async function run({ command, args, given }: Asked, machine: Machine): Promise<void> {
  const { db, catalogue } = await machine.open(command.makes === true ? "or make" : "as it is");
  try {
    if (db.isReplica) throw new Error(inTerminal(REPLICA));
    const { json, text, told } = await command.run(await createOperator(db, catalogue, machine.audit), args, {
      given,
      secret: machine.secret,
    });
    if (told !== undefined) machine.warn(told);
    if (given["json"] === true) machine.say(JSON.stringify(json));
    else for (const line of text) machine.say(line);
  } finally {
    await db.close();
  }
}

const REPLICA = {
  de: "Die Datenbank ist eine Kopie zum Lesen. DATABASE_URL muss die primäre Datenbank nennen.",
  en: "The database is a replica. DATABASE_URL has to name the primary.",
};
