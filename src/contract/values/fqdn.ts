import { parsed, refused, refusedLength, type Parsed } from "./parsed.ts";

/** ASCII form (`xn--…`) of one label; null if there is none. The server uses `tr46`, the portal the `URL` of the browser. */
export type ToAscii = (label: string) => string | null;

/** Pattern of a normalised name (wire contract 5.5). */
export const FQDN_PATTERN = "^(\\.|(\\*\\.)?([a-z0-9_-]{1,63}\\.)+)$";

/** In characters, with the final dot: 255 bytes on the wire, on which each label and the root has a length byte (RFC 1035, 3.1). */
export const FQDN_LENGTH = 254;

/** Longest apex: the mailbox of its SOA is `hostmaster` below it. */
export const APEX_LENGTH = FQDN_LENGTH - "hostmaster.".length;

const CANONICAL = new RegExp(FQDN_PATTERN);
/** Full stops of other scripts that UTS 46 reads as a dot. */
const OTHER_DOTS = /[\u3002\uff0e\uff61]/g;

/** A domain name in lower case and ASCII form, with final dot (wire contract 5.5). The length includes the dot. */
export function readFqdn(text: string, toAscii: ToAscii): Parsed<string> {
  const labels = text.trim().replace(OTHER_DOTS, ".").split(".");
  const ascii = labels.map((label) => asciiLabel(label, toAscii));
  if (ascii.includes(null)) return refused("bad_format");
  const name = ascii.at(-1) === "" ? ascii.join(".") : `${ascii.join(".")}.`;
  if (name.length > FQDN_LENGTH) return refusedLength(name.length);
  return CANONICAL.test(name) ? parsed(name) : refused("bad_format");
}

/** The normalised name, or null for an invalid one. */
export function parseFqdn(text: string, toAscii: ToAscii): string | null {
  const name = readFqdn(text, toAscii);
  return name.ok ? name.value : null;
}

/** Key that sorts by tree: `www.example.edu.` is `edu.example.www.`, the root is empty. */
export function reversedName(fqdn: string): string {
  if (fqdn === ".") return "";
  return `${fqdn.slice(0, -1).split(".").reverse().join(".")}.`;
}

function asciiLabel(label: string, toAscii: ToAscii): string | null {
  if (isAscii(label)) return label.toLowerCase();
  const form = toAscii(label);
  return form === null || form === "" ? null : form.toLowerCase();
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 127) return false;
  return true;
}
