import type { Json } from "#contract/wire/json";
import type { DataTypeRow } from "#contract/wire/metadata";
import { BCD_ID_PATTERN, BCD_NAME_PATTERN } from "#contract/values/bcd";
import { parseFqdn, type ToAscii } from "#contract/values/fqdn";
import { networkAround, parseAddress, parseNetwork } from "#contract/values/ip";
import { parseMac } from "#contract/values/mac";
import { parseDate, parseTimestamp } from "#contract/values/timestamp";
import type { Text, TextKey } from "../text.ts";
import { parseDate as readDate } from "./time.ts";
import { sameJson, type Converted } from "./values.ts";

/** A text in the one form the server keeps, or null for a text that is not of the type. */
interface TextForm {
  readonly form: (text: string, toAscii: ToAscii) => string | null;
  readonly otherwise: (text: string) => Text;
}

const FORMS: Readonly<Record<string, TextForm>> = {
  fqdn: { form: parseFqdn, otherwise: saying("core.form.invalidFqdn") },
  inet: { form: (text) => parseAddress(text)?.text ?? null, otherwise: addressProblem },
  cidr: { form: networkForm, otherwise: networkProblem },
  mac_addr: { form: parseMac, otherwise: saying("core.form.invalidMac") },
  // Sent with its offset, as it was entered (VAL-16).
  timestamp: {
    form: (text) => (parseTimestamp(text) === null ? null : text),
    otherwise: saying("core.form.invalidTimestamp"),
  },
  // Typed as in the date of a moment, sent as the server writes it.
  date: { form: (text) => parseDate(readDate(text) ?? text), otherwise: saying("core.form.invalidDate") },
  bcd_name: {
    form: matching(BCD_NAME_PATTERN),
    otherwise: saying("core.form.invalidBcdName"),
  },
  bcd_id: { form: matching(BCD_ID_PATTERN), otherwise: saying("core.form.invalidBcdId") },
};

/** What is said of a text that is not of the type; null for a type without a form of its own. */
export function formProblem(dataType: string, text = ""): Text | null {
  return FORMS[dataType]?.otherwise(text) ?? null;
}

function matching(pattern: string): (text: string) => string | null {
  const whole = new RegExp(pattern, "u");
  return (text) => (whole.test(text) ? text : null);
}

function saying(key: TextKey): () => Text {
  return () => ({ key });
}

function addressProblem(text: string): Text {
  return { key: text.includes(":") ? "core.form.invalidIpv6" : "core.form.invalidIp" };
}

/** The network of all addresses is no subnet: one of IPv6 has a prefix of 1 to 128 (VAL-11). */
function networkForm(text: string): string | null {
  const network = parseNetwork(text);
  return network === null || (network.version === 6 && network.prefix === 0) ? null : network.text;
}

/** Host bits that are set are the usual mistake: it is told which network is meant. */
function networkProblem(text: string): Text {
  const network = networkAround(text.trim());
  if (network !== null && network.text !== text.trim() && networkForm(network.text) !== null)
    return { key: "core.form.hostBits", values: { network: network.text } };
  return { key: text.includes(":") ? "core.form.invalidIpv6Subnet" : "core.form.invalidCidr" };
}

/** A wire value in the form the server keeps; lists element by element. Not of the type: a text that says what is expected. */
export function normaliseValue(dataType: DataTypeRow, value: Json, toAscii: ToAscii): Converted {
  if (Array.isArray(value) && dataType.element_data_type !== null) {
    return normaliseList(dataType.element_data_type, value, toAscii);
  }
  if (typeof value === "string") return normaliseText(dataType.name, dataType.pattern, value, toAscii);
  if (typeof value === "number") return checkNumber(dataType, value);
  return { ok: true, value };
}

function normaliseList(element: string, values: readonly Json[], toAscii: ToAscii): Converted {
  const normal: Json[] = [];
  for (const value of values) {
    const result =
      typeof value === "string"
        ? normaliseText(element, null, value, toAscii)
        : ({ ok: true, value } as const);
    if (!result.ok) return result;
    normal.push(result.value);
  }
  return { ok: true, value: normal };
}

function normaliseText(type: string, pattern: string | null, value: string, toAscii: ToAscii): Converted {
  const known = FORMS[type];
  if (known !== undefined) {
    const form = known.form(value.trim(), toAscii);
    if (form !== null) return { ok: true, value: form };
    return { ok: false, text: known.otherwise(value) };
  }
  // Free text and secrets are stored as sent; names lose blanks at either end (wire contract 5.5).
  const text = type === "text" || pattern === null ? value : value.trim();
  if (pattern !== null && !new RegExp(pattern, "u").test(text)) {
    return { ok: false, text: { key: "core.form.badFormat" } };
  }
  return { ok: true, value: text };
}

function checkNumber(dataType: DataTypeRow, value: number): Converted {
  const text = boundsText(dataType, value);
  return text === null ? { ok: true, value } : { ok: false, text };
}

function boundsText({ min, max, name }: DataTypeRow, value: number): Text | null {
  if (name !== "decimal" && !Number.isInteger(value)) return { key: "core.form.noInteger" };
  if ((min === null || value >= min) && (max === null || value <= max)) return null;
  return { key: "core.form.outOfRange", values: { min: min ?? "−∞", max: max ?? "∞" } };
}

/** Equal as values of their type: the same moment in another zone is no change. */
export function sameValue(dataType: DataTypeRow, one: Json, other: Json): boolean {
  if (dataType.name === "timestamp" && typeof one === "string" && typeof other === "string") {
    return (parseTimestamp(one) ?? one) === (parseTimestamp(other) ?? other);
  }
  return sameJson(one, other);
}

/** Characters of a text as the server counts them: a sign beyond the basic plane is one. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** Whether a text may be typed on: longer ones are refused at once and the refusal is logged (spec 5, TAFORM-17). */
export function acceptsTyping(
  dataType: Pick<DataTypeRow, "name" | "text_length">,
  text: string,
  log: (message: string) => void,
): boolean {
  if (dataType.text_length === null || lengthOf(text) <= dataType.text_length) return true;
  log(`value of ${dataType.name} is longer than ${dataType.text_length} characters`);
  return false;
}
