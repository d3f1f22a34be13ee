import { defineObjectType } from "../../../server/catalogue/define.ts";

/** Personal bookings of a bench, one at a time, which are saved at once. */
export default defineObjectType({
  name: "keyed.booking",
  gpk: "keyedbooking",
  label: { de: "Buchung", en: "Booking" },
  description: { de: "Zum Testen", en: "For tests" },
  attributes: {
    name: { type: "text_id", label: { de: "Name", en: "Name" } },
    first_day: { type: "integer", label: { de: "Erster Tag", en: "First day" } },
    last_day: { type: "integer", label: { de: "Letzter Tag", en: "Last day" } },
  },
  key: ["name"],
  functions: { create: {}, update: {}, delete: {} },
  read: "all",
  isUnlogged: true,
  storage: {
    constraints: {
      one_at_a_time: {
        sql: "exclude using gist (int8range(first_day, last_day, '[]') with &&) deferrable initially deferred",
        fault: {
          kind: "overlap",
          attribute: "first_day",
          meets: "a.first_day <= b.last_day and b.first_day <= a.last_day",
          shown: "t.first_day || '-' || t.last_day",
        },
      },
    },
  },
});
