import { appendFile } from "node:fs/promises";
import { isAbsolute } from "node:path";
import type { Sink } from "./queue.ts";
import { syslogSink, type SyslogPlace } from "./syslog.ts";

/** Where audit lines go. */
export type AuditPlace =
  { readonly kind: "file"; readonly path: string } | ({ readonly kind: "syslog" } & SyslogPlace);

const SYSLOG = /^syslog(\+tcp)?:\/\/(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+)(?::(\d{1,5}))?$/;
const FILE = "file:";

/** The place in `NETPORTAL_AUDIT`. Throws a sentence if the setting is wrong. */
export function readAuditPlace(text: string | null): AuditPlace | null {
  if (text === null) return null;
  const path = text.startsWith(FILE) ? text.slice(FILE.length) : "";
  if (isAbsolute(path)) return { kind: "file", path };
  const place = syslogPlace(text);
  if (place !== null) return place;
  throw new Error(
    `NETPORTAL_AUDIT=${text} is no place for audit lines, like file:/var/log/netportal/audit.log, syslog://log.example.org:514 (UDP) or syslog+tcp://log.example.org:601.`,
  );
}

function syslogPlace(text: string): AuditPlace | null {
  const [found, tcp, host = "", port = "514"] = SYSLOG.exec(text) ?? [];
  if (found === undefined || Number(port) < 1 || Number(port) > 65_535) return null;
  const protocol = tcp === undefined ? "udp" : "tcp";
  return { kind: "syslog", protocol, host: host.replace(/^\[|\]$/g, ""), port: Number(port) };
}

export function sinkOf(place: AuditPlace): Sink {
  return place.kind === "file" ? fileSink(place.path) : syslogSink(place);
}

/**
 * Appends JSON lines. The file is opened for each batch, so it may be renamed or truncated at any time without a signal. Only its owner can read it.
 */
function fileSink(path: string): Sink {
  return {
    place: path,
    send: (lines) =>
      appendFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""), { mode: 0o600 }),
    close: () => undefined,
  };
}
