import type { Campus, NameTree } from "./campus.ts";
import { nameOf } from "./names.ts";
import { ipv4, type Network } from "./networks.ts";
import { RowList, type Row, type Table } from "./rows.ts";
import { at, withoutAdministrators, type Unit } from "./units.ts";
import UNITS from "./data/units.json" with { type: "json" };

/** Links. Each pair occurs once. */
class LinkList extends RowList {
  readonly #seen = new Set<string>();

  link(row: Row): void {
    const key = Object.values(row).join(" ");
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.add(row);
  }
}

/** Groups of units with their members, and the objects that groups and units own. */
export function ownershipTables(campus: Campus): readonly Table[] {
  const links = makeLinks();
  const groupsOf = makeGroups(campus, links.groups);
  linkGroups(campus, groupsOf, links);
  linkUnits(campus, links);
  linkDemoAccounts(campus, [...groupsOf.values()].flat(), links);
  return [campus.people.accounts, ...Object.values(links)];
}

/** In the order in which they are written. */
function makeLinks() {
  return {
    groups: new RowList("cntl.group"),
    mgr2group: new LinkList("cntl.mgr2group"),
    mgr2ou: new LinkList("cntl.mgr2ou"),
    group2ou: new LinkList("cntl.group2ou"),
    bcd2group: new LinkList("nd.bcd2group"),
    bcd2ou: new LinkList("nd.bcd2ou"),
    spaces: new LinkList("cntl.group_addr_space"),
    fqdn2group: new LinkList("dns.fqdn2group"),
    fqdn2ou: new LinkList("dns.fqdn2ou"),
    teams: new LinkList("req.team"),
  };
}

type Links = ReturnType<typeof makeLinks>;

type GroupsOf = ReadonlyMap<number, readonly Group[]>;

interface Group {
  readonly id: number;
  readonly unit: Unit;
  readonly isTop: boolean;
}

/** Each unit below the divisions gets a group, then subgroups in turn until there are enough. */
function makeGroups({ counts, units, names }: Campus, rows: RowList): GroupsOf {
  const owners = units.filter(({ level }) => level >= 3);
  const groups = new Map<number, Group[]>();
  for (let index = 0; index < counts.groups; index++) {
    const unit = at(owners, index);
    const own = groups.get(unit.id) ?? [];
    const isTop = own.length === 0;
    const use = at(UNITS.groups, isTop ? 2 : own.length);
    const base = unit.label.split(".").toReversed().join("-");
    const id = rows.add({
      name: isTop ? base : `${base}_${use.name}${own.length > 5 ? String(own.length) : ""}`,
      parent_group_name: own[0]?.id ?? null,
      description: `${use.title} ${unit.title}`,
      dhcp_domain: isTop ? domainOf(unit, names) : null,
      is_idm_sync: isTop && index % 3 === 0,
    });
    groups.set(unit.id, [...own, { id, unit, isTop }]);
  }
  return groups;
}

/** DHCP gives the devices of a top group the domain of its unit. */
function domainOf({ id }: Unit, { ofUnit }: NameTree): number | null {
  return ofUnit.get(id)?.id ?? null;
}

function linkGroups(campus: Campus, groupsOf: GroupsOf, links: Links): void {
  const { people, random } = campus;
  for (const group of [...groupsOf.values()].flat()) {
    if (group.isTop) links.group2ou.link({ group_name: group.id, ou: group.unit.id });
    const members = group.isTop ? 2 : 1 + random.below(3);
    for (let index = 0; index < members; index++) {
      links.mgr2group.link({ login_name: random.pick(people.others), group_name: group.id });
    }
  }
  for (const network of campus.networks) {
    const groups = groupsOf.get(network.unit.id) ?? [];
    if (groups.length > 0) linkNetwork(campus, network, groups, links);
  }
}

/** A network and mostly the name above its hosts belong to a group. Some groups hold only a part of the addresses. */
function linkNetwork(
  { names, random }: Campus,
  network: Network,
  groups: readonly Group[],
  links: Links,
): void {
  const group_name = random.pick(groups).id;
  links.bcd2group.link({ bcd: network.id, group_name });
  if (random.isChance(0.65)) links.fqdn2group.link({ fqdn: nameOf(network, names).id, group_name });
  if (groups.length > 1 && network.id % 10 === 4) {
    const cidr = `${ipv4(network.first)}/${String(Math.min(32, network.prefix + 2))}`;
    links.spaces.link({ group_name, cidr });
  }
}

/** Every unit but one has an administrator, and every unit has its own name. Networks without a group belong to their unit. */
function linkUnits({ units, networks, people, names, random }: Campus, links: Links): void {
  for (const unit of units) {
    // A login is also drawn for the unit that does not use it, so that the choices for other rows stay the same.
    const login = unit.level > 1 ? random.pick(people.others) : null;
    if (login !== null && unit !== withoutAdministrators(units))
      links.mgr2ou.link({ login_name: login, ou: unit.id });
    const name = names.ofUnit.get(unit.id);
    if (name !== undefined) links.fqdn2ou.link({ fqdn: name.id, ou: unit.id });
  }
  for (const { id, unit } of networks) {
    if (id % 4 === 0) links.bcd2ou.link({ bcd: id, ou: unit.id });
  }
}

/** Objects that the demo accounts administer, and the zone and network of the accounts with tokens. */
function linkDemoAccounts(campus: Campus, groups: readonly Group[], links: Links): void {
  const { units, people, names } = campus;
  const account = (login: string): number => {
    const id = people.ids.get(login);
    if (id === undefined) throw new Error(`there is no account ${login}`);
    return id;
  };
  const [root, division] = [at(units, 0), at(units, 1)];
  const isInside = ({ unit }: { readonly unit: Unit }): boolean => isBelow(unit, division);
  links.mgr2ou.link({ login_name: account("ada"), ou: root.id });
  for (const { id } of [names.imports, ...names.reverse]) links.fqdn2ou.link({ fqdn: id, ou: root.id });
  for (const login of ["otto", "svc-dns"]) links.mgr2ou.link({ login_name: account(login), ou: division.id });
  const outside = groups.filter((group) => !isInside(group));
  for (const { id } of [at(groups.filter(isInside), 1), at(outside, 2)]) {
    links.mgr2group.link({ login_name: account("greta"), group_name: id });
  }
  const network = campus.networks.find(isInside);
  if (network === undefined) return;
  const { id: fqdn } = nameOf(network, names);
  const group_name = links.groups.add({
    name: "dns-automatik",
    description: "Namen und Einträge, die Programme pflegen",
    dhcp_domain: fqdn,
  });
  links.group2ou.link({ group_name, ou: division.id });
  links.bcd2group.link({ bcd: network.id, group_name });
  links.fqdn2group.link({ fqdn, group_name });
  for (const login of ["otto-sub", "svc-dns"])
    links.mgr2group.link({ login_name: account(login), group_name });
  linkTeam(campus, links);
}

const TEAM_FORMS = ["dhcp", "firewall", "wifi2vlan", "kit_iot", "patch/cn"];

/** Otto and three others work on the tickets of some forms. */
function linkTeam({ people }: Campus, links: Links): void {
  const group_name = links.groups.add({ name: "netzteam", description: "Bearbeitet Anträge" });
  for (const login_name of [people.ids.get("otto") ?? null, ...people.others.slice(0, 3)])
    links.mgr2group.link({ login_name, group_name });
  for (const form of TEAM_FORMS) links.teams.link({ form, group_name });
}

function isBelow(unit: Unit, above: Unit): boolean {
  for (let at: Unit | null = unit; at !== null; at = at.parent) if (at.id === above.id) return true;
  return false;
}
