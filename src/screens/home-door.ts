import type { Door } from "#core/screen/door";

/** The course of a change in three sentences, and the ways to sign in. */
export const door: Door = {
  steps: [
    { title: "screens.door.plan", text: "screens.door.planText" },
    { title: "screens.door.test", text: "screens.door.testText" },
    { title: "screens.door.apply", text: "screens.door.applyText" },
  ],
  lead: "screens.home.signedOut",
  ways: [
    { text: "screens.home.signIn", to: { to: "/login" } },
    { text: "screens.door.guide", to: { to: "/docs/user-guide" } },
  ],
  none: "screens.door.quiet",
};
