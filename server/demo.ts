import { parseArgs } from "node:util";
import { passwordHash } from "./access/password.ts";
import { newToken, tokenHash } from "./access/token.ts";
import { loadDemo, writeTokenFile } from "./demo/load.ts";
import { DEMO_SIZES, isDemoSize } from "./demo/size.ts";
import { openProduct, placeIn } from "./open.ts";
import { runCommand } from "./terminal.ts";

/** `npm run demo -- --size S|M|L`: fills an empty database with the demo campus. */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { size: { type: "string", default: "S" } } });
  if (!isDemoSize(values.size)) throw new Error(`--size is one of ${DEMO_SIZES.join(", ")}.`);
  const onProgress = (text: string): void => console.log(text);
  const place = placeIn(process.env);
  const { db, catalogue } = await openProduct(place, { onProgress });
  try {
    const options = { catalogue, passwordHash, tokenHash, newToken, onProgress };
    const tokens = await loadDemo(db, values.size, options);
    console.log(`Done. The API tokens are in ${writeTokenFile(place.dataFolder, tokens)}.`);
    return 0;
  } finally {
    await db.close();
  }
}

await runCommand(main);
