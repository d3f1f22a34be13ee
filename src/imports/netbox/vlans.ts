import { patternOf } from "#contract/data-type";
import { value as ofBcdName } from "#contract/types/bcd-name";
import { value as ofVlanId } from "#contract/types/vlan-id";
import { partOf, textOf, type NetboxObject } from "./read.ts";
import { noteAll, ofKind, type NetboxWork } from "./job.ts";
import { designation } from "./places.ts";
import { given, type Wanted } from "../shared/objects.ts";
import type { ImportStep } from "../shared/steps.ts";

/** Each VLAN becomes a separate broadcast domain. An existing VLAN keeps its BCD. */
export function planVlans(work: NetboxWork): void {
  const { wanted, bcds, vlans } = work;
  const all = singleVlans(work);
  const nets = new Map(all.map((one) => [netOf(one), one.row]));
  for (const [name, row] of nets) wanted.push({ type: "nd.net_instnc", values: { name }, row });
  const used = new Set<string>();
  const own: Wanted[] = [];
  for (const one of all) {
    const { id, row } = one;
    const { net, vid, name, description } = vlanOf(one);
    const there = bcds.get(`${net} ${String(vid)}`);
    const bcd = there ?? bcdName(name, vid, used);
    used.add(bcd);
    vlans.set(id, bcd);
    const more = given({ description });
    own.push({ type: "nd.vlan", values: { net_instnc: net, id: vid, name, bcd, ...more }, row });
    if (there !== undefined) continue;
    const values = { name: bcd, ...more };
    wanted.push({ type: "nd.bcd", values, row, onlyNew: ["description"], isHelper: true });
  }
  wanted.push(...own);
  const renamed = all.filter((one) => vlanOf(one).isRenamed);
  noteAll(renamed, "netboxVlanName", work);
}

/** A VLAN in the form of the portal. A name with characters that an identifier cannot have is written into the description. */
function vlanOf(one: NetboxObject) {
  const { members } = one;
  const vid = Number(members["vid"]);
  const [own, told] = [textOf(members, "name"), textOf(members, "description")];
  const form = designation(own ?? "").trim();
  const name = form === "" ? `vlan-${String(vid)}` : form;
  const isRenamed = own !== null && own !== name;
  const texts = [isRenamed ? own : null, told].filter((text) => text !== null);
  const description = texts.length === 0 ? null : texts.join(": ");
  return { net: netOf(one), vid, name, isRenamed, description };
}

/** The first VLAN of each number in a net instance. Others, and those with an invalid number, are rejected before steps are made for them. */
function singleVlans(work: NetboxWork): readonly NetboxObject[] {
  const { rejected, say } = work;
  const first = new Map<string, NetboxObject>();
  return ofKind(work, "ipam/vlans").filter((one) => {
    const { net, vid } = vlanOf(one);
    const key = `${net} ${String(vid)}`;
    const earlier = first.get(key);
    first.set(key, earlier ?? one);
    if (!Number.isInteger(vid) || vid < ofVlanId.min || vid > ofVlanId.max)
      rejected.push({ ...one.row, reason: say("netboxVlanId", { min: ofVlanId.min, max: ofVlanId.max }) });
    else if (earlier !== undefined)
      rejected.push({ ...one.row, reason: say("netboxSameVlan", { vid, net, line: earlier.row.line }) });
    else return true;
    return false;
  });
}

/** Steps that need the BCD of a new VLAN need the VLAN too, because the BCD is made only for the VLAN. */
export function restingOnVlans(steps: readonly ImportStep[]): readonly ImportStep[] {
  const bcds = new Set(steps.filter(({ name }) => name === "nd.bcd.create").map(({ idx }) => idx));
  const created = steps.filter(({ name }) => name === "nd.vlan.create");
  const vlans = new Map(
    created.flatMap(({ idx, needs }) =>
      needs.filter((need) => bcds.has(need)).map((need) => [need, idx] as const),
    ),
  );
  return steps.map((step) => {
    const more = step.needs.flatMap((need) => vlans.get(need) ?? []).filter((idx) => idx !== step.idx);
    return more.length === 0 ? step : { ...step, needs: [...step.needs, ...more] };
  });
}

const UNGROUPED = "netbox";

/** The net instance of a VLAN is its group, because a group has VLAN ids of its own. */
export function netOf({ members }: NetboxObject): string {
  return designation(textOf(partOf(members, "group"), "slug") ?? UNGROUPED);
}

/** The name of the VLAN in the form of a BCD name; if there is no such form, its number. */
function bcdName(name: string, vid: number, used: ReadonlySet<string>): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const isName = (text: string): boolean =>
    patternOf(ofBcdName.pattern).test(text) && text.length <= ofBcdName.textLength && !used.has(text);
  const forms = [words.join("-"), ["vlan", ...words].join("-"), `vlan-${String(vid)}`];
  for (const form of forms) if (isName(form)) return form;
  for (let number = 2; ; number += 1) {
    const form = `vlan-${String(vid)}-${String(number)}`;
    if (isName(form)) return form;
  }
}
