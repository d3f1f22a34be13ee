import { lengthOf } from "#contract/data-type";
import { LIMITS } from "#contract/limits";
import { BCD_ID_PATTERN } from "#contract/types/bcd-id";
import { networkAround, parseAddress, widthOf } from "#contract/values/ip";
import { regexpFault } from "#contract/values/regexp";
import { jokeOf, type Joke } from "./jokes.ts";
import type { TermClasses } from "./kinds.ts";

export type Reading =
  | { readonly kind: "empty" | "tooLong" }
  | { readonly kind: "badRegexp"; readonly problem: "too_long" | "bad_format" }
  | { readonly kind: "joke"; readonly joke: Joke }
  | SearchReading;

export interface SearchReading {
  readonly kind: "search";
  /** The term without prefixes. */
  readonly term: string;
  readonly system: string | null;
  readonly isRegexp: boolean;
  readonly classes: TermClasses;
}

const REGEXP = /^s\//;

/** Splits a typed text: one of these systems, regular expression, and all meanings of the term (SRCH-10 to SRCH-19). */
export function readTerm(text: string, systems: readonly string[]): Reading {
  const whole = text.trim();
  if (lengthOf(text) > LIMITS.searchLength) return { kind: "tooLong" };
  const joke = jokeOf(whole);
  if (joke !== null) return { kind: "joke", joke };
  const system = systems.find((name) => whole.startsWith(`${name}:`)) ?? null;
  const rest = system === null ? whole : whole.slice(system.length + 1).trim();
  const isRegexp = REGEXP.test(rest);
  const term = isRegexp ? rest.replace(REGEXP, "") : rest;
  if (term === "") return { kind: "empty" };
  const problem = isRegexp ? regexpFault(term) : null;
  if (problem !== null) return { kind: "badRegexp", problem };
  const classes = isRegexp ? {} : { ...numberClasses(term), ...addressClasses(term), ...macClass(term) };
  return { kind: "search", term, system, isRegexp, classes };
}

function numberClasses(term: string): TermClasses {
  if (/^\d{1,15}$/.test(term)) {
    const vxlan = Number(term);
    return /^[1-9]/.test(term) ? { vlan: vxlan, vxlan } : { vxlan };
  }
  // 47.11 and 00.47.11 have the same digits as 4711 (wire contract 7.5).
  return new RegExp(BCD_ID_PATTERN, "u").test(term)
    ? { vxlan: Number(term.replaceAll(".", "")), bcdId: term }
    : {};
}

function addressClasses(term: string): TermClasses {
  const address = parseAddress(term);
  if (address !== null) return { address: address.text };
  const network = networkAround(term);
  if (network === null) return {};
  return network.prefix === widthOf(network.version)
    ? { address: network.text.slice(0, network.text.indexOf("/")) }
    : { network: network.text };
}

function macClass(term: string): TermClasses {
  const digits = term.toLowerCase().replace(/[^0-9a-f]/g, "");
  return digits.length === 12 || digits.length === 16 ? { mac: digits } : {};
}
