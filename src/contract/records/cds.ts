import type { RecordType } from "../record-type.ts";
import { DS } from "./ds.ts";

export const CDS: RecordType = {
  ...DS,
  name: "CDS",
  code: 59,
  description: { de: "Gewünschter DS der übergeordneten Zone", en: "Wanted DS of the parent zone" },
};
