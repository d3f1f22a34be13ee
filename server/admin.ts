/** `npm run admin`: administrators, tokens, sessions, rights and keys, from the machine of the server (docs/operating.md). */
import { runAdmin } from "./admin/command-line.ts";
import { readSecret } from "./admin/secrets.ts";
import { openProduct, placeIn } from "./open.ts";
import { runCommand } from "./terminal.ts";

await runCommand((args) =>
  runAdmin(args, {
    open: (beside) => openProduct(placeIn(process.env), { beside }),
    secret: () => readSecret(),
    say: (line) => console.log(line),
    warn: (line) => console.error(line),
  }),
);
