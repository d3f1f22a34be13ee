/** Title of the browser window: `[test] NETPORTAL | MAC finder`, without brackets in production (SHELL-18 to SHELL-20). */
export function pageTitle(
  shortName: string,
  pageName: string | null,
  mode: "devel" | "test" | "production" | null,
): string {
  const title = pageName === null || pageName === "" ? shortName : `${shortName} | ${pageName}`;
  return mode === null || mode === "production" ? title : `[${mode}] ${title}`;
}
