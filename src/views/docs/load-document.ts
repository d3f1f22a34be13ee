import { queryOptions } from "@tanstack/react-query";
import type { DocText } from "#core/docs/document";
import { DOCUMENTS, type DocName } from "#core/docs/documents";

const LOADS: Readonly<Record<DocName, () => Promise<{ readonly default: DocText }>>> = {
  "user-guide": () => import("../../../docs/user-guide.md?document"),
  templates: () => import("../../../docs/templates.md?document"),
  "api-guide": () => import("../../../docs/api-guide.md?document"),
  "wire-contract": () => import("../../../docs/contract/wire-contract.md?document"),
  operating: () => import("../../../docs/operating.md?document"),
  security: () => import("../../../docs/security.md?document"),
};

export async function loadDocument(name: DocName): Promise<DocText> {
  return (await LOADS[name]()).default;
}

/** All documents, once something is searched in them. */
export const documentsQuery = () =>
  queryOptions({
    queryKey: ["documents"],
    queryFn: () => Promise.all(DOCUMENTS.map(async ({ name }) => ({ name, text: await loadDocument(name) }))),
    staleTime: Infinity,
    retry: false,
  });
