import { openDatabase } from "../../server/db/open.ts";
import { NO_METADATA, shelvesCatalogue } from "./shelves.ts";

/** Inserts rows in the data folder of its argument and says each one that the database acknowledged, until it is killed. */
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
