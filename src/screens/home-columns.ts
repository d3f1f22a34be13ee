import type { ColumnTexts } from "#core/screen/screen";

const OBJECT = { main: "title", notes: ["object_fq_name"] } as const;

/** Titles and lines of the columns: what the account works on, its networks, and its tasks. */
export const columns: ColumnTexts = {
  titles: ["screens.home.continue", "screens.home.networks", "screens.home.toDo"],
  lines: {
    change: {
      title: "screens.home.changed",
      main: { attr: "object_title", opens: { from: "call", on: { gpk: "transaction_gfk" } } },
      notes: ["object_fq_name", "ts"],
    },
    pinned: { ...OBJECT, title: "screens.home.pinned" },
    recentObject: { ...OBJECT, title: "screens.home.opened" },
    use: {
      title: "screens.home.use",
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
    ticket: { title: "screens.home.tickets", main: "subject", notes: ["state"] },
    token: {
      title: "screens.home.tokens",
      main: "login_name",
      open: { to: "/user/tokens" },
      notes: ["description", "expiration_date"],
    },
  },
};
