import { randomInt } from "node:crypto";
import { refuse } from "../../faults.ts";
import type { Work } from "../../wapi/write/work.ts";
import { defineBehaviour } from "../../wapi/write/behaviour.ts";

const LENGTH = 20;
/** Letters and digits that are not taken for one another when they are read out. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";

/** MAC clients: without a key on create, and where one is asked for, the server makes it (wire contract 7.7). */
export default defineBehaviour({
  fill(_, works) {
    for (const { plan, given } of works) {
      const isGiven = plan.new["wpa2_key"] !== undefined;
      if (plan.new["do_generate"] === true && isGiven) throw twoKeys(plan.type.name);
      if (plan.kind === "create" && !isGiven) given["wpa2_key"] = newKey();
    }
    return Promise.resolve();
  },
  check(_, works) {
    for (const work of works) if (work.plan.new["do_generate"] === true) replaceKey(work);
    return Promise.resolve();
  },
});

function replaceKey(work: Work): void {
  work.values["wpa2_key"] = newKey();
}

function twoKeys(type: string): Error {
  return refuse("check_violation", {
    object_fq_name: type,
    rule: "key_given_or_generated",
    attribute_list: ["wpa2_key", "do_generate"],
  });
}

/** About 116 bits. */
function newKey(): string {
  return Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join("");
}
