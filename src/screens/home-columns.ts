import type { ColumnTexts } from "#core/screen/screen";

const OBJECT = { main: "title", notes: ["object_fq_name"] } as const;

/** Titles and lines of the columns: the tasks of the account, the objects that it works on, and its networks. */
export const columns: ColumnTexts = {
  titles: ["screens.home.toDo", "screens.home.continue", "screens.home.networks"],
  lines: {
    change: {
      title: "screens.home.changed",
      main: { attr: "object_title", opens: { from: "call", on: { gpk: "transaction_gfk" } } },
      notes: ["object_fq_name", "ts"],
    },
    grown: {
      title: "screens.home.grown",
      main: "cidr",
      open: { to: "/dnsvs/subnets/:cidr", params: { cidr: { row: "cidr" } } },
      notes: ["bcd"],
      number: { attr: "grown_count", text: "screens.home.grownBy" },
    },
    late: {
      title: "screens.home.late",
      main: "unit",
      notes: ["server", "error", "since"],
      more: {
        to: { to: "/object/:fq_name", params: { fq_name: { is: "output.delivery" }, is_late: { is: true } } },
        text: "screens.home.allLate",
      },
    },
    pinned: { ...OBJECT, title: "screens.home.pinned" },
    recentObject: { ...OBJECT, title: "screens.home.opened" },
    use: {
      title: "screens.home.use",
      first: { attr: "claimed_percent", least: 80, title: "screens.home.full" },
      main: "cidr",
      notes: ["bcd"],
      share: {
        parts: ["used_count", "reserved_count", "pool_count"],
        rest: "free_count",
        percent: "claimed_percent",
        history: "used_by_day",
      },
      more: {
        to: {
          to: "/object/:fq_name",
          params: { fq_name: { is: "nd.ip_subnet_use" }, is_own: { is: true } },
        },
        text: "screens.home.allNetworks",
      },
    },
    team: {
      title: "screens.tickets.team",
      main: "subject",
      notes: ["state", "assignee_name", "ts_created"],
      more: { to: { to: "/requests" }, text: "screens.home.allTickets" },
    },
    ticket: { title: "screens.home.tickets", main: "subject", notes: ["state"] },
    token: {
      title: "screens.home.tokens",
      main: "login_name",
      open: { to: "/user/tokens" },
      notes: ["description", "expiration_date"],
    },
  },
};
