import { RowList } from "./rows.ts";
import type { Table } from "./rows.ts";

const HOUR = 3_600_000;

/** A notice that is shown now and a maintenance window next week. */
export function noticeTables(now: Date): readonly Table[] {
  const after = (hours: number): string => {
    const time = new Date(now.getTime() + hours * HOUR);
    time.setUTCMinutes(0, 0, 0);
    return time.toISOString();
  };
  const alerts = new RowList();
  alerts.add({
    title_de: "Beispieldaten",
    title_en: "Sample data",
    content_de: "Alle Namen, Personen und Netze dieses Campus sind erfunden.",
    content_en: "All names, people and networks of this campus are invented.",
    ts_begin: after(-1),
    ts_end: null,
  });
  const windows = new RowList();
  windows.add({
    subject: "Umbau der Netzverteiler im Campus Nord",
    ts_begin: after(7 * 24),
    ts_end: after(7 * 24 + 3),
  });
  return [
    { type: "wapi.system_alert", rows: alerts.rows },
    { type: "wapi.maint_state", rows: windows.rows },
  ];
}
