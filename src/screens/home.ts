import type { Step } from "#contract/wire/step";
import { PIN, TOKEN } from "#contract/wire/api-types";
import { recentSteps, titlesStep } from "#core/catalogue/pins";
import { defineScreen, type ColumnsSection, type Screen } from "#core/screen/screen";

/** Lines of one part. */
const MOST = 5;
const MOST_NETWORKS = 6;

/** To do, with the tickets of the team first; continue; own networks, the fullest first. */
const columns: ColumnsSection = {
  kind: "columns",
  columns: [
    [
      { of: "team", most: MOST },
      { of: "ticket", most: MOST },
      { of: "late", most: MOST },
      { of: "token", most: MOST },
      "alerts",
    ],
    [
      "planned",
      "drafts",
      { of: "change", most: MOST, once: "object_gfk" },
      { of: "pinned", most: 2 * MOST },
      { of: "recentObject", most: MOST },
    ],
    [
      { of: "use", most: MOST_NETWORKS, isTall: true },
      { of: "grown", most: MOST },
    ],
  ],
  load: async () => (await import("./home-columns.ts")).columns,
};

const OPEN = { state_list: ["open", "in_work"] } as const;

const STEPS: readonly Step[] = [
  { idx: "bcd", name: "nd.bcd.list", old: { is_own: true } },
  { idx: "pin", name: `${PIN}.list`, old: { is_own: true, sorting_params_list: ["gpk DESC"] } },
  titlesStep("pinned", "pin"),
  ...recentSteps(),
  {
    idx: "call",
    name: "wapi.transaction.list",
    old: { is_own: true, is_session: false, sorting_params_list: ["gpk DESC"], fetch_limit: 4 * MOST },
  },
  {
    idx: "change",
    name: "wapi.change_log.list",
    old: { position: 0, sorting_params_list: ["gpk DESC"] },
    inner_join_ref: { call: "default" },
  },
  {
    idx: "use",
    name: "nd.ip_subnet_use.list",
    old: {
      is_own: true,
      sorting_params_list: ["claimed_percent DESC", "used_count DESC"],
      fetch_limit: MOST_NETWORKS + 1,
    },
  },
  {
    idx: "grown",
    name: "nd.ip_subnet_growth.list",
    old: {
      is_own: true,
      filter_params_dict: { grown_count: { ge: 1 } },
      sorting_params_list: ["grown_count DESC"],
      fetch_limit: MOST,
    },
  },
  {
    idx: "late",
    name: "output.delivery.list",
    old: { is_late: true, sorting_params_list: ["since"], fetch_limit: MOST + 1 },
  },
  {
    idx: "team",
    name: "req.ticket.list",
    old: { ...OPEN, is_team: true, sorting_params_list: ["is_mine DESC", "number"], fetch_limit: MOST + 1 },
  },
  {
    idx: "ticket",
    name: "req.ticket.list",
    old: { ...OPEN, is_team: false, is_own: true, sorting_params_list: ["number DESC"] },
  },
  {
    idx: "token",
    name: `${TOKEN}.list`,
    old: { is_own: true, is_session: false, expires_within_days: 30 },
  },
];

/** The home page: own BCDs, three columns, a note for people missing from the database, a sign-in for visitors. */
function home<const P extends string>(path: P): Screen<P> {
  return defineScreen({
    path,
    send: { all: ["signedIn", "inDatabase"] },
    steps: () => STEPS,
    sections: [
      { kind: "note", text: "screens.home.welcome", greeting: "screens.home.greeting" },
      {
        kind: "note",
        text: "screens.home.missing",
        tone: "warning",
        when: { all: ["signedIn", { not: "inDatabase" }] },
      },
      {
        kind: "door",
        load: async () => (await import("./home-door.ts")).door,
        when: "signedOut",
      },
      {
        kind: "table",
        of: "bcd",
        title: "screens.home.bcds",
        columns: ["name", "categ", "seclvl", "description"],
        plan: [],
        grid: "home_grid",
        empty: "screens.home.noBcds",
        when: { all: ["signedIn", "inDatabase"] },
      },
      columns,
    ],
  });
}

export const root = home("/");
export default home("/home");
