import type { Json, Row } from "#contract/wire/json";
import { execute, identity, list, shown, type Answer, type Step, type Visit } from "./court.ts";
import { str } from "./facts.ts";
import { owns, policyOf, sees } from "./oracle.ts";
import { holdsJoin, JOINS, type Join } from "./joins.ts";
import type { Random } from "./random.ts";

/** Rows that a call should return. */
interface Expected {
  readonly type: string;
  readonly way: string;
  readonly rows: readonly Row[];
}

/** Reads every object of every type by a single call: the whole list, which is also the export. */
export async function readSingly(visit: Visit, types: readonly string[]): Promise<void> {
  for (const type of types) judgeAll(visit, type, "single call", first(await list(visit, type)));
}

/** Reads every object of every type in one transaction. */
export async function readTogether(visit: Visit, types: readonly string[]): Promise<void> {
  const answer = await execute(
    visit,
    types.map((type) => ({ name: `${type}.list` })),
  );
  for (const [at, type] of types.entries())
    judgeAll(visit, type, "transaction", "lists" in answer ? answer.lists[at] : answer);
}

/** Checks that searches, pages, conditions and joins return exactly the visible matching rows and reveal nothing about others. */
export async function readByConditions(
  visit: Visit,
  types: readonly string[],
  random: Random,
): Promise<void> {
  const asked = random.some(types, types.length / 2).flatMap((type) => conditionsOf(visit, type, random));
  const joins = JOINS.filter(({ from, to }) => visit.objects.has(from) && visit.objects.has(to));
  await judge(visit, asked);
  await judge(
    visit,
    random.some(joins, joins.length / 2).flatMap((join) => joinsOf(visit, join)),
  );
  await judge(
    visit,
    random.some(joins, joins.length / 6).flatMap((join) => norefsOf(visit, join, joins)),
  );
  await readObjects(visit);
}

/** Asks with members of the grammar that use no reference, or that take values of equal names: rows that the account may not read must not count. */
export async function readByGrammar(visit: Visit, random: Random): Promise<void> {
  const joins = JOINS.filter(({ from, to }) => visit.objects.has(from) && visit.objects.has(to));
  const some = random.some(joins, 4);
  await judge(visit, [
    ...some.flatMap((join) => norefsOf(visit, join, joins)),
    ...some.flatMap((join) => nullJoins(visit, join, random)),
    ...some.map(({ from }) => equalNames(visit, from, random)),
  ]);
}

/** All rows are listed if an earlier list has a row that the account may read, and none otherwise. */
function nullJoins(visit: Visit, { from, to }: Join, random: Random): readonly Question[] {
  const row = random.one(stored(visit, to));
  if (row === undefined) return [];
  const isSeen = sees(visit.who, to, row, visit.facts);
  return ["inner_join_ref", "union_join_ref"].map((member) => ({
    steps: [
      { idx: "@e", name: `${to}.list`, old: { gpk_list: [row["gpk"] ?? null] } },
      { name: `${from}.list`, [member]: { "@e": null } },
    ],
    expected: { type: from, way: `${member} null`, rows: isSeen ? visible(visit, from) : [] },
  }));
}

/** Keys of any rows stand in the call, and give the filters of a list. */
function equalNames(visit: Visit, type: string, random: Random): Question {
  const { key } = policyOf(type);
  const rows = random.some(
    stored(visit, type).filter((row) => key.every((name) => row[name] !== null)),
    5,
  );
  const keys = rows.map((row) => Object.fromEntries(key.map((name) => [name, row[name] ?? null])));
  return {
    steps: [
      { idx: "@t", name: "tmp.generic_object.list", old: { _dict_list: keys } },
      { name: `${type}.list`, old_ref_idx: "@t" },
    ],
    expected: {
      type,
      way: "old_ref_idx",
      rows: rows.filter((row) => sees(visit.who, type, row, visit.facts)),
    },
  };
}

function stored(visit: Visit, type: string): readonly Row[] {
  return (visit.objects.get(type) ?? []).filter(({ gpk }) => typeof gpk === "string");
}

interface Question {
  readonly steps: readonly Step[];
  /** Rows that the last step should return. */
  readonly expected: Expected;
}

async function judge(visit: Visit, questions: readonly Question[]): Promise<void> {
  const answer = await execute(
    visit,
    questions.flatMap(({ steps }, at) => steps.map((step) => named(step, String(at)))),
  );
  if ("fault" in answer) {
    visit.disagree(
      `${visit.name}: a call that reads is refused with ${answer.fault} at ${String(answer.position)}`,
    );
    return;
  }
  let at = -1;
  for (const { steps, expected } of questions) {
    at += steps.length;
    compare(visit, expected, answer.lists[at] ?? []);
  }
}

/** Prefixes the names of steps in a question, so that they are unique in the call. */
function named(step: Step, question: string): Step {
  const text = JSON.stringify(step).replaceAll("@", `q${question}-`);
  // The text is the same step with other names.
  return JSON.parse(text) as Step;
}

function compare(visit: Visit, { type, way, rows }: Expected, got: readonly Row[]): void {
  const wanted = new Set(rows.map((row) => identity(type, row)));
  const found = new Set(got.map((row) => identity(type, row)));
  for (const row of rows) visit.count("list", type, row, way);
  const missing = [...wanted].filter((name) => !found.has(name));
  const surplus = [...found].filter((name) => !wanted.has(name));
  if (missing.length > 0)
    visit.disagree(`${visit.name}: ${way} of ${type} lacks ${missing.slice(0, 3).join(" ")}`);
  if (surplus.length > 0)
    visit.disagree(`${visit.name}: ${way} of ${type} shows ${surplus.slice(0, 3).join(" ")}`);
}

function first(answer: Answer): readonly Row[] | Answer {
  return "lists" in answer ? (answer.lists[0] ?? []) : answer;
}

function judgeAll(visit: Visit, type: string, way: string, got: readonly Row[] | Answer | undefined): void {
  if (got === undefined || "fault" in got || "lists" in got) {
    visit.disagree(`${visit.name}: ${way} of ${type} is refused with ${JSON.stringify(got)}`);
    return;
  }
  if (type === "macauth.client") judgeKeys(visit, got);
  const wanted = shown(visit, type);
  const found = new Map(got.map((row) => [identity(type, row), row["is_own"]]));
  for (const row of visit.objects.get(type) ?? []) visit.count("list", type, row, way);
  const wrong = {
    lacks: [...wanted.keys()].filter((name) => !found.has(name)),
    shows: [...found.keys()].filter((name) => !wanted.has(name)),
    "has is_own wrong at": [...wanted]
      .filter(([name, { isOwn }]) => found.has(name) && found.get(name) !== isOwn)
      .map(([name]) => name),
  };
  for (const [what, names] of Object.entries(wrong))
    if (names.length > 0)
      visit.disagree(
        `${visit.name}: ${way} of ${type} ${what} ${String(names.length)}: ${names.slice(0, 4).join(" ")}`,
      );
}

/** Owners of the BCD and writers of all clients read WPA2 keys, but not during impersonation. All others read null. */
function judgeKeys({ who, name, disagree }: Visit, got: readonly Row[]): void {
  const isWriter = who.permissions.has("macauth.rw:client");
  for (const row of got)
    if (
      (row["wpa2_key"] !== null) !==
      (!who.isSomebodyElse && (isWriter || who.ownsBcd(str(row, "bcd_name"))))
    )
      disagree(
        `${name}: the key of ${str(row, "mac_addr")} ${row["wpa2_key"] === null ? "is hidden" : "is told"}`,
      );
}

/** A search, a condition, own rows and two pages. */
function conditionsOf(visit: Visit, type: string, random: Random): readonly Question[] {
  const rows = [...shown(visit, type).values()];
  const visible = rows.map(({ row }) => row);
  const step = (old: Json): Step => ({ name: `${type}.list`, old });
  const ask = (way: string, old: Json, expected: readonly Row[]): Question => ({
    steps: [step(old)],
    expected: { type, way, rows: expected },
  });
  const questions = [
    ask(
      "is_own",
      { is_own: true },
      rows.filter(({ isOwn }) => isOwn).map(({ row }) => row),
    ),
    ask(
      "not is_own",
      { filter_params_dict: { is_own: { eq: false } } },
      rows.filter(({ isOwn }) => !isOwn).map(({ row }) => row),
    ),
  ];
  const attribute = searched(visit, type, random);
  const object = random.one(visit.objects.get(type) ?? []);
  const value = attribute === null ? "" : str(object, attribute);
  if (attribute !== null && value !== "") {
    const start = value.slice(0, 4);

    questions.push(
      ask(
        "search",
        { [`${attribute}_regexp`]: `^${escaped(start)}` },
        visible.filter((row) => typeof row[attribute] === "string" && str(row, attribute).startsWith(start)),
      ),
      ask(
        "list of values",
        { [`${attribute}_list`]: [value] },
        visible.filter((row) => row[attribute] === value),
      ),
      ask(
        "condition",
        { filter_params_dict: { _not: { [attribute]: { eq: value } } } },
        visible.filter((row) => row[attribute] !== value),
      ),
      ask(
        "alternative",
        { filter_params_dict: { _or: [{ [attribute]: { eq: value } }, { [attribute]: { ne: value } }] } },
        visible,
      ),
      ask(
        "page behind all",
        { sorting_params_list: [`${attribute} DESC`], fetch_limit: 5, fetch_offset: visible.length },
        [],
      ),
      ask("sorted", { sorting_params_list: [attribute], fetch_limit: Math.max(1, visible.length) }, visible),
    );
  }
  return questions;
}

/** The attribute to search in: the world knows its value for every row. */
function searched(visit: Visit, type: string, random: Random): string | null {
  const [row] = visit.objects.get(type) ?? [];
  const attributes = [...(visit.catalogue.types.get(type)?.attributes.values() ?? [])];
  const usable = attributes.filter(
    ({ name, dataType, secret, partOf }) =>
      dataType.jsonName === "string" &&
      !["gpk", "timestamp", "date", "inet", "cidr", "mac_addr"].includes(dataType.name) &&
      secret !== true &&
      partOf === undefined &&
      row?.[name] !== undefined &&
      !name.includes("_gfk") &&
      name !== "id",
  );
  return policyOf(type).read === "meta" ? null : (random.one(usable)?.name ?? null);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^$|(){}[\]\\]/g, String.raw`\$&`);
}

/** A join in both directions, and its negation: invisible rows neither add nor remove rows. */
function joinsOf(visit: Visit, join: Join): readonly Question[] {
  const [from, to] = [visible(visit, join.from), visible(visit, join.to)];
  const [start, end]: [Step, Step] = [
    { idx: "@e", name: `${join.to}.list` },
    { idx: "@e", name: `${join.from}.list` },
  ];
  const hasTo = (row: Row): boolean => to.some((one) => holdsJoin(join, row, one));
  const hasFrom = (row: Row): boolean => from.some((one) => holdsJoin(join, one, row));
  const ask = (
    way: string,
    earlier: Step,
    later: string,
    member: string,
    rows: readonly Row[],
  ): Question => ({
    steps: [earlier, { name: `${later}.list`, [member]: { "@e": join.name } }],
    expected: { type: later, way: `${way} ${join.name}`, rows },
  });
  return [
    ask("join", start, join.from, "inner_join_ref", from.filter(hasTo)),
    ask("join to many", end, join.to, "inner_join_ref", to.filter(hasFrom)),
    ask(
      "anti join",
      start,
      join.from,
      "anti_join_ref",
      from.filter((row) => !hasTo(row)),
    ),
    ask("union join to many", end, join.to, "union_join_ref", to.filter(hasFrom)),
  ];
}

/** Rows that others refer to, or that nobody refers to, by one foreign key and by two: objects that the account may not read must not count. */
function norefsOf(visit: Visit, join: Join, joins: readonly Join[]): readonly Question[] {
  const rows = visible(visit, join.to);
  const isReferred = (by: Join): ((row: Row) => boolean) => {
    const from = visible(visit, by.from);
    return (row) => from.some((one) => holdsJoin(by, one, row));
  };
  const ask = (member: string, noref: Json, kept: (row: Row) => boolean): Question => ({
    steps: [{ name: `${join.to}.list`, [member]: noref }],
    expected: { type: join.to, way: `${member} ${join.reference}`, rows: rows.filter(kept) },
  });
  const first = isReferred(join);
  const one = [
    ask("inner_join_noref", { or: [join.reference] }, first),
    ask("anti_join_noref", { and: [join.reference] }, (row) => !first(row)),
  ];
  const other = joins.find(({ to, reference }) => to === join.to && reference !== join.reference);
  if (other === undefined) return one;
  const second = isReferred(other);
  const [or, and] = [[join.reference, other.reference], [other.reference]];
  return [
    ...one,
    ask("inner_join_noref", { or }, (row) => first(row) || second(row)),
    ask("inner_join_noref", { or, and }, second),
    ask("anti_join_noref", { or: [join.reference], and }, (row) => !(first(row) && second(row))),
  ];
}

function visible(visit: Visit, type: string): readonly Row[] {
  return [...shown(visit, type).values()].map(({ row }) => row);
}

/** Reads objects by their gpk, and the log of readable objects. */
async function readObjects(visit: Visit): Promise<void> {
  const stored = [...visit.objects].flatMap(([type, rows]) =>
    policyOf(type).read !== "meta" && !DERIVED.has(type)
      ? rows.map((row) => ({ type, row, gpk: str(row, "gpk") }))
      : [],
  );
  const gpks = stored.map(({ gpk }) => gpk);
  const answer = await execute(visit, [
    { name: "wapi.object.list", old: { gpk_list: gpks } },
    { name: "wapi.change_log.list", old: { object_gfk_list: gpks } },
    { name: "nd.bcd.list" },
    { name: "wapi.change_log.list", inner_join_ref: { bcd_list: "api_func_wapi_change_log_object_gfk" } },
  ]);
  if ("fault" in answer)
    return visit.disagree(`${visit.name}: objects by gpk are refused with ${answer.fault}`);
  const found = new Map((answer.lists[0] ?? []).map((row) => [str(row, "gpk"), row["is_own"]]));
  const seen = new Set<string>();
  for (const { type, row, gpk } of stored) {
    visit.count("list", type, row, "object");
    const isSeen = sees(visit.who, type, row, visit.facts);
    if (isSeen) seen.add(gpk);
    if (isSeen !== found.has(gpk))
      visit.disagree(`${visit.name}: object ${gpk} ${isSeen ? "is not shown" : "is shown"}`);
    else if (isSeen && found.get(gpk) !== owns(visit.who, type, row, visit.facts))
      visit.disagree(`${visit.name}: object ${gpk} has is_own wrong`);
  }
  const entries = (visit.objects.get("wapi.change_log") ?? []).filter(
    (row) =>
      sees(visit.who, "wapi.change_log", row, visit.facts) ||
      (visit.who.account !== null && seen.has(str(row, "object_gfk"))),
  );
  compare(visit, { type: "wapi.change_log", way: "log of objects", rows: entries }, answer.lists[1] ?? []);
  const ofBcds = entries.filter(
    (row) => row["object_fq_name"] === "nd.bcd" && seen.has(str(row, "object_gfk")),
  );
  compare(visit, { type: "wapi.change_log", way: "log joined", rows: ofBcds }, answer.lists[3] ?? []);
}

const DERIVED = new Set([
  "dhcp.lease",
  "cntl.group_admin",
  "dns.ip_addr",
  "output.delivery",
  "output.difference",
  "output.name_state",
  "output.record_state",
  "output.transaction_state",
  "output.assignment_state",
  "output.pool_state",
  "output.subnet_state",
  "output.client_state",
  "output.setting_state",
  "output.bcd_state",
  "output.vlan_state",
  "nd.access_point",
  "nd.sighting",
  "nd.bldg_use",
  "nd.port_use",
  "nd.connection",
  "nd.ip_subnet_growth",
  "nd.ip_subnet_use",
  "cntl.permission",
  "cntl.ot_lang_attr_val",
]);
