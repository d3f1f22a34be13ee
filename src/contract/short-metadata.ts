import type { Json } from "./wire/json.ts";
import type { AttributeRow, FunctionRow, MetadataRow, ParameterRow, ParameterSide } from "./wire/metadata.ts";

/** Default members of a side of a parameter, which metadata of one language omit (wire contract 5.1). */
export const UNSAID = {
  isRequired: false,
  is_nullable: false,
  data_default: null,
} as const satisfies Readonly<Record<keyof ParameterSide, Json>>;

interface ShortParameter extends Omit<ParameterRow, "old" | "new" | "language_dict"> {
  readonly old?: Partial<ParameterSide>;
  readonly new?: Partial<ParameterSide>;
  /** Without texts that equal those of the attribute with the same name. */
  readonly language_dict?: ParameterRow["language_dict"];
}

interface ShortFunction extends Omit<FunctionRow, "fq_name" | "object_fq_name" | "parameters"> {
  readonly parameters: Readonly<Record<string, ShortParameter>>;
}

/** Answer row of `GET wapi/object_type/metadata?language=…`. A row of the answer in every language fits too. */
export interface ShortMetadataRow extends Omit<MetadataRow, "functions"> {
  readonly functions: readonly ShortFunction[];
}

/** The row with its omitted members. */
export function whole(row: ShortMetadataRow): MetadataRow {
  const { fq_name, attributes } = row.definition;
  const functions = row.functions.map((fn): FunctionRow => {
    const parameters = Object.entries(fn.parameters).map(
      ([name, one]) => [name, told(one, attributes[name])] as const,
    );
    return {
      ...fn,
      fq_name: `${fq_name}.${fn.name}`,
      object_fq_name: fq_name,
      parameters: Object.fromEntries(parameters),
    };
  });
  return { ...row, functions };
}

function told(
  { old, new: fresh, ...one }: ShortParameter,
  attribute: AttributeRow | undefined,
): ParameterRow {
  const { name, description } = attribute?.language_dict ?? {};
  return {
    ...one,
    language_dict: {
      ...(name && { description_global_scope: name }),
      ...(description && { description_detail: description }),
      ...one.language_dict,
    },
    ...(old && { old: { ...UNSAID, ...old } }),
    ...(fresh && { new: { ...UNSAID, ...fresh } }),
  };
}
