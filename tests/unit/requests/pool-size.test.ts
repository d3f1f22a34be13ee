import { describe, expect, it } from "vitest";
import { firstProblem } from "#contract/requests/check";
import { REQUEST_FORMS } from "#contract/requests/forms";
import { refuse } from "../../../server/faults.ts";
import english from "../../../locales/en.json" with { type: "json" };

const SENTENCE = "The given value is not within the specified boundaries.";

describe("the size of a DHCP pool", () => {
  const form = REQUEST_FORMS.get("dhcp");
  if (form === undefined) throw new Error("there is no form dhcp");
  const asked = (size: number, subnet = "198.51.100.0/24") =>
    firstProblem(form, { bcd: "scc-net-web-1", subnet, dhcp_pool_size: size });

  it("[VAL-25] goes from 2 to the size of the subnet minus 5", () => {
    expect([2, 3, 250, 251].map((size) => asked(size))).toEqual([null, null, null, null]);
    for (const size of [-1, 0, 1, 252, 256]) {
      expect(asked(size)).toMatchObject({
        fault: "out_of_range",
        path: "dhcp_pool_size",
        details: { min: 2, max: 251 },
      });
    }
    expect(asked(3, "198.51.100.0/29")).toBeNull();
    expect(asked(4, "198.51.100.0/29")).toMatchObject({ details: { max: 3 } });
  });

  it("[VAL-25] outside these bounds server and portal use the same sentence", () => {
    const details = {
      parameter: "dhcp_pool_size",
      scope: "dhcp_pool_size",
      data_type: "integer",
      min: 2,
      max: 251,
    };
    const told = refuse("out_of_range", details).inLanguage("en");
    expect(JSON.stringify(told)).toContain(SENTENCE);
    expect(english["core.form.outOfRange"]).toContain(SENTENCE);
  });
});
