import { administersUnit, common, type Policy } from "./policy.ts";

export const ORG: Readonly<Record<string, Policy>> = {
  "org.unit": { ...common(["fq_name"]), own: administersUnit("fq_name") },
  "org.unit_type": { ...common(["short_name"]), writer: "org.rw_oet" },
};
