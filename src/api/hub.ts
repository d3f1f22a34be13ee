import { queryOptions } from "@tanstack/react-query";
import type { HubIndex } from "#contract/wire/hub";
import { checkTemplate, type ReadTemplate } from "#core/template/check";
import { cacheBuster, rootPath, type Http } from "./http.ts";

/** The index of the hub. */
export const hubIndexQuery = (http: Http) =>
  queryOptions({
    queryKey: ["hub"],
    queryFn: async ({ signal }) => {
      const { body } = await http.get(rootPath(`api/hub/index.json${cacheBuster()}`), { signal });
      // Parse boundary (wire contract 6.3).
      return (body as unknown as HubIndex).template_list;
    },
    retry: false,
  });

/** A template of the hub with what is wrong with it. */
export const hubTemplateQuery = (http: Http, name: string) =>
  queryOptions({
    queryKey: ["hub", name],
    queryFn: async ({ signal }): Promise<ReadTemplate> => {
      const path = `api/hub/json_templates/${encodeURIComponent(name)}${cacheBuster()}`;
      return checkTemplate((await http.get(rootPath(path), { signal })).body);
    },
    retry: false,
  });
