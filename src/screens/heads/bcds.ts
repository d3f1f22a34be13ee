import { ownOrAll } from "#core/screen/own";
import type { Section } from "#core/screen/screen";
import type { Step } from "#contract/wire/step";

/** BCDs: those of the account, or all. */
export const listedBcds = (): readonly Step[] => [{ idx: "bcd", name: "nd.bcd.list" }];

/** BCDs with links to a system's view; a new BCD is planned here (BCD-06). */
export function bcdList(to: string): Section {
  return {
    kind: "table",
    of: "bcd",
    isLong: true,
    own: ownOrAll,
    open: { to, params: { bcd_name: { row: "name" } } },
    plan: [{ do: "create" }],
  };
}
