import { defineBehaviour } from "../../wapi/behaviour.ts";
import { NAMES } from "./fqdn.tree.ts";

/** A link to an OE makes the OE an owner of the name and of all names below. */
export default defineBehaviour({ holds: () => [{ tree: NAMES, how: "alone" }] });
