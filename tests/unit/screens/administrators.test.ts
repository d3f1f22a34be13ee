import { describe, expect, it } from "vitest";
import { administratorsIn, administratorSteps } from "../../../src/screens/heads/administrators.ts";

const person = (login_name: string, email: string | null = `${login_name}@example.org`) => ({
  login_name,
  first_name: "Ada",
  last_name: login_name,
  email,
});
const admin = (login_name: string, ou: string) => ({ login_name, ou });

describe("contacts for an assignment", () => {
  it("are not requested if nobody can assign", () => {
    expect(administratorSteps({ groups: [], units: [] })).toEqual([]);
  });

  it("come from the next OE above that has administrators, if the OE has none", () => {
    const lists = {
      ou_admin: [admin("root", "UTM"), admin("mid", "UTM::ING")],
      mgr: [person("root"), person("mid")],
    };
    const found = administratorsIn({ groups: [], units: ["UTM::ING::IAG"] }, lists);
    expect(found.map(({ login, of }) => [login, of])).toEqual([["mid", "UTM::ING"]]);
  });

  it("name a person of several groups and OEs once, and leave out a missing mail address", () => {
    const lists = {
      admin: [{ ...person("mid", null), group_name: "iwt" }],
      ou_admin: [admin("mid", "UTM")],
      mgr: [person("mid", null)],
    };
    expect(administratorsIn({ groups: ["iwt"], units: ["UTM"] }, lists)).toEqual([
      { login: "mid", name: "Ada mid", email: null, of: "UTM" },
    ]);
  });

  it("leave out people that the reader may not read", () => {
    const lists = { ou_admin: [admin("hidden", "UTM")], mgr: [] };
    expect(administratorsIn({ groups: [], units: ["UTM"] }, lists)).toEqual([]);
  });
});
