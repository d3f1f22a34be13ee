import { catalogueOf } from "../../server/catalogue/load.ts";
import { defineObjectType, type Definition } from "../../server/catalogue/define.ts";
import type { Catalogue } from "../../server/catalogue/object-type.ts";

const both = (text: string) => ({ de: `${text} (de)`, en: text });
const name = { type: "text_id", label: both("name") } as const;

/** Tools have every mark that an attribute can have, and every kind of parameter. */
const tool = defineObjectType({
  name: "shop.tool",
  gpk: "tool",
  label: both("tool"),
  description: both("something to work with"),
  attributes: {
    bench: { type: "text_id", label: both("bench"), ref: { to: "shop.bench" } },
    name,
    kind: {
      type: "text_line",
      label: both("kind"),
      help: both("what it is for"),
      nullable: true,
      values: { saw: both("saw"), file: both("file") },
      hasOtherValues: true,
      isOneLine: true,
      isDesignation: true,
    },
    size: { type: "integer", label: both("size"), min: 2, max: 9, default: 3, isOrder: true },
    weight: { type: "decimal", label: both("weight"), nullable: true, min: 0 },
    is_sharp: { type: "boolean", label: both("sharp"), default: true, isOffered: true },
    bought: { type: "timestamp", label: both("bought"), createOnly: true, default: { sql: "now()" } },
    address: {
      type: "text_line",
      label: both("address"),
      nullable: true,
      addressBy: { attribute: "kind", families: { saw: 4 } },
    },
    mark_list: { type: "text_line_array", label: both("marks"), nullable: true },
    plan: { type: "json", label: both("plan"), nullable: true },
    code: {
      type: "text_line",
      label: both("code"),
      help: both("two letters and a number"),
      nullable: true,
      secret: true,
      pattern: "^[A-Z]{2}[0-9]+$",
      textLength: 6,
    },
    near_gfk: { type: "gpk", label: both("near"), nullable: true, ref: { to: "shop.bench", by: "gpk" } },
    part_count: { label: both("parts"), counted: { of: "shop.part", by: "tool" } },
    seen: { type: "timestamp", label: both("seen"), nullable: true, serverWritten: true },
    is_mine: { type: "boolean", label: both("mine"), computed: "true", perReader: true },
  },
  key: ["bench", "name"],
  title: ["name", "kind"],
  languageAttributes: ["kind"],
  reverse: {
    oneOf: ["kind", "size"],
    deletableWith: ["kind"],
    linked: { where: "size", link: "shop.part", own: "tool", other: "bench", parameter: "owner" },
    byServer: { flag: "is_sharp", why: both("the shop sharpens it") },
    given: { turn: 1, holder: "bench" },
    renewed: both("gets another edge"),
  },
  relations: [{ name: "api_func_shop_tool_beside", to: "shop.bench", sql: "t.bench = e.id" }],
  filters: {
    min_size: { type: "integer", label: both("least size"), sql: "t.size >= {value}" },
    bench_name: {
      type: "text_id",
      label: both("at"),
      help: both("where it lies"),
      required: true,
      sql: "true",
      names: "shop.bench",
    },
    of_list: { type: "text_line_array", label: both("any of"), sql: "t.kind = any({value})" },
  },
  functions: {
    create: {
      extra: {
        owner: { type: "text_id", label: both("owner"), required: true, ref: { to: "shop.bench" } },
        near: { type: "gpk", label: both("put beside"), nullable: true, ref: { to: "shop.tool", by: "gpk" } },
        is_new: { type: "boolean", label: both("new"), default: true },
      },
    },
    update: { extra: { do_grind: { type: "boolean", label: both("grind"), makesSecret: true } } },
    delete: {},
    more: {
      lend: { label: both("lend"), row: true, new: { to: { type: "text_id", label: both("to") } } },
      count: { label: both("count") },
    },
  },
  own: { column: "bench", in: "units" },
  read: "own",
  write: { ofOwnRows: true, update: { grant: { isTrue: "is_sharp" }, attributes: ["kind"] } },
});

const bench = defineObjectType({
  name: "shop.bench",
  gpk: "bench",
  label: both("bench"),
  description: both("where tools lie"),
  attributes: { name, note: { type: "text", label: both("note"), nullable: true } },
  key: ["name"],
  title: ["name"],
  unique: [["note"]],
  functions: { create: {}, update: {}, delete: {} },
  own: null,
  read: "all",
  write: {},
});

const part = defineObjectType({
  name: "shop.part",
  gpk: "part",
  label: both("part"),
  description: both("part of a tool"),
  attributes: {
    bench: { type: "text_id", label: both("bench"), partOf: "tool" },
    tool: { type: "text_id", label: both("tool"), partOf: "tool" },
    bench_set: {
      type: "text_id_array",
      label: both("benches"),
      nullable: true,
      ref: { to: "shop.bench" },
      set: true,
    },
  },
  composite: [{ name: "tool", column: "tool_id", attributes: ["bench", "tool"], to: "shop.tool" }],
  key: ["gpk"],
  title: ["tool"],
  functions: { create: {}, delete: {} },
  own: null,
  read: "meta",
  write: "nobody",
});

const sheet = defineObjectType({
  name: "store.sheet",
  gpk: "sheet",
  label: both("sheet"),
  description: both("rows of a call"),
  attributes: { row: { type: "json_object", label: both("row") } },
  key: ["gpk"],
  source: "literal",
  filters: {
    _dict_list: { type: "json_object_array", label: both("rows"), required: true, sql: "true" },
  },
  functions: {},
  own: null,
  read: "meta",
  write: "nobody",
});

const call = defineObjectType({
  name: "store.call",
  gpk: "call",
  label: both("call"),
  description: both("what was called"),
  attributes: { name },
  key: ["name"],
  title: ["name"],
  functions: { metadata: {}, execute: {}, progress: {} },
  own: null,
  read: "meta",
  write: "nobody",
});

const metadata = { own: null, read: "meta", write: "nobody", source: "metadata", functions: {} } as const;

const right = defineObjectType({
  ...metadata,
  name: "store.right",
  gpk: "right",
  label: both("right"),
  description: both("what an account may do"),
  attributes: { name, system: name, description: { type: "text", label: both("description") } },
  key: ["name"],
  title: ["name"],
  describes: "permissions",
});

const field = defineObjectType({
  ...metadata,
  name: "store.field",
  gpk: "field",
  label: both("field"),
  description: both("an attribute with translations"),
  attributes: {
    object_fq_name: name,
    lang_attr_key: name,
    position: { type: "integer", label: both("position") },
    name,
  },
  key: ["object_fq_name", "lang_attr_key"],
  title: ["name"],
  languageAttributes: ["name"],
  describes: "translated attributes",
});

const system = defineObjectType({
  ...metadata,
  name: "wapi.system",
  gpk: "system",
  label: both("system"),
  description: both("a group of types"),
  attributes: { name, note: { type: "text", label: both("note"), nullable: true } },
  key: ["name"],
  title: ["name"],
  languageAttributes: ["note"],
  rows: [
    { id: "shop", name: "shop", note: both("where things are made") },
    { id: "wapi", name: "wapi", note: null },
  ],
});

const translation = defineObjectType({
  name: "store.translation",
  gpk: "translation",
  label: both("translation"),
  description: both("a text in one language"),
  attributes: {
    object_gfk: { type: "gpk", label: both("object"), createOnly: true },
    language_tag: { type: "language_tag", label: both("language"), createOnly: true },
    lang_attr_key: { type: "text_id", label: both("attribute"), createOnly: true },
    object_fq_name: { type: "fq_name", label: both("type"), serverWritten: true },
    value: { type: "text", label: both("text") },
  },
  key: ["object_gfk", "language_tag", "lang_attr_key"],
  title: ["value"],
  relations: [{ name: "api_func_store_translation_object_gfk", to: "*", sql: { gpkIn: "object_gfk" } }],
  translates: "object_gfk",
  read: "all",
});

const TYPES = [tool, bench, part, sheet, call, right, field, system, translation];

/** A small catalogue whose types have every member of a definition that the description of the API shows. Nothing has been found for its types yet. */
export function openWorkshop(): Catalogue {
  return catalogueOf(new Map<string, Definition>(TYPES.map((one) => [one.name, one])));
}

export const workshop = openWorkshop();
