import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Template } from "#contract/template";
import type { HubEntry, HubIndex } from "#contract/wire/hub";
import { isList, isObject, textIn, type Json, type Localised } from "#contract/wire/json";
import type { Catalogue } from "../catalogue/object-type.ts";
import { templateCheck } from "./check.ts";

export interface HubFiles {
  readonly index: HubIndex;
  readonly templates: ReadonlyMap<string, string>;
  readonly schemas: ReadonlyMap<string, string>;
}

const NAME = /^[A-Za-z0-9_.-]+\.json$/;
const SCHEMA = "version_1.schema.json";

/**
 * Reads `templates/`, `schemas/` and the folder NETPORTAL_TEMPLATES; a site's template replaces a shipped one of the same name. The operator is told
 * of problems. A file that is not JSON is left out; other faulty templates stay, so that authors see their problems in the portal (HUB-05).
 */
export function readHub(root: string, catalogue: Catalogue, tell: (text: string) => void): HubFiles {
  const schemas = filesIn(join(root, "schemas"));
  const own = process.env["NETPORTAL_TEMPLATES"] ?? "";
  const templates = new Map([...filesIn(join(root, "templates")), ...(own === "" ? [] : filesIn(own))]);
  const check = templateCheck(objectIn(schemas.get(SCHEMA) ?? "{}"), catalogue);
  const entries: HubEntry[] = [];
  for (const [name, text] of templates) {
    const document = jsonIn(text);
    const problems = document === null ? [{ path: "", message: "the file is no JSON" }] : check(document);
    for (const { path, message } of problems) tell(`templates/${name}${path}: ${message}`);
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

/** The entry of a template in the index; null without a name in both languages. */
function entryOf(name: string, document: Json): HubEntry | null {
  if (!isObject(document)) return null;
  // The file may have problems, so members are read one by one.
  const { name: title, description, author, target_api_version: version } = document as Partial<Template>;
  if (!isLocalised(title) || !isLocalised(description) || typeof version !== "string") return null;
  return {
    name,
    display_name: title,
    description,
    author: typeof author === "string" ? author : null,
    target_api_version: version,
    function_list: writingIn(document),
  };
}

/** Functions that the steps name, except lists. */
function writingIn({ transaction }: Readonly<Record<string, Json>>): readonly string[] {
  const steps = isList(transaction) ? transaction.filter(isObject) : [];
  const names = steps.map(({ name }) => textIn(name));
  return [...new Set(names.filter((name) => name !== "" && !name.endsWith(".list")))];
}

function isLocalised(value: unknown): value is Localised {
  if (typeof value !== "object" || value === null || !("de" in value) || !("en" in value)) return false;
  return typeof value.de === "string" && typeof value.en === "string";
}

function jsonIn(text: string): Json | null {
  try {
    // JSON.parse answers JSON.
    return JSON.parse(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function objectIn(text: string): object {
  // A schema of this repository.
  return JSON.parse(text) as object;
}
