import { queryOptions } from "@tanstack/react-query";
import type { HubIndex } from "#contract/wire/hub";
import type { ReadTemplate } from "#contract/template-check/check";
import type { TemplateProblem } from "#contract/template-check/problem";
import type { Catalogue } from "#core/catalogue/catalogue";
import { checkTemplate } from "#core/template/check";
import type { Http } from "./http.ts";
import { cacheBuster } from "./paths.ts";
import { shaped } from "./shape.ts";

const TEXTS = { de: "string", en: "string" } as const;
/** The index (wire contract 6.3). */
const isIndex = shaped<HubIndex>({
  template_list: [
    {
      name: "string",
      display_name: TEXTS,
      description: TEXTS,
      author: ["string", null],
      function_list: ["string"],
    },
  ],
});

/** Path of a middleware call; paths written without a leading slash are meant from the root (API-13). */
export function rootPath(path: string): string {
  return path.startsWith("/") ? path : `/${path}`;
}

export const hubIndexQuery = (http: Http) =>
  queryOptions({
    queryKey: ["hub"],
    queryFn: async ({ signal }) => {
      const answer = await http.get(rootPath(`api/hub/index.json${cacheBuster()}`), { signal });
      return answer.as(isIndex).template_list;
    },
    retry: false,
  });

const SCHEMA = "api/hub/schemas/version_1.schema.json";

/** What the schema refuses in a document. */
export type SchemaCheck = (schema: unknown, document: unknown) => Promise<readonly TemplateProblem[]>;

/** A template of the hub with its mistakes, found by this portal and by the schema that the server serves (HUB-25). */
export const hubTemplateQuery = (http: Http, name: string, catalogue: Catalogue, refusedBy: SchemaCheck) =>
  queryOptions({
    queryKey: ["hub", name],
    queryFn: async ({ signal }): Promise<ReadTemplate> => {
      const path = `api/hub/json_templates/${encodeURIComponent(name)}${cacheBuster()}`;
      const [template, schema] = await Promise.all([
        http.get(rootPath(path), { signal }),
        http.get(rootPath(SCHEMA + cacheBuster()), { signal }),
      ]);
      const read = checkTemplate(template.body, catalogue);
      if (!read.ok) return read;
      const problems = await refusedBy(schema.body, template.body);
      return problems.length === 0 ? read : { ok: false, problems };
    },
    retry: false,
  });
