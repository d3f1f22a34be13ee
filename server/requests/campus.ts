import type { Field, RequestForm } from "#contract/requests/form";
import { isList, isObject, type Json, type Localised } from "#contract/wire/json";
import { idInGpk } from "../catalogue/gpk.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Query } from "../db/database.ts";
import { refuse } from "../faults.ts";

const ID = "nullif(r.value, '')::bigint";
const ROOM = "nd.room o join nd.bldg b on b.id = o.bldg join nd.site s on s.id = b.site";

/** Sites `s` of an object, by its name or its id `r.value`. */
const SITES: Readonly<Record<string, string>> = {
  "nd.site": "nd.site s where s.name = r.value",
  "nd.room": `${ROOM} where o.id = ${ID}`,
  // A module may stand in other modules; the outermost one has the room.
  "nd.module": `nd.module m join nd.module h on h.id = any(m.path) join ${ROOM} on o.id = h.room_gfk where m.id = ${ID}`,
  "nd.p_port": `nd.p_port p join nd.module m on m.id = p.module_gfk join nd.module h on h.id = any(m.path) join ${ROOM} on o.id = h.room_gfk
    where p.id = ${ID}`,
};

interface Named {
  readonly path: string;
  readonly field: Field;
  readonly object: string;
  readonly value: string;
}

/** Refuses the first place of a request outside the campus of its variant (REQ-81). */
export async function refuseElsewhere(
  query: Query,
  catalogue: Catalogue,
  form: RequestForm,
  { variant, fields }: { readonly variant: string | null; readonly fields: Readonly<Record<string, Json>> },
): Promise<void> {
  const chosen = form.variants?.find(({ value }) => value === variant);
  if (chosen === undefined) return;
  const places = form.fields.flatMap((field) =>
    placesOf(field, fields[field.name], catalogue, String(variant)),
  );
  const found = await Promise.all(
    [...new Map(places.map((one) => [one.object, one.campus])).entries()].map(([object, campus]) =>
      elsewhere(
        query,
        places.filter((one) => one.object === object),
        campus,
      ),
    ),
  );
  const wrong = new Set(found.flat());
  const first = places.find(({ path }) => wrong.has(path));
  if (first === undefined) return;
  const { type } = first.field;
  const details = { data_type: type.kind === "text" ? type.dataType : "text_id", pattern: null };
  throw refuse("bad_format", { parameter: `fields.${first.path}`, scope: "new", ...details }).because(
    notThere(chosen.label),
  );
}

function notThere({ de, en }: Localised): Localised {
  return {
    de: `Dieser Ort liegt nicht auf dem Campus des Auftrags (${de}). Wählen Sie einen anderen Ort oder eine andere Art des Auftrags.`,
    en: `This place is not on the campus of the request (${en}). Choose another place or another kind of request.`,
  };
}

/** Places in the entries of a list, if the variant restricts them. */
function placesOf(
  field: Field,
  value: Json | undefined,
  catalogue: Catalogue,
  variant: string,
): readonly (Named & { readonly campus: string })[] {
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
      return [
        { path: `${field.name}.${String(at)}.${one.name}`, field: one, object, value: key ?? "", campus },
      ];
    }),
  );
}

/** Paths of places that lie in no site of the campus. */
async function elsewhere(query: Query, places: readonly Named[], campus: string): Promise<readonly string[]> {
  const sql = `select r.path from json_to_recordset($1::json) r(path text, value text)
    where not exists (select from ${SITES[places[0]?.object ?? ""] ?? ""} and s.campus = $2)`;
  const sent = JSON.stringify(places.map(({ path, value }) => ({ path, value })));
  const rows = await query.query<{ path: string }>(sql, [sent, campus]);
  return rows.map(({ path }) => path);
}
