import { appendFileSync, readFileSync } from "node:fs";
import pg from "pg";

/**
 * Loaded into every process of a run of tests (`NODE_OPTIONS=--import`). It looks at what the driver sends to PostgreSQL: in a recorded run it notes the
 * signs of each statement, and in a run with a mutant it notes whether PostgreSQL refused the changed text.
 */

/** What the tool tells its processes. */
export interface DriverTask {
  /** Lines of what was seen are appended here. */
  readonly out: string;
  /** Signs and names to look for in statements. */
  readonly wanted: readonly string[];
  readonly isRecorded: boolean;
}

/** What was seen. */
export type Seen =
  | { readonly kind: "sent"; readonly test: string; readonly signs: readonly number[] }
  | { readonly kind: "called"; readonly test: string; readonly name: string }
  | { readonly kind: "defined"; readonly name: string; readonly text: string }
  | { readonly kind: "refused"; readonly code: string; readonly message: string };

/** Test file of this process, which its own processes inherit. */
export const TEST_FILE = "MUTANTS_TEST_FILE";
/** File with the task. */
export const TASK = "MUTANTS_TASK";

interface Sent {
  query: (this: Sent, text: string) => unknown;
  parse: (this: Sent, statement: { readonly text: string; readonly name: string }) => unknown;
  emit: (this: Sent, event: string, message?: unknown) => boolean;
  sent?: string;
}

const DEFINITION = /^\s*(create|alter|drop|do|comment)\b/;
const DEFINED = /\bcreate (?:or replace )?(?:function|view|trigger) ([\w."]+)/g;
/** The beginning of a function in PL/pgSQL. */
const BODY =
  /create or replace function ([\w.]+)((?!create or replace)[\s\S])*?\$(?:body)?\$(?:\s*declare(?:(?!\$(?:body)?\$)[\s\S])*?)?\s*begin\b/g;
const CALL = "mutants: ";
/** Codes of statements that PostgreSQL does not understand: all of class 42 but missing rights and names that are taken. */
const NOT_UNDERSTOOD = /^42(?!501|P0[3-7]|710|723)/;

const path = process.env[TASK];
if (path !== undefined) watch(path);

function watch(file: string): void {
  // Parse boundary: the tool wrote the task. The driver exports the connection without its members.
  const task = JSON.parse(readFileSync(file, "utf8")) as DriverTask;
  const connection = (pg as unknown as { Connection: { prototype: Sent } }).Connection.prototype;
  const { query, parse, emit } = connection;
  const look = task.isRecorded ? recorder(task) : (text: string) => text;
  connection.query = function (text) {
    this.sent = text;
    return query.call(this, look(text));
  };
  connection.parse = function (statement) {
    this.sent = statement.text;
    return parse.call(this, { ...statement, text: look(statement.text) });
  };
  connection.emit = function (event, message) {
    if (event === "notice" && task.isRecorded) noteCall(task, message);
    if (event === "errorMessage" && !task.isRecorded) noteRefusal(task, message, this.sent ?? "");
    return emit.call(this, event, message);
  };
}

function note({ out }: DriverTask, seen: Seen): void {
  appendFileSync(out, `${JSON.stringify(seen)}\n`);
}

/** Notes each sign once for a test file, and makes functions tell their calls. */
function recorder(task: DriverTask): (text: string) => string {
  let test = "";
  let left = new Map<number, string>();
  let seen = new Set<string>();
  return (text) => {
    const now = process.env[TEST_FILE] ?? "";
    if (now !== test) {
      test = now;
      left = new Map(task.wanted.entries());
      seen = new Set();
    }
    const isDefinition = DEFINITION.test(text);
    if (test === "" && isDefinition) noteDefined(task, text);
    if (test !== "" && !seen.has(text)) {
      seen.add(text);
      const signs = [...left].flatMap(([index, sign]) => (text.includes(sign) ? [index] : []));
      for (const index of signs) left.delete(index);
      if (signs.length > 0) note(task, { kind: "sent", test, signs });
    }
    return isDefinition ? withCalls(text) : text;
  };
}

function noteDefined(task: DriverTask, text: string): void {
  for (const [, name = ""] of text.matchAll(DEFINED)) note(task, { kind: "defined", name, text });
}

function withCalls(text: string): string {
  return text.replaceAll(BODY, (whole, name: string) => `${whole} raise notice '${CALL}${name}';`);
}

const told = new Set<string>();

function noteCall(task: DriverTask, message: unknown): void {
  const text = textOf(message, "message");
  if (!text.startsWith(CALL)) return;
  const test = process.env[TEST_FILE] ?? "";
  const name = text.slice(CALL.length);
  if (told.has(`${test} ${name}`)) return;
  told.add(`${test} ${name}`);
  note(task, { kind: "called", test, name });
}

function noteRefusal(task: DriverTask, message: unknown, sent: string): void {
  const code = textOf(message, "code");
  if (!NOT_UNDERSTOOD.test(code)) return;
  const [sign = ""] = task.wanted;
  if (!sent.includes(sign) && !textOf(message, "internalQuery").includes(sign)) return;
  note(task, { kind: "refused", code, message: textOf(message, "message") });
}

function textOf(message: unknown, member: string): string {
  if (typeof message !== "object" || message === null) return "";
  const value: unknown = Reflect.get(message, member);
  return typeof value === "string" ? value : "";
}
