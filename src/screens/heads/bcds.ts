import type { Section } from "#core/screen/screen";
import type { Step } from "#contract/wire/step";

/** The BCDs of the account. */
export const ownBcds = (): readonly Step[] => [{ idx: "bcd", name: "nd.bcd.list", old: { is_own: true } }];

/** The account's BCDs with links to a system's view; a new BCD is planned here (BCD-06). */
export function bcdList(to: string): Section {
  return {
    kind: "table",
    of: "bcd",
    open: { to, params: { bcd_name: { row: "name" } } },
    plan: [{ do: "create" }],
    empty: "screens.home.noBcds",
  };
}
