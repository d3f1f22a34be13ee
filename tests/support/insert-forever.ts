import { openDatabase } from "../../server/db/open.ts";
import { NO_METADATA, shelvesCatalogue } from "./shelves.ts";

/** Inserts rows in the given data folder until it is killed, and prints each row that the database has acknowledged. */
const [folder = ""] = process.argv.slice(2);
const db = await openDatabase({ folder, catalogue: shelvesCatalogue(), metadata: NO_METADATA });
console.log("ready");
const insert = async (writer: number): Promise<void> => {
  for (let number = 0; ; number++) {
    const name = `w${String(writer)}-${String(number)}`;
    await db.query("insert into store.shelf (name) values ($1)", [name]);
    console.log(name);
  }
};
await Promise.all([insert(1), insert(2), insert(3)]);
