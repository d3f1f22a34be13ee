import type { Field, RequestForm } from "#contract/requests/form";
import { isList, isObject, type Json } from "#contract/wire/json";
import { idInGpk } from "../catalogue/gpk.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Query } from "../db/database.ts";
import { refuse } from "../faults.ts";
import type { ReadRequest } from "./read.ts";

const ID = "nullif(r.value, '')::bigint";
const ROOM = "nd.room o join nd.bldg b on b.id = o.bldg join nd.site s on s.id = b.site";

/** Sites `s` of an object, by its name or its id `r.value`. */
const SITES: Readonly<Record<string, string>> = {
  "nd.site": "nd.site s where s.name = r.value",
  "nd.room": `${ROOM} where o.id = ${ID}`,
  // A module may stand in other modules; the outermost one has the room.
  "nd.module": `nd.module m join nd.module h on h.id = any(m.path) join ${ROOM} on o.id = h.room_gfk
    where m.id = ${ID}`,
  "nd.p_port": `nd.p_port p
    join nd.module m on m.id = p.module_gfk
    join nd.module h on h.id = any(m.path)
    join ${ROOM} on o.id = h.room_gfk
    where p.id = ${ID}`,
};

/** A place that a request names, and its required campus. */
interface Named {
  readonly path: string;
  readonly field: Field;
  readonly object: string;
  readonly value: string;
  readonly campus: string;
}

/** Refuses the first place of a request outside the campus of its variant (REQ-81). */
export async function refuseElsewhere(
  query: Query,
  catalogue: Catalogue,
  form: RequestForm,
  { variant, fields }: Pick<ReadRequest, "variant" | "fields">,
): Promise<void> {
  const chosen = form.variants?.find(({ value }) => value === variant);
  if (chosen === undefined) return;
  const places = form.fields.flatMap((field) =>
    placesOf(field, fields[field.name], catalogue, String(variant)),
  );
  const byType = [...Map.groupBy(places, ({ object }) => object)];
  const found = await Promise.all(byType.map(([object, list]) => elsewhere(query, object, list)));
  const wrong = new Set(found.flat());
  const first = places.find(({ path }) => wrong.has(path));
  if (first === undefined) return;
  const { type } = first.field;
  const details = { data_type: type.kind === "text" ? type.dataType : "text_id", pattern: null };
  const { de, en } = chosen.label;
  throw refuse("bad_format", { parameter: `fields.${first.path}`, scope: "new", ...details }).because({
    de: `Dieser Ort liegt nicht auf dem Campus des Auftrags (${de}). Wählen Sie einen anderen Ort oder eine andere Art des Auftrags.`,
    en: `This place is not on the campus of the request (${en}). Choose another place or another kind of request.`,
  });
}

/** Places in the entries of a list, if the variant restricts them. */
function placesOf(
  field: Field,
  value: Json | undefined,
  catalogue: Catalogue,
  variant: string,
): readonly Named[] {
  const { type } = field;
  if (type.kind !== "list" || type.of.kind !== "object" || value === undefined || !isList(value)) return [];
  const { fields } = type.of;
  const campus = fields
    .map(({ refersTo }) => refersTo?.byVariant?.[variant]?.["campus"])
    .find((one) => one !== undefined);
  if (campus === undefined) return [];
  return value.flatMap((entry, at) =>
    fields.flatMap((one) => {
      const object = one.refersTo?.object ?? "";
      const given = isObject(entry) ? entry[one.name] : undefined;
      if (SITES[object] === undefined || typeof given !== "string") return [];
      const key = one.refersTo?.attribute === "gpk" ? idInGpk(given, catalogue.type(object)) : given.trim();
      const path = `${field.name}.${String(at)}.${one.name}`;
      return [{ path, field: one, object, value: key ?? "", campus }];
    }),
  );
}

/** Paths of places of one type that are in no site of their campus. */
async function elsewhere(query: Query, type: string, places: readonly Named[]): Promise<readonly string[]> {
  const sql = `select r.path
    from json_to_recordset($1::json) r(path text, value text, campus text)
    where not exists (select from ${SITES[type] ?? ""} and s.campus = r.campus)`;
  const sent = JSON.stringify(places.map(({ path, value, campus }) => ({ path, value, campus })));
  const rows = await query.query<{ path: string }>(sql, [sent]);
  return rows.map(({ path }) => path);
}
