import { pino } from "pino";
import { readable, type Line } from "../log.ts";
import type { LogForm } from "./form.ts";
import { requestScope } from "./scope.ts";

interface Target {
  write(text: string): unknown;
}

/** Writes lines, by default to standard error. */
export function createWriter(form: LogForm, target?: Target): (line: Line) => void {
  // Written synchronously, so that the last lines of a process are not lost.
  const out = target ?? pino.destination({ dest: process.stderr.fd, sync: true });
  if (form === "text")
    return (line) => {
      const told = requestScope.getStore();
      const request = told === undefined ? "" : ` [request ${told.request}]`;
      out.write(`${new Date().toISOString()} ${line.level} ${readable(line)}${request}\n`);
    };
  const { isoTime } = pino.stdTimeFunctions;
  const options = {
    base: null,
    messageKey: "message",
    timestamp: isoTime,
    formatters: { level: (level: string) => ({ level }) },
  };
  const logger = pino(options, out);
  return ({ level, text, error, incident }) => {
    const facts = { ...requestScope.getStore(), incident: incident ?? undefined, error: error ?? undefined };
    logger[level](facts, text);
  };
}
