import type { DataTypeRow, FunctionRow, ObjectTypeRow, ReferenceRow } from "#contract/wire/metadata";
import type { ShortMetadataRow } from "#contract/short-metadata";
import type { Row as JsonRow } from "#contract/wire/json";
import { buildCatalogue, type Catalogue, type CatalogueRows } from "#core/catalogue/catalogue";
import type { DataLanguage } from "#core/locales";
import type { Catalogue as ServerCatalogue } from "../../server/catalogue/object-type.ts";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import { describe } from "../../server/wapi/describe/metadata.ts";
import { shortRow } from "../../server/wapi/describe/short.ts";
import { withTexts, type AttributeTextRow } from "./attribute-texts.ts";
import { KNOWN } from "../../src/subjects/subjects.ts";

/** The catalogue of the portal, made from the self-description of the server without a database. */
export async function portalCatalogue(folders?: readonly string[]): Promise<Catalogue> {
  return portalCatalogueOf(await loadCatalogue(folders));
}

export function portalCatalogueOf(catalogue: ServerCatalogue): Catalogue {
  return buildCatalogue(describedRows(catalogue), KNOWN);
}

/** The catalogue of the portal with the texts of one language, as the portal reads it. */
export async function portalCatalogueIn(language: DataLanguage): Promise<Catalogue> {
  const catalogue = await loadCatalogue();
  const { metadata, dataTypes } = describedRows(catalogue);
  // Parse boundary: rows of the self-description (wire contract 5.1).
  const short = metadata.map((row) => shortRow(row as unknown as JsonRow, catalogue, language));
  return buildCatalogue({ metadata: short as unknown as readonly ShortMetadataRow[], dataTypes }, KNOWN);
}

/** Rows of the self-description of the server, as the portal reads them. */
export function describedRows(catalogue: ServerCatalogue): CatalogueRows {
  const { rows } = describe(catalogue);
  const names = new Map([...catalogue.types.keys()].map((name) => [name.replaceAll(".", "-"), name]));
  /** Stored rows of metadata refer to a type by the id of its row; on the wire they refer to it by its key. */
  const read = <Row>(table: string): readonly Row[] =>
    (rows[table] ?? []).map((row) => {
      const object = row["object_fq_name"];
      const named = typeof object === "string" ? { object_fq_name: names.get(object) ?? object } : {};
      // Parse boundary: rows of the self-description (wire contract 5).
      return { ...row, ...named, gpk: row["id"] ?? null, is_own: false } as unknown as Row;
    });
  const functions = read<FunctionRow>("wapi.function");
  const references = read<ReferenceRow>("wapi.reference");
  const texts = Map.groupBy(
    read<AttributeTextRow>("wapi.object_type_attr_lang_dict"),
    (row) => row.object_fq_name,
  );
  return {
    metadata: read<ObjectTypeRow>("wapi.object_type").map((definition) => ({
      object_fq_name: definition.fq_name,
      definition: {
        ...definition,
        attributes: withTexts(definition.attributes, texts.get(definition.fq_name) ?? []),
      },
      functions: functions.filter((one) => one.object_fq_name === definition.fq_name),
      references: references.filter((one) =>
        [one.object_fq_name, one.ref_object_fq_name].some(
          (name) => name === definition.fq_name || name === "*",
        ),
      ),
    })),
    dataTypes: read<DataTypeRow>("wapi.data_type"),
  };
}
