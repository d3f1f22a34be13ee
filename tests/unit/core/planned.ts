import fc from "fast-check";
import type { Command } from "#core/txlist/history";
import type { Planned, PlannedContent } from "#core/txlist/planned";
import { template } from "./template.ts";

export function content(over: Partial<PlannedContent> = {}): PlannedContent {
  return {
    object_fq_name: "nd.bcd",
    object_function: "update",
    parameters: { old: { name: "scc-web-1" }, new: { description: "new" } },
    preview_fields: ["description"],
    object_title: "scc-web-1",
    show_result: false,
    non_optionals: [],
    input_reducer: null,
    ...over,
  };
}

export function simple(
  uuid: string,
  over: Partial<PlannedContent> = {},
  variant: string | null = null,
): Planned {
  return { uuid, ta_type: "db_editor_simple", variant, content: content(over) };
}

export function unknown(uuid: string): Planned {
  return { uuid, ta_type: "unknown", variant: null, named: "robot", raw: { uuid, ta_type: "robot" } };
}

const UUIDS = ["a", "b", "c", "d", "e"] as const;
const uuid = fc.constantFrom(...UUIDS);

const statement = fc.record({
  object_fq_name: fc.constantFrom("nd.bcd", "dns.record"),
  object_function: fc.constantFrom("create" as const, "update" as const, "delete" as const),
  parameters: fc.record({
    old: fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), fc.oneof(fc.string(), fc.integer(), fc.boolean())),
    new: fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), fc.oneof(fc.string(), fc.integer(), fc.boolean())),
  }),
});
const variant = fc.option(fc.constantFrom("records", "dnsvs"), { nil: null });
const anyContent = fc
  .tuple(statement, fc.string(), fc.boolean(), fc.constantFrom(null, "trimDot" as const))
  .map(([one, title, show, reducer]): PlannedContent => ({
    ...one,
    preview_fields: Object.keys(one.parameters.new),
    object_title: title,
    show_result: show,
    non_optionals: [],
    input_reducer: reducer,
  }));

/** Any element with the given uuid. */
export const plannedWith = (id: fc.Arbitrary<string>): fc.Arbitrary<Planned> =>
  fc.oneof(
    fc.record({
      uuid: id,
      ta_type: fc.constant("db_editor_simple" as const),
      variant,
      content: anyContent,
    }),
    fc.record({
      uuid: id,
      ta_type: fc.constantFrom("db_editor_bundle_prepend" as const, "db_editor_bundle_append" as const),
      variant,
      content: anyContent,
      bundle: fc.array(statement, { maxLength: 3 }),
    }),
    fc.record({
      uuid: id,
      ta_type: fc.constant("json_template" as const),
      variant,
      template: fc.constant(template()),
      variables: fc.dictionary(fc.constantFrom("fqdn", "ip"), fc.oneof(fc.string(), fc.constant(null))),
    }),
    id.map(unknown),
  );

/** Any command over few uuids, so that commands often concern the same element. */
export const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  plannedWith(uuid).map((item): Command => ({ kind: "add", item })),
  fc.tuple(uuid, plannedWith(uuid)).map(([id, item]): Command => ({ kind: "replace", uuid: id, item })),
  uuid.map((id): Command => ({ kind: "remove", uuid: id })),
  fc
    .tuple(uuid, fc.option(uuid, { nil: null }))
    .map(([id, before]): Command => ({ kind: "move", uuid: id, before })),
  fc.constant<Command>({ kind: "clear" }),
  fc.array(plannedWith(uuid), { maxLength: 3 }).map((list): Command => ({ kind: "import", items: list })),
);
