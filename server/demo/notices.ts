import { RowList, type Table } from "./rows.ts";
import NOTICES from "./data/notices.json" with { type: "json" };

const HOUR = 3_600_000;

/** A notice that is shown now and a maintenance window next week. */
export function noticeTables(now: Date): readonly Table[] {
  const after = (hours: number): string => {
    const time = new Date(now.getTime() + hours * HOUR);
    time.setUTCMinutes(0, 0, 0);
    return time.toISOString();
  };
  const alerts = new RowList("wapi.system_alert");
  alerts.add({ ...NOTICES.alert, ts_begin: after(-1) });
  const windows = new RowList("wapi.maint_state");
  windows.add({ subject: NOTICES.maintenance, ts_begin: after(7 * 24), ts_end: after(7 * 24 + 3) });
  return [alerts, windows];
}
