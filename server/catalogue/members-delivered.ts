import type { Delivery } from "./define-delivery.ts";
import type { ServiceSpec } from "./define-service.ts";
import type { StorageSpec } from "./define-storage.ts";
import { having, LIST, listOf, members, named, NAMES, TEXT, WORDS, type Form } from "./member-forms.ts";

/** Members of a definition about delivery to services. */
export const OF_SERVICE = {
  copied: LIST,
  reader: TEXT,
  views: LIST,
  unserved: listOf(
    having(
      { reason: TEXT, by: TEXT, text: WORDS, when: TEXT, unit: TEXT },
      '{ reason: "…", by: "dns", text: { de: "…", en: "…" }, when: "…", unit: "…" }',
    ),
  ),
  answers: members("{ service: { … }, … }"),
  units: named(TEXT, '{ unit: "select …" }'),
  delivered: having({ kind: TEXT, tables: NAMES, rows: TEXT }, '{ kind: "…", tables: ["…"], rows: "…" }'),
} as const satisfies Readonly<Record<keyof ServiceSpec, Form>>;

/** Members of a delivery, which has a file of its own. */
export const OF_DELIVERY = {
  of: TEXT,
  service: members('{ copied: ["…"] }'),
  statements: LIST,
  state: { wanted: "partState({ … })", fits: (value) => typeof value === "function" },
} as const satisfies Readonly<Record<keyof Delivery, Form>>;

/** Members of a definition about its tables. */
export const OF_STORAGE = {
  columns: named(TEXT, '{ name: "integer" }'),
  searched: NAMES,
  indexes: named(TEXT, '{ name: "(…)" }'),
  constraints: named(having({ sql: TEXT }, ""), '{ name: { sql: "check (…)", fault: { … } } }'),
  statements: LIST,
  schemas: NAMES,
  emptied: NAMES,
} as const satisfies Readonly<Record<keyof StorageSpec, Form>>;
