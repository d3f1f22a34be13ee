/** `npm run admin`: administrators, tokens, sessions, rights and keys, from the machine of the server (docs/operating.md). */
import { userInfo } from "node:os";
import { runAdmin } from "./admin/command-line.ts";
import { readSecret } from "./admin/secrets.ts";
import { createQueue } from "./audit/queue.ts";
import { readAuditPlace, sinkOf } from "./audit/settings.ts";
import { setting } from "./http/environment.ts";
import { openProduct, placeIn } from "./open.ts";
import { runCommand } from "./terminal.ts";

const place = readAuditPlace(setting(process.env, "NETPORTAL_AUDIT"));
const queue = place && createQueue(sinkOf(place), (text) => console.error(text));
/** `sudo` names the user who called it. */
const operator = process.env["SUDO_USER"] ?? userInfo().username;

await runCommand(async (args) => {
  try {
    return await runAdmin(args, {
      open: (beside) => openProduct(placeIn(process.env), { beside }),
      secret: () => readSecret(),
      audit:
        queue &&
        ((event) => {
          queue.audit({ ...event, method: "admin", operator });
        }),
      say: (line) => console.log(line),
      warn: (line) => console.error(line),
    });
  } finally {
    await queue?.close();
  }
});
