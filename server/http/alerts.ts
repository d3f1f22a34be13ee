import type { Alerts } from "#contract/wire/system";
import type { Database } from "../db/database.ts";

type Alert = Alerts["system"][number];
type Maintenance = Alerts["maintenance"][number];

const UTC = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

const SYSTEM = `select 'al-' || id gpk, json_build_object('de', title_de, 'en', title_en) title,
  json_build_object('de', content_de, 'en', content_en) content
from wapi.system_alert where ts_begin <= now() and (ts_end is null or ts_end > now()) order by ts_begin, id`;

const MAINTENANCE = `select 'ms-' || id gpk, subject, ${UTC("ts_begin")} ts_begin, ${UTC("ts_end")} ts_end, ts_begin <= now() is_active
from wapi.maint_state where ts_end is null or ts_end > now() order by is_active desc, wapi.maint_state.ts_begin, id`;

const NONE: Alerts = { system: [], maintenance: [] };

/** What runs now and what is announced (wire contract 6.2). Never fails: without database there is nothing to tell. */
export async function alertsOf(db: Database, onError: (error: unknown) => void): Promise<Alerts> {
  try {
    const [system, maintenance] = await Promise.all([
      db.query<Alert>(SYSTEM),
      db.query<Maintenance>(MAINTENANCE),
    ]);
    return { system, maintenance };
  } catch (error) {
    onError(error);
    return NONE;
  }
}
