/** What an operator sets before the build (SHELL-20, SHELL-15). */
export const PRODUCT = {
  name: "NETPORTAL",
  support: "netportal-support@example.org",
} as const;
