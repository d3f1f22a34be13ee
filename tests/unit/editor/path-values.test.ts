import { expect, it } from "vitest";
import { completeSteps } from "../../../src/editor/screen/complete-steps.ts";
import { pathCanExist } from "../../../src/editor/screen/path-values.ts";
import ipRecords from "../../../src/subjects/dns/ip-records.ts";
import group from "../../../src/subjects/cntl/group.ts";
import room from "../../../src/subjects/nd/room.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";
import { sketchCatalogue } from "../core/metadata.ts";

const catalogue = sketchCatalogue([
  { name: "dns.ip_addr", attributes: { value: { type: "inet", key: true } } },
  { name: "nd.ip_subnet", attributes: { cidr: { type: "cidr", key: true } } },
]);
const isPossible = (ip: string): boolean =>
  pathCanExist(catalogue, ipRecords, completeSteps(ipRecords, { ip }), { ip }, () => null);

it("an impossible value of the path is refused before any request", () => {
  expect(isPossible("zzz")).toBe(false);
  // The screen also searches the address among the networks, although it is not a network.
  expect(isPossible("198.51.100.1")).toBe(true);
  expect(isPossible("2001:db8::1")).toBe(true);
});

it("a list of keys is checked key by key", async () => {
  const real = await portalCatalogue();
  const isKey = (key: string): boolean => {
    const params = { site: "north", bldg: "01.01", room_gpk: key };
    return pathCanExist(real, room, completeSteps(room, params), params, () => null);
  };
  expect(isKey("no gpk")).toBe(false);
  expect(isKey("room-99999999")).toBe(true);
});

it("an unknown type is left to the server", () => {
  const params = { group: "§" };
  expect(pathCanExist(catalogue, group, completeSteps(group, params), params, () => null)).toBe(true);
});
