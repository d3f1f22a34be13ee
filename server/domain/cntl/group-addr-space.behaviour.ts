import { defineBehaviour } from "../../wapi/behaviour.ts";
import { SUBNETS } from "../nd/ip-subnet.sql.ts";

/** Address spaces are parts of networks. */
export default defineBehaviour({
  holds: ({ fn }) => (fn === "delete" ? [] : [{ tree: SUBNETS, how: "share" }]),
});
