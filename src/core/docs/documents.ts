import type { TextKey } from "../text.ts";

/** Documents of the instance in display order: files in or below `docs/` by name. */
export const DOCUMENTS = [
  { name: "user-guide", title: "routes.docsUser" },
  { name: "templates", title: "routes.docsTemplates" },
  { name: "api-guide", title: "routes.docsApi" },
  { name: "wire-contract", title: "routes.docsContract" },
  { name: "operating", title: "routes.docsOperating" },
  { name: "import", title: "routes.docsImport" },
  { name: "services", title: "routes.docsServices" },
  { name: "security", title: "routes.docsSecurity" },
] as const satisfies readonly { readonly name: string; readonly title: TextKey }[];

export type DocName = (typeof DOCUMENTS)[number]["name"];

export function docHref(name: string, section?: string): string {
  return section === undefined ? `/docs/${name}` : `/docs/${name}#${section}`;
}
