import type { Behaviour } from "./behaviour.ts";

/** Settings of a BCD say whether its owners may write static assignments (wire contract 7.7). */
export const bcdSetting: Behaviour = {
  touch(_, touch) {
    touch.writes.add("dhcp settings");
  },
};
