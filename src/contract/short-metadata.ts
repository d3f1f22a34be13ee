import type { Json } from "./wire/json.ts";
import type {
  AttributeRow,
  FunctionRow,
  MetadataRow,
  ObjectTypeRow,
  ParameterRow,
  ParameterSide,
  ReferenceRow,
} from "./wire/metadata.ts";

/** What metadata in one language leave out, because it is so where nothing is said (wire contract 5.1). */
export const UNSAID = {
  definition: {
    is_view: false,
    is_setting: false,
    has_owners: false,
    lang_attr_list: [],
    made_from_list: null,
    search: null,
    is_own: false,
  },
  attribute: {
    is_key: false,
    is_nullable: false,
    is_computed: false,
    is_create_only: false,
    is_secret: false,
  },
  fn: {
    is_data_manipulating: false,
    permission_list: [],
    grant_rule: null,
    grant_attribute_list: null,
    is_own: false,
  },
  side: { isRequired: false, is_nullable: false, data_default: null },
  reference: { is_default: false, is_own: false },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Json>>>>;

/** Members of a function that follow from its type and its name. */
export const OF_NAME = ["gpk", "system", "object_type", "fq_name", "object_fq_name"] as const;

type Unsaid = typeof UNSAID;
type Without<Row, Left extends PropertyKey> = Omit<Row, Left> & Partial<Pick<Row, Left & keyof Row>>;
type Named<Row> = Readonly<Record<string, Row>>;

interface ShortParameter extends Omit<ParameterRow, "old" | "new"> {
  readonly old?: Partial<ParameterSide>;
  readonly new?: Partial<ParameterSide>;
}

type ShortFunction = Without<
  Omit<FunctionRow, "parameters">,
  keyof Unsaid["fn"] | (typeof OF_NAME)[number]
> & { readonly parameters: Named<ShortParameter> };

type ShortType = Without<Omit<ObjectTypeRow, "attributes">, keyof Unsaid["definition"]> & {
  readonly attributes: Named<Without<AttributeRow, keyof Unsaid["attribute"]>>;
};

/** Answer row of `GET wapi/object_type/metadata?language=…`. A row of every language is one, too. */
export interface ShortMetadataRow {
  readonly object_fq_name: string;
  readonly definition: ShortType;
  readonly functions: readonly ShortFunction[];
  readonly references: readonly Without<ReferenceRow, keyof Unsaid["reference"]>[];
}

/** The row with everything that it leaves out. */
export function whole({ definition, functions, references, ...row }: ShortMetadataRow): MetadataRow {
  const attributes = each(definition.attributes, (one) => ({ ...UNSAID.attribute, ...one }));
  return {
    ...row,
    definition: { ...UNSAID.definition, ...definition, attributes },
    functions: functions.map((fn) => wholeFunction(definition, fn)),
    references: references.map((one) => ({ ...UNSAID.reference, ...one })),
  };
}

function wholeFunction({ system, name: object_type, fq_name }: ShortType, fn: ShortFunction): FunctionRow {
  return {
    ...UNSAID.fn,
    gpk: `fn-${system}-${object_type}-${fn.name}`,
    system,
    object_type,
    fq_name: `${fq_name}.${fn.name}`,
    object_fq_name: fq_name,
    ...fn,
    parameters: each(fn.parameters, ({ old, new: fresh, ...one }) => ({
      ...one,
      ...(old && { old: { ...UNSAID.side, ...old } }),
      ...(fresh && { new: { ...UNSAID.side, ...fresh } }),
    })),
  };
}

function each<One, Other>(rows: Named<One>, work: (row: One) => Other): Named<Other> {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, work(row)]));
}
