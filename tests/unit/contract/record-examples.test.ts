import { expect, it } from "vitest";
import { parseRecordData } from "#contract/values/record-data";
import { hasFields, RECORD_EXAMPLES, RECORD_FORMS } from "#contract/values/record-types";

const TYPES = [...RECORD_FORMS.values()].filter(hasFields).map(({ name }) => name);

it.each(TYPES)("the example of %s is canonical data of that type", (type) => {
  const example = RECORD_EXAMPLES.get(type) ?? "";
  expect(parseRecordData(type, example, (text) => text)).toEqual({ ok: true, value: example });
});
