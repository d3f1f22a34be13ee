import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { functionsIn } from "#contract/template-check/check";
import { problemText, type TemplateProblem } from "#contract/template-check/problem";
import type { HubEntry, HubIndex } from "#contract/wire/hub";
import { isObject, type Json, type Localised } from "#contract/wire/json";
import type { Catalogue } from "../catalogue/object-type.ts";
import { templateCheck } from "./check.ts";

export interface HubFiles {
  readonly index: HubIndex;
  readonly templates: ReadonlyMap<string, string>;
  readonly schemas: ReadonlyMap<string, string>;
}

const NAME = /^[A-Za-z0-9_.-]+\.json$/;

/**
 * Reads `templates/`, `schemas/` and the folder NETPORTAL_TEMPLATES; a site's template replaces a shipped one of the same name. Problems are logged
 * for the operator. A file that is not JSON is left out. Other faulty templates stay, so that authors see their problems in the portal (HUB-05).
 */
export function readHub(root: string, catalogue: Catalogue, tell: (text: string) => void): HubFiles {
  const schemas = filesIn(join(root, "schemas"));
  const own = process.env["NETPORTAL_TEMPLATES"] ?? "";
  const templates = new Map([...filesIn(join(root, "templates")), ...(own === "" ? [] : filesIn(own))]);
  const check = templateCheck(catalogue);
  const entries: HubEntry[] = [];
  for (const [name, text] of templates) {
    const document = jsonIn(text);
    const problems: readonly TemplateProblem[] =
      document === null ? [{ path: "", key: "notJson" }] : check(document);
    for (const problem of problems)
      tell(
        `templates/${name}${problem.path}: ${problem.isWarning ? "warning: " : ""}${problemText(problem, "en")}`,
      );
    const entry = document === null ? null : entryOf(name, document);
    if (entry === null) templates.delete(name);
    else entries.push(entry);
  }
  return { index: { template_list: entries }, templates, schemas };
}

function filesIn(folder: string): Map<string, string> {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => NAME.test(name)) : [];
  return new Map(names.sort().map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

/** The entry of a template in the index; null if its name is missing in a language. */
function entryOf(name: string, document: Json): HubEntry | null {
  if (!isObject(document)) return null;
  // The file may have problems, so members are read one by one.
  const { name: title, description, author, target_api_version: version } = document;
  if (!isLocalised(title) || !isLocalised(description) || typeof version !== "string") return null;
  return {
    name,
    display_name: title,
    description,
    author: typeof author === "string" ? author : null,
    target_api_version: version,
    function_list: functionsIn(document).filter((fn) => !fn.endsWith(".list")),
  };
}

function isLocalised(value: Json | undefined): value is Localised {
  return isObject(value) && typeof value["de"] === "string" && typeof value["en"] === "string";
}

function jsonIn(text: string): Json | null {
  try {
    // JSON.parse returns JSON.
    return JSON.parse(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
