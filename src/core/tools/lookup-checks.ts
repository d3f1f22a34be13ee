import { parseAddress } from "#contract/values/ip";
import { parseMac } from "#contract/values/mac";
import type { TextKey } from "../text.ts";

/** Says in words of the field why a text cannot be looked up; null if it can. The server names its parameters, which mean nothing to readers. */
export type LookupCheck = (text: string) => TextKey | null;

const [SHORTEST_TERM, LONGEST_TERM] = [2, 128];
const BEGINNING = /^[0-9a-f]([:.-]?[0-9a-f]){5,11}$/i;

export const checkAddress: LookupCheck = (text) =>
  parseAddress(text, { withIpv4Tail: true }) === null ? "core.form.invalidIp" : null;

export const checkMac: LookupCheck = (text) => (parseMac(text) === null ? "core.form.invalidMac" : null);

export const checkBeginning: LookupCheck = (text) =>
  BEGINNING.test(text) ? null : "views.lookup.badBeginning";

export const checkTerm: LookupCheck = (text) => {
  const { length } = Array.from(text);
  return length < SHORTEST_TERM || length > LONGEST_TERM ? "views.lookup.termLength" : null;
};
