// Attacks by way of the plugin "log": lines that are forged, and lines that are not meant for the
// page.

import {} from "bun:test";
import { lineOf } from "../../plugins/log/line.ts";
import { log } from "../../plugins/log/index.ts";
import { defineApp } from "../../src/app/index.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { attack, secret } from "./attack.ts";
import { userFolder } from "../support/user-folder.ts";

userFolder({ XDG_CONFIG_HOME: "" });

for (const end of ["\n", "\r\n", "\r", "\u2028"])
  attack(`a message with ${JSON.stringify(end)} passes for a line of the app`, (isWeak) => {
    const forged = `[2026-11-28][09:00:00][INFO][app] ${secret}`;
    const message = `x${end}${forged}`;
    const written = isWeak
      ? `[2026-11-28][09:00:00][INFO][page:main] ${message}\n`
      : lineOf({ level: "info", target: "page:main", message, fields: null }, "text", 0);
    return written
      .split(/[\n\r\u2028]/)
      .find((line) => line.startsWith("[2026-11-28][09:00:00][INFO][app]"));
  });

attack("a message in JSON moves the cursor of a terminal", (isWeak) => {
  const message = `\u009b2K\u009b1A\u202e${secret}`;
  const line = isWeak
    ? `${JSON.stringify({ message })}\n`
    : lineOf({ level: "info", target: "page:main", message, fields: { [message]: 1 } }, "json", 0);
  const { message: read } = JSON.parse(line) as { message: string };
  if (read !== message) throw new Error(`A reader of the log gets ${JSON.stringify(read)}`);
  return /[\u0080-\u009f\u202e].*/.exec(line)?.[0];
});

attack("a page without the flag to read hears what the app logs", async (isWeak) => {
  const logger = log({ targets: [], capture: false });
  using app = await startInMemory({
    definition: defineApp({ plugins: [logger] }),
    config: { plugins: { log: { allowlist: { write: true, read: isWeak } } } },
  });
  const heard: unknown[] = [];
  await app.page.listen("log://lines", null, false, ({ payload }) => void heard.push(payload));
  const refusal = await app.page.invoke("plugin:log|attach").then(
    () => null,
    (error: unknown) => error,
  );
  logger.info(secret);
  // Lines of one turn go together, with the next turn.
  await new Promise((resolve) => setImmediate(resolve));
  await app.page.invoke("plugin:log|lines", { lines: [] });
  if (refusal !== null && heard.length === 0) throw refusal;
  return heard;
});
