import { expect, it } from "vitest";
import { completeSteps } from "../../../src/editor/screen/complete-steps.ts";
import { pathCanExist } from "../../../src/editor/screen/path-values.ts";
import ipRecords from "../../../src/screens/dnsvs/ip-records.ts";
import group from "../../../src/screens/cntl/group.ts";
import { sketchCatalogue } from "../core/metadata.ts";

const catalogue = sketchCatalogue([
  { name: "dns.ip_addr", attributes: { value: { type: "inet", key: true } } },
  { name: "nd.ip_subnet", attributes: { cidr: { type: "cidr", key: true } } },
]);
const isPossible = (ip: string): boolean =>
  pathCanExist(catalogue, ipRecords, completeSteps(ipRecords, { ip }), { ip }, () => null);

it("a value of the path that cannot exist is known before anything is asked", () => {
  expect(isPossible("zzz")).toBe(false);
  // The screen looks the address up among the networks as well, of which it is none itself.
  expect(isPossible("198.51.100.1")).toBe(true);
  expect(isPossible("2001:db8::1")).toBe(true);
});

it("a type that nobody knows is left to the server", () => {
  const params = { group: "§" };
  expect(pathCanExist(catalogue, group, completeSteps(group, params), params, () => null)).toBe(true);
});
