/** Names of the product, and of pages outside the portal. Their addresses come from the operator's settings (docs/operating.md). */
export const PRODUCT = {
  name: "NETPORTAL",
  /** Pages below the admin base path of the instance (NAV-08, NAV-10). */
  adminPages: { addressTranslation: "nat", netdoc: "netdoc" },
} as const;
