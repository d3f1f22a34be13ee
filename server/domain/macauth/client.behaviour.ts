import { randomInt } from "node:crypto";
import { defineBehaviour } from "../../wapi/behaviour.ts";
import { violation } from "../violation.fault.ts";

const LENGTH = 20;
/** Letters and digits that cannot be confused. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";

/** MAC clients: the server generates a key on create if none is given, and later on demand (wire contract 7.7). */
export default defineBehaviour({
  fill(_, works) {
    for (const { plan, given } of works) {
      const isGiven = plan.new["wpa2_key"] !== undefined;
      if (plan.new["do_generate"] === true && isGiven)
        throw violation(plan.type.name, "key_given_or_generated", "wpa2_key", "do_generate");
      if (plan.kind === "create" && !isGiven) given["wpa2_key"] = newKey();
    }
  },
  check(_, works) {
    for (const { plan, values } of works) if (plan.new["do_generate"] === true) values["wpa2_key"] = newKey();
  },
});

/** A key of about 116 bits. */
function newKey(): string {
  return Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join("");
}
