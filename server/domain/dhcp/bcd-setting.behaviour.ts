import { defineBehaviour } from "../../wapi/write/behaviour.ts";

/** Settings of a BCD say whether its owners may write static assignments (wire contract 7.7). */
export default defineBehaviour({
  touch(_, touch) {
    touch.writes.add("dhcp settings");
  },
});
