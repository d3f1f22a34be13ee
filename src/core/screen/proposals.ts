import { mendedText } from "#contract/values/record-text";
import type { Row } from "#contract/wire/json";
import type { ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { keyOf } from "../catalogue/key.ts";
import { titleOf } from "../catalogue/title.ts";
import type { PlannedSimple } from "../txlist/planned.ts";

/** What a value should be; null where nothing is in doubt. */
const PROPOSALS = { recordText: mendedText } as const;
export type ProposalName = keyof typeof PROPOSALS;

export interface Correction {
  readonly row: Row;
  readonly present: string;
  readonly proposed: string;
}

/** Rows in doubt with what is proposed for each. */
export function correctionsOf(
  rows: readonly Row[],
  attribute: string,
  propose: ProposalName,
): readonly Correction[] {
  return rows.flatMap((row) => {
    const present = row[attribute];
    const proposed = typeof present === "string" ? PROPOSALS[propose](present) : null;
    return typeof present !== "string" || proposed === null ? [] : [{ row, present, proposed }];
  });
}

/** The change that sets the proposed value, on the present one. */
export function correctionItem(
  type: ObjectTypeMeta,
  attribute: string,
  { row, present, proposed }: Correction,
  uuid: string,
): PlannedSimple {
  return {
    uuid,
    ta_type: "db_editor_simple",
    variant: null,
    content: {
      object_fq_name: type.name,
      object_function: "update",
      parameters: { old: { ...keyOf(type, row), [attribute]: present }, new: { [attribute]: proposed } },
      preview_fields: [attribute],
      object_title: titleOf(type, row),
      show_result: false,
      non_optionals: [],
      input_reducer: null,
    },
  };
}
