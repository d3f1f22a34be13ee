import { mendedText } from "#contract/values/record-text";
import type { Row } from "#contract/wire/json";
import type { ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { keyOf } from "../catalogue/key.ts";
import { titleOf } from "../catalogue/title.ts";
import type { PlannedSimple } from "../txlist/planned.ts";
import { plainContent } from "../txlist/make-planned.ts";

/** Proposed values; null if no value is doubtful. */
const PROPOSALS = { recordText: mendedText } as const;
export type ProposalName = keyof typeof PROPOSALS;

export interface Correction {
  readonly row: Row;
  readonly present: string;
  readonly proposed: string;
}

export function correctionsOf(
  rows: readonly Row[],
  attribute: string,
  propose: ProposalName,
): readonly Correction[] {
  return rows.flatMap((row) => {
    const present = row[attribute];
    if (typeof present !== "string") return [];
    const proposed = PROPOSALS[propose](present);
    return proposed === null ? [] : [{ row, present, proposed }];
  });
}

/** The change from the present value to the proposed one. */
export function correctionItem(
  type: ObjectTypeMeta,
  attribute: string,
  { row, present, proposed }: Correction,
  uuid: string,
): PlannedSimple {
  const old = { ...keyOf(type, row), [attribute]: present };
  const parameters = { old, new: { [attribute]: proposed } };
  return {
    uuid,
    ta_type: "db_editor_simple",
    variant: null,
    content: plainContent(
      { object_fq_name: type.name, object_function: "update", parameters },
      titleOf(type, row),
    ),
  };
}
