import { describe, expect, it } from "vitest";
import { REQUEST_FORMS } from "#contract/requests/forms";
import { teamFor } from "#contract/requests/teams";
import { misplaced, placedList, withoutEntries } from "#core/requests/misplaced";

describe("entries of another campus", () => {
  it("are found only in a variant that restricts places", () => {
    const found = [...REQUEST_FORMS.values()].flatMap((form) =>
      [null, "general", "cn", "cs"].flatMap((variant) => {
        const placed = placedList(form, variant);
        return placed === null ? [] : [[form.name, variant, placed.list.name, placed.place.name]];
      }),
    );
    expect(found).toEqual([
      ["patch", "cn", "action_list", "site"],
      ["patch", "cs", "action_list", "site"],
    ]);
  });

  it("[REQ-81] are named by position and can be removed; entries without a place stay", () => {
    const form = REQUEST_FORMS.get("patch");
    const placed = form === undefined ? null : placedList(form, "cn");
    if (placed === null) throw new Error("the patch request has campuses");
    const [north, south, open] = [
      { site: " north " },
      { site: "south", comment: "a" },
      { action: "patch", site: " " },
    ];
    const draft = { action_list: [south, north, open, south], reply_to: "a@b" };
    const wrong = misplaced(placed, draft, new Set(["north"]));
    expect(wrong).toEqual([0, 3]);
    expect(withoutEntries(placed, draft, wrong)).toEqual({ action_list: [north, open], reply_to: "a@b" });
    expect(misplaced(placed, {}, new Set())).toEqual([]);
  });
});

describe("the team of a ticket", () => {
  it.each([
    ["patch", "cn", "north@example.org"],
    ["patch", "cs", "patch@example.org"],
    ["patch", null, "patch@example.org"],
    ["dhcp", null, null],
  ])("%s %s: %s", (form, variant, team) => {
    const teams = { "patch/cn": "north@example.org", patch: "patch@example.org" };
    expect(teamFor(teams, form, variant)).toBe(team);
  });
});
