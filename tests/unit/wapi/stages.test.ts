import { expect, it } from "vitest";
import type { ObjectType } from "../../../server/catalogue/object-type.ts";
import { refuseChildren } from "../../../server/wapi/write/children.ts";
import { permittedAfter, permittedNew } from "../../../server/wapi/write/permission.ts";
import { writeSets } from "../../../server/wapi/write/store.ts";
import type { Allowed, Found, Given, Placed, WriteRun } from "../../../server/wapi/write/stages.ts";

/** Each line leaves out a stage, so it must not compile; otherwise the check of types fails here. */
const wrong = {
  // @ts-expect-error the references have not been looked up
  permitted: (run: WriteRun, given: readonly Given[]) => permittedNew(run, given),
  // @ts-expect-error the rows have not been found
  after: (run: WriteRun, placed: readonly Placed[]) => permittedAfter(run, placed),
  // @ts-expect-error the references have not been looked up
  found: (run: WriteRun, found: readonly Found[]) => permittedAfter(run, found),
  // @ts-expect-error the rows have not been written
  sets: (run: WriteRun, type: ObjectType, allowed: readonly Allowed[]) => writeSets(run, type, allowed),
  // @ts-expect-error the rows have not been found
  children: (run: WriteRun, type: ObjectType, given: readonly Given[]) => refuseChildren(run, type, given),
};

it("no stage of a batch accepts steps that have not passed the stage before", () => {
  expect(Object.keys(wrong)).toHaveLength(5);
});
