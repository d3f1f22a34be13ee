import { PIN, PIN_OBJECT } from "#core/catalogue/pins";
import { defineScreen, type Screen } from "#core/screen/screen";

/** The home page: pins, own BCDs, a note for people missing from the database, a sign-in for visitors. */
function home<const P extends string>(path: P): Screen<P> {
  return defineScreen({
    path,
    send: { all: ["signedIn", "inDatabase"] },
    steps: () => [
      { idx: "bcd", name: "nd.bcd.list", old: { is_own: true } },
      { idx: "pin", name: `${PIN}.list`, old: { is_own: true } },
      { idx: "pinned", name: "wapi.object.list", inner_join_ref: { pin: PIN_OBJECT } },
    ],
    sections: [
      { kind: "note", text: "screens.home.welcome", greeting: "screens.home.greeting" },
      {
        kind: "note",
        text: "screens.home.missing",
        tone: "warning",
        when: { all: ["signedIn", { not: "inDatabase" }] },
      },
      {
        kind: "note",
        text: "screens.home.signedOut",
        action: { text: "screens.home.signIn", to: { to: "/login" } },
        when: "signedOut",
      },
      {
        kind: "table",
        of: "pinned",
        title: "screens.home.pinned",
        columns: ["title"],
        plan: [],
        when: { given: { rows: "pinned" } },
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
    ],
  });
}

export const root = home("/");
export default home("/home");
