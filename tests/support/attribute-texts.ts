import type { AttributeRow } from "#contract/wire/metadata";

/** A row of `wapi.object_type_attr_lang_dict`. */
export interface AttributeTextRow {
  readonly object_fq_name: string;
  readonly attribute: string;
  readonly language_tag: string;
  readonly name: string;
  readonly description: string | null;
}

type Attributes = Readonly<Record<string, AttributeRow>>;

/** The attributes of a type with their texts in every language, as metadata of one language have them in one. */
export function withTexts(attributes: Attributes, texts: readonly AttributeTextRow[]): Attributes {
  const own = Map.groupBy(texts, ({ attribute }) => attribute);
  const dict = (name: string, of: "name" | "description") =>
    Object.fromEntries((own.get(name) ?? []).map((row) => [row.language_tag, row[of] ?? ""]));
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      { ...attribute, language_dict: { name: dict(name, "name"), description: dict(name, "description") } },
    ]),
  );
}
