import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startProduct, type Product } from "../bench/product.ts";
import { ATTACKS } from "../support/attacks/attacks.ts";
import { complaints } from "../support/attacks/complaints.ts";
import { meanwhile } from "../support/attacks/meanwhile.ts";
import { slowness } from "../support/machine.ts";
import { prepareTarget, type Prepared } from "../support/attacks/target.ts";
import { testDatabase, type TestDatabase } from "../support/postgres.ts";

const LASTS = 4_000;
/** Rooms of a large campus. */
const ROOMS = `insert into nd.room (bldg, name, description)
  select b.id, 'M' || i, repeat('r', 200) from (select min(id) id from nd.bldg) b, generate_series(1, 12500) i`;

let database: TestDatabase;
let product: Product;
let prepared: Prepared;
beforeAll(async () => {
  database = await testDatabase({ demo: true });
  await database.db.query(ROOMS);
  await database.db.query("analyze nd.room");
  product = await startProduct(database.url);
  prepared = await prepareTarget(product);
  // The first calls of a process compile what later ones run.
  await meanwhile(null, product, prepared.target, 2_000);
}, 300_000);
afterAll(async () => {
  await prepared.close();
  await product.stop();
  await database.close();
});

describe("[API-80] another person reads, writes and signs in", () => {
  it.each(ATTACKS)(
    "while one sends $name",
    async (attack) => {
      const before = slowness();
      const found = await meanwhile(attack, product, prepared.target, LASTS);
      expect(complaints(found, Math.max(before, slowness())).join("\n")).toBe("");
    },
    120_000,
  );
});
