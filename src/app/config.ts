/** What an operator sets before the build (SHELL-20, SHELL-15). */
export const PRODUCT = {
  name: "NETPORTAL",
  support: "netportal-support@example.org",
  /** Instances that the local settings lead to and fro between (PREF-08). */
  instances: {
    production: "https://netportal.example.org",
    test: "https://netportal-test.example.org",
  },
  /** Documentation of each kind of instance (NAV-24). */
  documentation: {
    production: "https://netportal-docs.example.org/",
    test: "https://netportal-test-docs.example.org/",
    devel: "https://netportal-devel-docs.example.org/",
  },
  chat: "https://chat.example.org/netportal",
  bugTracker: "https://bugs.example.org/netportal",
  /** Pages below the admin base path of the instance (NAV-08, NAV-10). */
  adminPages: { addressTranslation: "nat", netdoc: "netdoc" },
} as const;
