import { expect, it } from "vitest";
import { isSent, type Screen } from "#core/screen/screen";
import textRecords from "../../../src/subjects/dns/text-records.ts";
import fqdns from "../../../src/subjects/dns/fqdns.ts";

it("the steps of a screen are sent for accounts that may see it, and a screen without steps sends nothing", () => {
  const visitor = { signedIn: true, inDatabase: true, isOuAdmin: false, modules: new Set<string>() };
  const isAsked = (screen: Screen, ...permissions: readonly string[]) =>
    isSent(screen, screen.steps({}), { ...visitor, permissions: new Set(permissions) });
  expect([isAsked(textRecords), isAsked(textRecords, "dns.rw:record"), isAsked(fqdns)]).toEqual([
    false,
    true,
    true,
  ]);
  expect(isSent(fqdns, [], { ...visitor, permissions: new Set() })).toBe(false);
  expect(isSent(fqdns, fqdns.steps({}), { ...visitor, signedIn: false, permissions: new Set() })).toBe(false);
});
