import type { TextKey } from "../text.ts";
import type { Widget, WidgetOptions } from "./widget.ts";

/** What values of a data type are typed into, and what is said of their form. */
interface FormedType {
  readonly widget: Widget;
  readonly options: WidgetOptions & { readonly expected: TextKey };
}

/** Data types whose values have a form of their own, wherever they are asked for: in forms of objects, templates and requests. */
export const FORMED_TYPES = {
  timestamp: formed("dateTime", "core.form.expected.timestamp"),
  date: formed("date", "core.form.expected.date"),
  fqdn: formed("fqdn", "core.form.expected.fqdn"),
  inet: formed("ipAddress", "core.form.expected.inet"),
  cidr: formed("ipNetwork", "core.form.expected.cidr"),
  mac_addr: formed("macAddress", "core.form.expected.mac_addr"),
  bcd_name: formed("text", "core.form.expected.bcd_name"),
  bcd_id: formed("text", "core.form.expected.bcd_id"),
} as const satisfies Readonly<Record<string, FormedType>>;

function formed(widget: Widget, expected: TextKey): FormedType {
  return { widget, options: { expected } };
}
