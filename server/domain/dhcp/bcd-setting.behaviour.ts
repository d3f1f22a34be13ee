import { defineBehaviour } from "../../wapi/behaviour.ts";

/** Settings of a BCD decide whether its owners may write static assignments (wire contract 7.7). */
export default defineBehaviour({
  readsAndWrites(_, set) {
    set.writes.add("dhcp settings");
  },
});
