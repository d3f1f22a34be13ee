import { textIn, type Json, type Row } from "#contract/wire/json";
import { NOBODY } from "../access/actor.ts";
import type { ActorResolver } from "../access/resolve.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database } from "../db/database.ts";
import { planSteps } from "../wapi/call/plan.ts";
import { presentWhole } from "../wapi/call/present.ts";
import { runPlans } from "../wapi/call/run.ts";
import { openApi } from "../wapi/describe/openapi.ts";
import { transactionSchema } from "../wapi/describe/step-schema.ts";
import { prepare, type Prepared } from "./described.ts";
import { shortMetadata, type ShortMetadata } from "./short-metadata.ts";

/** Answers that do not change while the server runs. */
export interface PreparedAnswers {
  /** Body of `wapi/version/list`. */
  readonly versions: string;
  readonly openapi: Prepared;
  readonly jsonSchema: Prepared;
  /** Lists of metadata without filters, by `system.object.operation` (wire contract 5.7). */
  readonly metadata: ReadonlyMap<string, Prepared>;
  /** Metadata of object types by language (wire contract 5.1). */
  readonly short: ReadonlyMap<Json, () => Promise<ShortMetadata>>;
}

export interface PreparedParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly resolver: ActorResolver;
}

const OBJECT_TYPES = "wapi.object_type.metadata";

/** The object types of wire contract 5: the catalogue describing itself. */
const SELF_DESCRIPTION = [
  "wapi.system.list",
  "wapi.object_type.list",
  OBJECT_TYPES,
  "wapi.function.list",
  "wapi.data_type.list",
  "wapi.data_type_operator.list",
  "wapi.reference.list",
  "wapi.object_type_lang_dict.list",
  "wapi.object_type_attr_lang_dict.list",
];

/** Prepares all answers with the same steps that answer calls with filters. */
export async function prepareAnswers(parts: PreparedParts): Promise<PreparedAnswers> {
  const { catalogue } = parts;
  const names = SELF_DESCRIPTION.filter((name) => isServed(catalogue, name));
  // They are awaited together, because a failure that is not awaited would end the process.
  const [versions, answers] = await Promise.all([
    answerOf("wapi.version.list", parts),
    Promise.all(names.map(async (name) => [name, await answerOf(name, parts)] as const)),
  ]);
  const metadata = new Map(answers.map(([name, text]) => [name, prepare(text)] as const));
  return {
    versions,
    openapi: prepare(JSON.stringify(openApi(catalogue, numericOf(versions)))),
    jsonSchema: prepare(JSON.stringify(transactionSchema(catalogue))),
    metadata,
    short: shortMetadata(metadata.get(OBJECT_TYPES)?.plain ?? Buffer.from("[]"), catalogue),
  };
}

function numericOf(versions: string): string {
  // Parse boundary: our own answer, one list of rows (wire contract 1.2).
  const [rows] = JSON.parse(versions) as readonly (readonly Row[])[];
  return textIn(rows?.[0]?.["numeric"]);
}

function isServed(catalogue: Catalogue, name: string): boolean {
  const [system = "", object = "", operation = ""] = name.split(".");
  return catalogue.types.get(`${system}.${object}`)?.operations.has(operation) === true;
}

async function answerOf(name: string, { db, catalogue, resolver }: PreparedParts): Promise<string> {
  const steps = [{ name }];
  const results = await runPlans(planSteps(steps, catalogue), {
    db,
    catalogue,
    resolver,
    // Metadata are the same for every reader.
    actor: NOBODY,
    rollsBack: false,
    withTranslations: false,
    steps,
  });
  return presentWhole(results, false);
}
