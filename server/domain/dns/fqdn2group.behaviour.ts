import { defineBehaviour } from "../../wapi/write/behaviour.ts";
import { NAMES } from "./fqdn.tree.ts";

/** A link to a group says who owns the name and all names below. */
export default defineBehaviour({ holds: () => [{ tree: NAMES, how: "alone" }] });
