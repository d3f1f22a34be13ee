import { defineBehaviour } from "../../wapi/behaviour.ts";

/** Settings of a BCD decide whether its owners may write static assignments (wire contract 7.7). */
export default defineBehaviour({
  touch(_, touch) {
    touch.writes.add("dhcp settings");
  },
});
